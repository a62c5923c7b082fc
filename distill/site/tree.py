"""The folders of a built site that outlive its cleaning: files that would be the same are not rewritten."""

import contextlib
import shutil
from collections.abc import Callable, Collection, Mapping
from pathlib import Path

from distill.site.cache import Output

Write = Callable[[bytes, str], None]
"""Writes a file and makes its folders."""


class Tree:
    """Session pages and archived maps as they lie in a built site."""

    def __init__(self, site: Path, folders: tuple[str, ...], write: Write) -> None:
        """Name the site's folder and those of its folders that are kept, and take the builder's way to write."""
        self._site, self._folders, self._write = site, folders, write
        self._old: Mapping[str, Output] = {}
        self.outputs: dict[str, Output] = {}
        self.written = 0

    def hide(self) -> None:
        """Take the folders out of the way of the cleaning, which spares names that begin with a dot."""
        for folder in self._folders:
            live, hidden = self._site / folder, self._hidden(folder)
            if live.is_dir():
                _remove(hidden)
                live.rename(hidden)

    def bring_back(self, known: Mapping[str, Output]) -> None:
        """Put the folders where they were, but for what is not known. Raises OSError."""
        self._old, self.outputs, self.written = known, {}, 0
        names = {tuple(path.split("/")[:2]) for path in known}
        for folder in self._folders:
            live, hidden = self._site / folder, self._hidden(folder)
            if not hidden.is_dir():
                continue
            if live.exists():
                _remove(hidden)
                continue
            for entry in hidden.iterdir():
                if (folder, entry.name) not in names:
                    _remove(entry)
            hidden.rename(live)

    def forget(self, wanted: Collection[str]) -> None:
        """Remove what was brought back and is no page of this build."""
        for path in [path for path in self._old if path not in wanted]:
            (self._site / path).unlink(missing_ok=True)
        self._old = {path: output for path, output in self._old.items() if path in wanted}

    def drop(self) -> None:
        """Remove what is hidden: the site has not been built."""
        for folder in self._folders:
            _remove(self._hidden(folder))

    def write(self, path: str, key: str, make: Callable[[], str]) -> None:
        """Write a page unless it lies there already, made from the same. Raises OSError."""
        target = self._site / path
        if self._lies_there(path, key, target):
            self.outputs[path] = self._old[path]
            return
        data = make().encode("utf-8", "xmlcharrefreplace")
        self._write(data, str(target))
        self.outputs[path] = (key, len(data), target.stat().st_mtime_ns)
        self.written += 1

    def _lies_there(self, path: str, key: str, target: Path) -> bool:
        """Tell whether a file is the one that was written; another tool may have changed it since."""
        old = self._old.get(path)
        if old is None or old[0] != key:
            return False
        with contextlib.suppress(OSError):
            stat = target.stat()
            return (stat.st_size, stat.st_mtime_ns) == old[1:]
        return False

    def _hidden(self, folder: str) -> Path:
        return self._site / f".distill-{folder}"


def _remove(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path, ignore_errors=True)
    else:
        path.unlink(missing_ok=True)

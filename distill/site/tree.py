"""The parts of a built site that outlive its cleaning: files that would be the same are not rewritten."""

import contextlib
import os
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

from distill.site.cache import Output
from distill.site.spliced import Splice

HIDDEN = ".distill-kept"
"""Where the parts lie while the site is cleaned; a name that begins with a dot is spared."""
UNFINISHED = ".distill-unfinished"
AT_ONCE = 1 << 20
"""Bytes that are written at once."""
INDEX = "index.html"
"""The list of a folder, which is made anew in every build; until then readers have the one of before."""

NEW = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_BINARY", 0)
"""Opens a file that is there, or a new one, empty."""

Part = str | bytes | memoryview


class Tree:
    """Session pages, archived maps and the index of the search as they lie in a built site."""

    def __init__(self, site: Path, parts: tuple[str, ...], *, read: bool = False) -> None:
        """Name the site's folder, and those of the folders and files in it that are kept.

        `read`: whether somebody reads the site meanwhile, so that no half a file may lie in it.
        """
        self._site, self._parts, self._read = site, parts, read
        self._old: Mapping[str, Output] = {}
        self.outputs: dict[str, Output] = {}
        self.written = 0
        self._folders: set[str] = set()
        """Folders that are there."""
        self._all_there = False
        """Whether all that was brought back was found there."""

    def hide(self) -> None:
        """Take the parts out of the way of the cleaning, which spares names that begin with a dot."""
        for part in self._parts:
            live, hidden = self._site / part, self._hidden(part)
            if live.exists():
                hidden.parent.mkdir(exist_ok=True)
                _remove(hidden)
                live.rename(hidden)

    def bring_back(self, known: Mapping[str, Output]) -> None:
        """Put the parts where they were, but for what is not known. Raises OSError."""
        self._old, self.outputs, self.written, self._all_there = known, {}, 0, False
        for part in self._parts:
            live, hidden = self._site / part, self._hidden(part)
            if live.exists() or (hidden.is_file() and part not in known):
                _remove(hidden)
            elif hidden.is_dir():
                for entry in self._strangers(part, os.listdir(hidden)):  # noqa: PTH208 - the quicker of two
                    _remove(hidden / entry)
                hidden.rename(live)
            elif hidden.is_file():
                hidden.rename(live)
        self.drop()

    def _strangers(self, part: str, entries: Iterable[str]) -> list[str]:
        """Name what lies in a folder and is not known, nor a list that is read until there is another one."""
        known = self._old
        odd = {name for name in entries if f"{part}/{name}" not in known and f"{part}/{name}/{INDEX}" not in known}
        lists = odd & {INDEX}
        odd -= lists
        folders = {path.split("/", 2)[1] for path in known if path.startswith(f"{part}/")} if odd else set()
        return [*(odd - folders), *(() if self._read else lists)]

    def show(self) -> None:
        """Put everything back where nothing new lies there: the site has not been built, and is still read."""
        for part in self._parts:
            live, hidden = self._site / part, self._hidden(part)
            if hidden.exists() and not live.exists():
                hidden.rename(live)
        self.drop()

    def all_lie_there(self) -> bool:
        """Tell whether all that was brought back lies there as it was written; then it is a part of this site."""
        site = f"{self._site}/"
        try:
            for path, (_, size, time_ns) in self._old.items():
                found = os.stat(site + path)  # noqa: PTH116 - the quicker of two, for each page
                if found.st_mtime_ns != time_ns or found.st_size != size:
                    return False
        except OSError:
            return False
        self.outputs, self._all_there = dict(self._old), True
        return True

    def has(self, path: str, key: str) -> bool:
        """Take a file for a part of this site that was just found there with all others, made from the same."""
        old = self._old.get(path) if self._all_there else None
        if old is None or old[0] != key:
            return False
        self.outputs[path] = old
        return True

    def doubt(self, folder: str) -> None:
        """Let files of a folder be a part of this site only when they are written again."""
        self.outputs = {path: output for path, output in self.outputs.items() if not path.startswith(folder)}

    def forget(self, paths: Iterable[str]) -> None:
        """Remove files that were brought back and are no part of this site."""
        if gone := set(paths) & self._old.keys():
            for path in gone:
                (self._site / path).unlink(missing_ok=True)
                self.outputs.pop(path, None)
            self._old = {path: output for path, output in self._old.items() if path not in gone}

    def drop(self) -> None:
        """Remove what is hidden."""
        _remove(self._site / HIDDEN)

    def write(
        self, path: str, key: str, make: Callable[[], str | bytes | Splice | Iterable[Part]], *, aside: bool = False
    ) -> None:
        """Write a file unless it lies there already, made from the same; without a key always. Raises OSError.

        `aside`: what is there stays until the new one is whole, which may be made of it.
        """
        target = f"{self._site}/{path}"
        if key and self._lies_there(path, key, target):
            self.outputs[path] = self._old[path]
            return
        made = make()
        if isinstance(made, Splice) and not self._read:
            made.put_in()
            stat = os.stat(target)  # noqa: PTH116 - as everywhere here
            self.outputs[path] = (key, stat.st_size, stat.st_mtime_ns)
            self.written += 1
            return
        made = made.parts() if isinstance(made, Splice) else made
        if (folder := target[: target.rindex("/")]) not in self._folders:
            _make_folder(folder)
            self._folders.add(folder)
        parts = [encoded(made)] if isinstance(made, str | bytes) else map(_encoded, made)
        if self._read or aside:
            whole = f"{folder}/{UNFINISHED}"
            self.outputs[path] = (key, *_written(parts, whole))
            os.replace(whole, target)  # noqa: PTH105 - as above
        else:
            self.outputs[path] = (key, *_written(parts, target))
        self.written += 1

    def _lies_there(self, path: str, key: str, target: str) -> bool:
        """Tell whether a file is the one that was written; another tool may have changed it since."""
        old = self._old.get(path)
        if old is None or old[0] != key:
            return False
        with contextlib.suppress(OSError):
            stat = os.stat(target)  # noqa: PTH116 - the quicker of two, for each page
            return (stat.st_size, stat.st_mtime_ns) == old[1:]
        return False

    def _hidden(self, part: str) -> Path:
        return self._site / HIDDEN / part


def _make_folder(folder: str) -> None:
    """Make a folder that may be there; most lie in one that is there, which needs no look. Raises OSError."""
    try:
        os.mkdir(folder)  # noqa: PTH102 - as above
    except FileExistsError:
        pass
    except FileNotFoundError:
        os.makedirs(folder, exist_ok=True)  # noqa: PTH103 - as above


def encoded(text: str | bytes) -> bytes:
    """Give a text as it is written."""
    return text.encode("utf-8", "xmlcharrefreplace") if isinstance(text, str) else text


def _encoded(part: Part) -> bytes | memoryview:
    return part if isinstance(part, memoryview) else encoded(part)


def _written(parts: Iterable[bytes | memoryview], target: str) -> tuple[int, int]:
    """Write a file; give its size, and its time in ns. Raises OSError."""
    out = os.open(target, NEW, 0o666)  # the quickest of all ways, for each page
    try:
        for chunk in parts if isinstance(parts, list) else _chunks(parts):
            rest = chunk
            while (done := os.write(out, rest)) < len(rest):
                rest = memoryview(rest)[done:]
        stat = os.fstat(out)
    finally:
        os.close(out)
    return stat.st_size, stat.st_mtime_ns


def _chunks(parts: Iterable[bytes | memoryview]) -> Iterator[bytes | memoryview]:
    """Join many small parts to few that are written at once."""
    waiting: list[bytes | memoryview] = []
    size = 0
    for part in parts:
        if len(part) >= AT_ONCE:
            yield from (b"".join(waiting), part)
            waiting, size = [], 0
            continue
        waiting.append(part)
        size += len(part)
        if size >= AT_ONCE:
            yield b"".join(waiting)
            waiting, size = [], 0
    yield b"".join(waiting)


def _remove(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path, ignore_errors=True)
    else:
        path.unlink(missing_ok=True)

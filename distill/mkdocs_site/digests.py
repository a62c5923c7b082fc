"""The hashes of the wiki's files: one that looks as it did when it was read is not read again."""

import hashlib
import os
import time
from collections.abc import Mapping
from typing import NamedTuple

from mkdocs.structure.files import File

from distill.search.refresh import UNSETTLED, look_of
from distill.site.cache import Cache

NOT_SAID = "not said"


class Seen(NamedTuple):
    """What was seen of a file."""

    look: str
    """How it looked; nothing where it is no file."""
    digest: str
    """Hash of its bytes."""
    clean: str = ""
    """Mark of the rules by which there was nothing to redact in it."""


class Digests:
    """Knows what was read in the builds before."""

    def __init__(self, kept: Mapping[str, tuple[str, str, str]]) -> None:
        """Take what was kept, by path in the wiki."""
        self.kept = kept
        self.seen: dict[str, Seen] = {}
        """What this build saw."""
        self._now_ns = time.time_ns()
        self._read: dict[str, bytes] = {}
        self._folders: dict[str, dict[str, os.DirEntry[str]]] = {}

    def of(self, file: File) -> Seen:
        """Say what is to be seen of a file of the wiki."""
        path = file.src_uri
        look = self._look(file)
        known = self.kept.get(path)
        if not look:
            return Seen("", hashlib.sha256(file.content_bytes).hexdigest())
        if known is None or known[0] != look or look == UNSETTLED:
            self._read[path] = file.content_bytes
            seen = Seen(look, hashlib.sha256(self._read[path]).hexdigest())
        else:
            seen = Seen._make(known)
        self.seen[path] = seen
        return seen

    def is_clean(self, path: str, rules: str) -> None:
        """Remember by which rules there was nothing to redact in a file."""
        if path in self.seen:
            self.seen[path] = self.seen[path]._replace(clean=rules)

    def data(self, file: File) -> bytes:
        """Give the bytes of a file, which is not read twice in a build."""
        known = self._read.get(file.src_uri)
        return file.content_bytes if known is None else known

    def forget(self, path: str) -> None:
        """Forget the bytes of a file."""
        self._read.pop(path, None)

    def keep(self, cache: Cache, clean_names: str) -> None:
        """Keep what was seen, and the mark of the names in which there was nothing."""
        seen = {path: tuple(seen) for path, seen in self.seen.items()}
        if seen != self.kept:
            cache.put_looked("seen", seen)
        if clean_names != cache.looked("names"):
            cache.put_looked("names", clean_names)

    def _look(self, file: File) -> str:
        """Say how a file looks; each folder is listed once, which tells of all its files for half the price."""
        given = vars(file).get("abs_src_path", NOT_SAID)  # asking for it would make it
        if given is None:
            return ""
        if given is NOT_SAID and file.src_dir is not None:
            folder, _, name = f"{file.src_dir}/{file.src_uri}".rpartition("/")
            if (entry := self._entries(folder).get(name)) is not None:
                return look_of(entry.stat(), self._now_ns)
        return look_of(os.stat(str(file.abs_src_path)), self._now_ns)  # noqa: PTH116 - the quicker of two

    def _entries(self, folder: str) -> dict[str, os.DirEntry[str]]:
        if folder not in self._folders:
            with os.scandir(folder) as found:
                self._folders[folder] = {entry.name: entry for entry in found}
        return self._folders[folder]

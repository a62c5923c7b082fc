"""The hashes of the wiki's files: one that looks as it did when it was read is not read again."""

import hashlib
import os
import stat
import time
from collections.abc import Mapping
from typing import NamedTuple

from mkdocs.plugins import get_plugin_logger
from mkdocs.structure.files import File

from distill.site.cache import LOOKED, Cache

log = get_plugin_logger("distill")
UNREADABLE = b"This file cannot be read, so its text is not shown.\n"
SEEN, NAMES = "seen", "names"
NOT_SAID = "not said"
SETTLED_NS = 2_000_000_000
"""A file that was changed so shortly before it was read may change again without looking otherwise."""

Look = tuple[int, ...]
"""How a file looks: when it was changed, when anything of it was, its size and its number."""
UNSETTLED: Look = (0,)
NO_FILE: Look = ()


class Seen(NamedTuple):
    """What was seen of a file."""

    look: Look
    digest: str
    """Hash of its bytes."""
    clean: str = ""
    """Mark of the rules by which there was nothing to redact in it."""


class Digests:
    """Knows what was read in the builds before."""

    def __init__(self, kept: Mapping[str, tuple[Look, str, str]]) -> None:
        """Take what was kept, by path in the wiki."""
        self.kept = kept
        self.seen: dict[str, tuple[Look, str, str]] = {}
        """What this build saw."""
        self._now_ns = time.time_ns()
        self._read: dict[str, bytes] = {}

    def clean(self, files: Mapping[str, File], rules: str) -> dict[str, str]:
        """Give the hashes of files that look as they did when there was nothing to redact in them by these rules."""
        found: dict[str, str] = {}
        kept, seen = self.kept, self.seen
        for path, file in files.items():
            known = kept.get(path)
            if known is not None and known[2] == rules and self._looks(file, known[0]):
                seen[path] = known
                found[path] = known[1]
        return found

    def of(self, file: File) -> Seen:
        """Say what is to be seen of a file of the wiki; one that cannot be read is named, and stops no others."""
        try:
            return self._of(file)
        except OSError as error:
            log.warning("%s cannot be read: %s", file.src_uri, error.strerror or error)
            file.content_bytes = UNREADABLE
            return self._of(file)

    def _of(self, file: File) -> Seen:
        path = file.src_uri
        look = self._look(file)
        known = self.kept.get(path)
        if known is not None and known[0] == look != UNSETTLED:
            self.seen[path] = known
            return Seen._make(known)
        data = _bytes(file)
        seen = Seen(look, hashlib.sha256(data).hexdigest())
        if look:
            self._read[path], self.seen[path] = data, (look, seen.digest, "")
        return seen

    def is_clean(self, path: str, rules: str) -> None:
        """Remember by which rules there was nothing to redact in a file."""
        if path in self.seen:
            self.seen[path] = (*self.seen[path][:2], rules)

    def data(self, file: File) -> bytes:
        """Give the bytes of a file, which is not read twice before it is forgotten."""
        path = file.src_uri
        if path not in self._read:
            self._read[path] = _bytes(file)
        return self._read[path]

    def forget(self, path: str) -> None:
        """Forget the bytes of a file."""
        self._read.pop(path, None)

    def keep(self, cache: Cache, clean_names: str) -> None:
        """Keep what was seen, and the mark of the names in which there was nothing."""
        cache.put_shelf(LOOKED, SEEN, self.seen)
        if clean_names != cache.looked(NAMES):
            cache.put_looked(NAMES, clean_names)

    def _looks(self, file: File, look: Look) -> bool:
        """Tell whether a file looks so; it is asked for each of ten thousand, and so does the least."""
        if len(look) == len(UNSETTLED):
            return False
        try:
            place = file.src_dir if "abs_src_path" not in file.__dict__ else None
            if place is None or not look:
                return look == self._look(file) != UNSETTLED
            found = os.stat(f"{place}/{file.src_uri}")  # noqa: PTH116 - the quicker of two
        except OSError:
            return False
        times = found.st_mtime_ns, found.st_ctime_ns
        if (*times, found.st_size, found.st_ino) != look or not stat.S_ISREG(found.st_mode):
            return False
        return self._now_ns - max(times) > SETTLED_NS

    def _look(self, file: File) -> Look:
        """Say how a file looks."""
        given = file.__dict__.get("abs_src_path", NOT_SAID)  # asking for it would make it
        if given is None:
            return NO_FILE
        said = given is NOT_SAID and file.src_dir is not None
        return _look_of(os.stat(f"{file.src_dir}/{file.src_uri}" if said else str(file.abs_src_path)), self._now_ns)  # noqa: PTH116 - the quicker of two


def _bytes(file: File) -> bytes:
    """Read a file: one that lies in the wiki in the quickest way, for each page. Raises OSError."""
    if file.src_dir is None or getattr(file, "_content", "") is not None:
        return file.content_bytes
    found = os.open(f"{file.src_dir}/{file.src_uri}", os.O_RDONLY | getattr(os, "O_BINARY", 0))
    try:
        size = os.fstat(found).st_size + 1
        parts = [os.read(found, size)]
        while parts[-1] and sum(map(len, parts)) != size - 1:
            parts.append(os.read(found, size))
    finally:
        os.close(found)
    return b"".join(parts)


def _look_of(found: os.stat_result, now_ns: int) -> Look:
    """Say how a file looks. Raises OSError for a pipe and the like, whose reader might wait for ever."""
    if not stat.S_ISREG(found.st_mode):
        raise OSError("it is no regular file")
    changed, touched = found.st_mtime_ns, found.st_ctime_ns
    settled = now_ns - max(changed, touched) > SETTLED_NS
    return (changed, touched, found.st_size, found.st_ino) if settled else UNSETTLED

"""The hashes of the wiki's files: one that looks as it did when it was read is not read again."""

import hashlib
import os
import time
from collections.abc import Mapping

from mkdocs.structure.files import File

from distill.search.refresh import UNSETTLED, look_of

Seen = tuple[str, str]
"""How a file looked, and the hash of its bytes."""


class Digests:
    """Knows what was read in the builds before."""

    def __init__(self, kept: Mapping[str, Seen]) -> None:
        """Take what was kept, by path in the wiki."""
        self.kept = kept
        self.seen: dict[str, Seen] = {}
        """What this build saw."""
        self._now_ns = time.time_ns()
        self._read: dict[str, bytes] = {}

    def of(self, file: File) -> str:
        """Hash a file of the wiki."""
        if file.abs_src_path is None:
            return hashlib.sha256(file.content_bytes).hexdigest()
        look = look_of(os.stat(file.abs_src_path), self._now_ns)  # noqa: PTH116 - the quicker of two, for each file
        known = self.kept.get(file.src_uri)
        if known is None or known[0] != look or look == UNSETTLED:
            self._read[file.src_uri] = file.content_bytes
            known = (look, hashlib.sha256(self._read[file.src_uri]).hexdigest())
        self.seen[file.src_uri] = known
        return known[1]

    def data(self, file: File) -> bytes:
        """Give the bytes of a file, which is not read twice in a build."""
        known = self._read.get(file.src_uri)
        return file.content_bytes if known is None else known

    def forget(self, path: str) -> None:
        """Forget the bytes of a file."""
        self._read.pop(path, None)

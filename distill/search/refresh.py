"""Brings the index up to the pages on disk: only what is new, changed or gone is touched."""

import hashlib
import os
import sqlite3
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from distill import files
from distill.search import store
from distill.search.record import record
from distill.search.store import Stamp

INDEXES = frozenset({"index.md", "README.md"})
"""Files beside the pages that are pages about the pages."""
MOST_BYTES = 16_000_000
SETTLED_NS = 2_000_000_000
"""A file that was changed so shortly before it was read may change again without looking otherwise."""
UNSETTLED = "unsettled"


@dataclass(frozen=True, slots=True)
class Change:
    """A file that does not look as it is remembered."""

    path: Path
    seen: str
    old: Stamp | None


def refresh(connection: sqlite3.Connection, sessions: Path, *, now_ns: int) -> int:
    """Take in what changed in the folder of pages since the last time; tell how many pages.

    Raises OSError where the folder cannot be listed, sqlite3.Error for a disk that says no.
    """
    known = store.stamps(connection)
    seen = looks(sessions, now_ns)
    if seen == {name: stamp.seen for name, stamp in known.items()} and UNSETTLED not in seen.values():
        return 0
    with store.writing(connection):
        return _apply(connection, sessions, seen, store.stamps(connection))


def looks(sessions: Path, now_ns: int) -> dict[str, str]:
    """Say of each page how its file looks, without reading it. Raises OSError; a folder that is not there is empty."""
    if not sessions.is_dir():
        return {}
    with os.scandir(sessions) as found:
        return {entry.name: look_of(entry.stat(), now_ns) for entry in found if _is_page(entry)}


def _is_page(entry: os.DirEntry[str]) -> bool:
    name = entry.name
    return name.endswith(".md") and name[0] != "." and name not in INDEXES and entry.is_file()


def look_of(found: os.stat_result, now_ns: int) -> str:
    """Say how a file looks; one that has just been changed may change again unseen."""
    settled = now_ns - max(found.st_mtime_ns, found.st_ctime_ns) > SETTLED_NS
    return f"{found.st_mtime_ns}:{found.st_ctime_ns}:{found.st_size}:{found.st_ino}" if settled else UNSETTLED


def _apply(connection: sqlite3.Connection, sessions: Path, seen: Mapping[str, str], known: Mapping[str, Stamp]) -> int:
    gone = [name for name in known if name not in seen]
    for name in gone:
        store.remove(connection, name)
    taken_in = [_take_in(connection, change) for change in _changes(sessions, seen, known)]
    if gone or any(replaced for _, replaced in taken_in):
        store.tidy(connection)
    return len(gone) + sum(changed for changed, _ in taken_in)


def _changes(sessions: Path, seen: Mapping[str, str], known: Mapping[str, Stamp]) -> Iterator[Change]:
    for name, look in seen.items():
        old = known.get(name)
        if old is None or old.seen != look or look == UNSETTLED:
            yield Change(sessions / name, look, old)


def _take_in(connection: sqlite3.Connection, change: Change) -> tuple[bool, bool]:
    """Take in one file; tell whether it changed anything, and whether it took the place of another text."""
    name, old = change.path.name, change.old
    try:
        data = files.read_bounded(change.path, MOST_BYTES)[:MOST_BYTES]
    except OSError:  # gone since, or not for us to read
        data = b""
    sha256 = hashlib.sha256(data).hexdigest()
    if old is not None and old.sha256 == sha256:
        store.touch(connection, name, change.seen)
        return False, False
    if old is not None:
        store.remove(connection, name)
    store.add(connection, name, Stamp(change.seen, sha256), record(name, data.decode("utf-8-sig", "replace")))
    return True, old is not None

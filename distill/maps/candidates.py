"""The files that may be restore maps, with what their heads say. Reads raw text; nothing of it goes out."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from distill import files
from distill.compaction.unfilled import is_unfilled
from distill.maps import facts
from distill.maps.decode import decode
from distill.model import Seat, SessionId

HEAD_BYTES = 65_536
MAX_CANDIDATES = 2_000
"""Bound on files looked at; the newest by modification time are kept."""
NOT_MAPS = ("restored",)
"""Beginnings of names of notes that lie beside maps: `RESTORED-<time>.md` is the note of a finished restore."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A readable file that may be a restore map."""

    path: Path
    seat: Seat
    session_id: SessionId
    written: datetime
    """UTC: the time inside the map where it says one with a zone, else the modification time."""
    modified: datetime
    whole: bool


@dataclass(frozen=True, slots=True)
class Begun:
    """The template of a map, which nobody has filled in yet."""

    path: Path


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A file that matches the globs and cannot be read: a folder, a broken link, no permission."""

    path: Path
    why: str


def find(globs: tuple[str, ...], folders: tuple[Path, ...]) -> list[Candidate | Begun | Unreadable]:
    """Look at all files that the globs match below the folders, the one that was changed last first."""
    paths = sorted(set(_matches(globs, folders)), key=_modified, reverse=True)[:MAX_CANDIDATES]
    looked = (_look(path) for path in paths)
    return [found for found in looked if found is not None]


def _matches(globs: tuple[str, ...], folders: tuple[Path, ...]) -> Iterator[Path]:
    for pattern in globs:
        path = Path(pattern).expanduser()
        if path.is_absolute():
            yield from Path(path.anchor).glob(str(path.relative_to(path.anchor)))
            continue
        for folder in folders:
            yield from folder.glob(pattern)


def _modified(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return float("inf")  # a broken link is looked at, and then named


def _look(path: Path) -> Candidate | Begun | Unreadable | None:
    if path.name.lower().startswith(NOT_MAPS) or path.name.startswith("."):
        return None
    try:
        modified = datetime.fromtimestamp(path.stat().st_mtime, UTC)
        head = decode(files.read_bounded(path, HEAD_BYTES)).text
        tail = _tail(path)
    except OSError as error:
        return Unreadable(path, error.strerror or type(error).__name__)
    if facts.is_page(head) or (facts.is_handoff(head) and "restore-map" not in path.name.lower()):
        return None
    if is_unfilled(head):
        return Begun(path)
    written = facts.written_of(head, str(path))
    return Candidate(
        path=path,
        seat=facts.seat_of(head, str(path)),
        session_id=facts.session_of(head),
        written=written.at if written and written.zoned else modified,
        modified=modified,
        whole=facts.is_whole(tail),
    )


def _tail(path: Path) -> str:
    with path.open("rb") as stream:
        stream.seek(0, os.SEEK_END)
        stream.seek(max(0, stream.tell() - 200))
        return stream.read().decode("utf-8", "replace")

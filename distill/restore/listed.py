"""What stands behind an entry of the reading list: a file with its lines and its time, or nothing that can be read."""

import os
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path

MOST_BYTES = 256_000_000
"""A larger file is not counted: no agent reads it whole."""
BLOCK = 1_048_576
HEAD = 8_192
NO_WAIT = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
"""What has nothing to give, as the kernel's log, is empty, and holds nobody."""


class Thing(StrEnum):
    """What an entry leads to."""

    FILE = "file"
    FOLDER = "folder"
    PATTERN = "pattern"
    """Stands for several files."""
    MISSING = "missing"
    TOO_LARGE = "too large"
    UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True, kw_only=True)
class Listed:
    """One entry as it is on the disk now."""

    thing: Thing
    path: str = ""
    """Absolute, links followed."""
    lines: int = 0
    changed_at: datetime | None = None
    is_binary: bool = False


def look(entry: str, folders: tuple[Path, ...]) -> Listed:
    """Look at an entry; a relative one is looked for below each folder in turn, the first that is there counts."""
    try:
        paths = [Path(entry).expanduser()] if entry.startswith(("/", "~")) else [f / entry for f in folders]
        there = next((path for path in paths if path.exists()), None)
        if there is not None:
            return _look(there)
    except (OSError, ValueError, RuntimeError):
        return Listed(thing=Thing.UNREADABLE)
    if any(c in entry for c in "*?["):
        return Listed(thing=Thing.PATTERN)
    return Listed(thing=Thing.MISSING, path=real(str(paths[0])) if paths else "")


def real(path: str) -> str:
    """Bring a path to one form, links followed as far as they lead."""
    try:
        return os.path.realpath(Path(path).expanduser())
    except (OSError, ValueError, RuntimeError):
        return path


def _look(path: Path) -> Listed:
    known = path.stat()
    changed, where = datetime.fromtimestamp(known.st_mtime, UTC), real(str(path))
    if path.is_dir():
        return Listed(thing=Thing.FOLDER, path=where, changed_at=changed)
    if not path.is_file():
        return Listed(thing=Thing.UNREADABLE, path=where)
    if known.st_size > MOST_BYTES:
        return Listed(thing=Thing.TOO_LARGE, path=where, changed_at=changed)
    lines, binary = _counted(path)
    return Listed(thing=Thing.FILE, path=where, lines=lines, changed_at=changed, is_binary=binary)


def _counted(path: Path) -> tuple[int, bool]:
    """Count lines as editors do: a last one without a line end is one. Tell, too, whether the file is no text."""
    count, last, binary, passed = 0, b"\n", False, 0
    with os.fdopen(os.open(path, os.O_RDONLY | NO_WAIT), "rb") as stream:
        while passed <= MOST_BYTES and (block := stream.read(BLOCK)):
            binary |= not passed and b"\0" in block[:HEAD]
            count, last, passed = count + block.count(b"\n"), block[-1:], passed + len(block)
    return count + (last != b"\n"), binary

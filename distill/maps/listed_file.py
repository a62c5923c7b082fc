"""What stands behind an entry of a reading list, and how many tokens it is."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from distill import files
from distill.maps.decode import decode, looks_binary
from distill.maps.entry import Entry, EntryKind
from distill.model import Lines

MOST_WHOLE = 262_144
"""Bytes beyond which Claude Code's Read tool refuses a file that is not asked for in pieces (measured with 2.1)."""
MOST_READ = 8_000_000
"""Bytes beyond which no file is counted, not even in pieces."""
PATTERN = frozenset("*?[")


class Behind(StrEnum):
    """What an entry leads to."""

    TEXT = "text"
    NOTHING = "nothing"
    """A name or a command: there is nothing to count."""
    MISSING = "missing"
    FOLDER = "folder"
    PATTERN = "pattern"
    BINARY = "binary"
    OVERSIZE = "oversize"
    UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """An entry as it is on the disk now."""

    behind: Behind
    tokens: int | None = None
    line_count: int = 0
    detail: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Eyes:
    """Where to look and how to count."""

    folders: tuple[Path, ...]
    """A relative path is looked for below each in turn."""
    itself: Path
    """The map, whose own text is counted without its figures, so that writing them changes nothing."""
    own_text: str
    count: Callable[[str], int]


def look(entry: Entry, eyes: Eyes, *, means_this_map: bool = False) -> Look:
    """Look at an entry. Runs no command and never raises."""
    if means_this_map:
        return _counted(eyes.own_text, entry.ranges, eyes)
    if entry.kind is EntryKind.COMMAND:
        return Look(behind=Behind.NOTHING)
    try:
        path = _found(entry.text, eyes.folders)
        if path is None:
            return _absent(entry)
        return _counted(eyes.own_text, entry.ranges, eyes) if _same(path, eyes.itself) else _file(path, entry, eyes)
    except (OSError, ValueError, RuntimeError) as error:
        return Look(behind=Behind.UNREADABLE, detail=getattr(error, "strerror", None) or type(error).__name__)


def _found(text: str, folders: tuple[Path, ...]) -> Path | None:
    if not text or "\0" in text:
        return None
    bare = Path(text).expanduser()
    paths = [bare] if bare.is_absolute() else [folder / bare for folder in folders]
    return next((path for path in paths if os.path.lexists(path)), None)


def _absent(entry: Entry) -> Look:
    if entry.kind is EntryKind.NAME:
        return Look(behind=Behind.NOTHING)
    return Look(behind=Behind.PATTERN if PATTERN & set(entry.text) else Behind.MISSING)


def _same(path: Path, other: Path) -> bool:
    return path.exists() and other.exists() and path.samefile(other)


def _file(path: Path, entry: Entry, eyes: Eyes) -> Look:
    if path.is_dir():
        return Look(behind=Behind.FOLDER)
    data = files.read_bounded(path, MOST_READ)
    if looks_binary(data):
        return Look(behind=Behind.BINARY)
    if len(data) > (MOST_READ if entry.ranges else MOST_WHOLE):
        return Look(behind=Behind.OVERSIZE)
    return _counted(decode(data).text, entry.ranges, eyes)


def _counted(text: str, ranges: tuple[Lines, ...], eyes: Eyes) -> Look:
    rows = text.split("\n")
    if rows[-1] == "":
        rows.pop()
    if ranges:
        wanted = {number for lines in ranges for number in range(lines.first, min(lines.last, len(rows)) + 1)}
        text = "\n".join(rows[number - 1] for number in sorted(wanted))
    return Look(behind=Behind.TEXT, tokens=eyes.count(text), line_count=len(rows))

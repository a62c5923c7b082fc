"""The reading list of a captured map: what was written, then what was read, with the lines that were read."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

from distill import files
from distill.agents.transcripts.since_compaction import SinceCompaction
from distill.maps.decode import decode, looks_binary
from distill.maps.listed_file import MOST_READ, MOST_WHOLE
from distill.maps.template import NewRow
from distill.model import Lines
from distill.restore import ranges
from distill.restore.reads import FileReads, collect
from distill.sessions.document import below

MOST_WRITTEN = 12
MOST_READ_FILES = 12
MOST_RANGES = 6
"""Ranges of one file that a row names; with more of them the whole is meant."""


def rows_of(
    session: SinceCompaction, written: list[str], folder: Path, root: str, count: Callable[[str], int]
) -> tuple[list[NewRow], list[NewRow]]:
    """Give the rows of the files that were written and of those that were only read, the last ones first."""
    reads = collect(session.facts, lambda path: os.path.normpath(folder / path)).files
    own = list(dict.fromkeys(os.path.normpath(folder / path) for path in written))
    first = list(_rows(own, {}, root, count, "Written by the agent", MOST_WRITTEN))
    others = [path for path in reads if path not in own]
    return first, list(_rows(others, reads, root, count, "Read by the agent", MOST_READ_FILES))


def _rows(
    paths: list[str], reads: dict[str, FileReads], root: str, count: Callable[[str], int], why: str, most: int
) -> Iterator[NewRow]:
    for path in paths:
        if most == 0:
            return
        row = _row(path, reads.get(path), root, count, why)
        if row:
            most -= 1
            yield row


def _row(path: str, read: FileReads | None, root: str, count: Callable[[str], int], why: str) -> NewRow | None:
    """Make the row of a file that is still there and can be read; of one that was read in part, with its lines."""
    try:
        data = files.read_bounded(Path(path), MOST_READ)
    except (OSError, ValueError):
        return None
    if len(data) > MOST_READ or looks_binary(data):
        return None
    lines = decode(data).text.removesuffix("\n").split("\n")
    part = _part(read, len(lines))
    if not part and len(data) > MOST_WHOLE:
        return None
    name = below(path, root)
    if part:
        name += ":" + ",".join(f"{one.first}-{one.last}" for one in part)
        lines = [line for one in part for line in lines[one.first - 1 : one.last]]
    return NewRow(name, count("\n".join(lines)), why)


def _part(read: FileReads | None, line_count: int) -> tuple[Lines, ...]:
    """Tell which lines were read, where that was neither all nor too scattered to say."""
    found = read.lines(line_count) if read else ()
    whole = ranges.count(found) >= line_count
    return () if whole or len(found) > MOST_RANGES else found

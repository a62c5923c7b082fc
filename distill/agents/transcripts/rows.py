"""JSON Lines from the end to the beginning, whatever the bytes are, in bounded memory.

Lines are split at LF bytes alone: U+2028 inside a string is part of it. What is no object is counted and passed over;
of a line that is too long only its head is kept, to tell what it was.
"""

import json
import os
import re
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, BinaryIO

BLOCK = 262_144
MOST_LINE = 2_000_000
"""Bytes of the longest line that is parsed: longer ones hold images and whole requests, no words of a person."""
HEAD = 4_096
MOST_RECORDS = 64
"""Records looked for on one line."""
_SOUND = rb"user|assistant|system|attachment|event_msg|response_item|compacted"
_BULK = re.compile(rb'\{\s*"type"\s*:\s*"(?!(?:' + _SOUND + rb')")[^"]{1,60}"')
_BULK_OF_CODEX = re.compile(
    rb'\{[^{}\[\]]{0,200}?"type"\s*:\s*"(?:session_meta|token_usage_record|turn_context|world_state)"'
)
_JOINED = b'}{"'
_RECORD = re.compile(r'\{\s*"(?:parentUuid|type|timestamp|isSidechain|logicalParentUuid)"\s*:')
_STAMP = re.compile(rb'"timestamp"\s*:\s*"([0-9T:.Z+-]{10,40})"')
_BOUNDARY = re.compile(rb'"subtype"\s*:\s*"compact_boundary"')
_COMPACTED = re.compile(rb'\{[^{}\[\]]{0,200}?"type"\s*:\s*"compacted"')
_BLANK = b" \t\r\0"
_DECODER = json.JSONDecoder(strict=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """What one line held."""

    records: tuple[dict[str, Any], ...] = ()
    """Its objects, the last one first."""
    parsed: int = 0
    """Bytes that were parsed; 0 for lines that were passed over."""
    passed: int = 0
    """Bytes of the line."""
    unread: int = 0
    """How much of it could not be read: 1 for a broken or overlong line."""


@dataclass(frozen=True, slots=True)
class _Line:
    data: bytes
    length: int


def newest_first(path: str) -> Iterator[Row]:
    """Give the rows of a file, the last one first; nothing for a file that cannot be read. Never raises."""
    try:
        with _opened(path) as stream:
            size = os.fstat(stream.fileno()).st_size
            for line in _lines(stream, size):
                if line.length:
                    yield _row(line)
    except (OSError, ValueError):
        return


def _opened(path: str) -> BinaryIO:
    """Open a regular file; a pipe or a device would make the worker wait. Raises OSError, ValueError."""
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    stream = os.fdopen(os.open(path, flags), "rb", buffering=0)
    if not stat.S_ISREG(os.fstat(stream.fileno()).st_mode):
        stream.close()
        raise OSError("not a regular file")
    return stream


def _lines(stream: BinaryIO, position: int) -> Iterator[_Line]:
    """Read blocks backwards from `position` and give whole lines, or the heads of overlong ones."""
    pieces: list[bytes] = []
    held = 0
    while position > 0:
        start = max(0, position - BLOCK)
        stream.seek(start)
        block = stream.read(position - start) or b""
        position, stop = start, len(block)
        while (cut := block.rfind(b"\n", 0, stop)) >= 0:
            pieces.append(block[cut + 1 : stop])
            yield _joined(pieces, held + stop - cut - 1)
            pieces, held, stop = [], 0, cut
        pieces.append(block[:stop])
        held += stop
        if held > MOST_LINE:
            pieces = [pieces[-1][:HEAD]]
    if held:
        yield _joined(pieces, held)


def _joined(pieces: list[bytes], length: int) -> _Line:
    """Put the pieces of a line together, which were found from its end; of an overlong one keep the head."""
    if length > MOST_LINE:
        return _Line(b"".join(piece[:HEAD] for piece in reversed(pieces))[:HEAD], length)
    return _Line(b"".join(reversed(pieces)), length)


def _row(line: _Line) -> Row:
    data = line.data.strip(_BLANK)
    if not data:
        return Row(passed=line.length, unread=1 if b"\0" in line.data else 0)
    if line.length > MOST_LINE:
        return _overlong(data, line.length)
    if _is_bulk(data) and _JOINED not in data:
        return Row(passed=line.length)
    records, unread = _records(data.decode("utf-8", "replace"))
    return Row(records=tuple(reversed(records)), parsed=len(data), passed=line.length, unread=unread)


def _is_bulk(data: bytes) -> bool:
    """Tell rows that hold requests, settings and counters, without parsing them."""
    return bool(_BULK.match(data) or _BULK_OF_CODEX.match(data))


def _overlong(head: bytes, length: int) -> Row:
    """Tell from its head what a line was that is too long to parse: a boundary counts all the same."""
    stamp = _STAMP.search(head)
    at = stamp[1].decode("ascii") if stamp else ""
    if _COMPACTED.match(head):
        return Row(records=({"type": "compacted", "timestamp": at, "payload": {}},), passed=length, unread=1)
    if _BOUNDARY.search(head):
        record = {"type": "system", "subtype": "compact_boundary", "timestamp": at}
        return Row(records=(record,), passed=length, unread=1)
    return Row(passed=length, unread=0 if _is_bulk(head) else 1)


def _records(text: str) -> tuple[list[dict[str, Any]], int]:
    """Decode all objects on one line; a broken one does not hide the next. Return them and 1 for any trouble."""
    found: list[dict[str, Any]] = []
    position, unread = 0, 0
    for _ in range(MOST_RECORDS):
        while position < len(text) and text[position] in " \t\r\0":
            position += 1
        if position >= len(text):
            break
        try:
            value, position = _DECODER.raw_decode(text, position)
        except (ValueError, RecursionError):
            value = None
        if isinstance(value, dict):
            found.append(value)
            continue
        unread = 1
        following = _RECORD.search(text, position + 1)
        if following is None:
            break
        position = following.start()
    return found, unread

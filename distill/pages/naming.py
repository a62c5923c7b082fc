"""The name of a page: UTC date, seat, and the hash of the map's bytes."""

import hashlib
import re
from datetime import UTC, datetime

from distill.model import UNKNOWN_SEAT, Seat
from distill.pages.text import nfc

OUTSIDE = re.compile(r"[^A-Za-z0-9_.@-]")
PLACEHOLDER = re.compile(r"(REDACTED-[a-z0-9-]+)")
SEAT_LENGTH = 80
"""Longest seat part in characters: a name stays far below the 255 bytes of common file systems."""
DIGITS = 8
LONG_DIGITS = 16
"""Hexadecimal digits of the hash, and how many where two maps share the first eight."""


def page_name(written: datetime, seat: Seat, sha256: str, *, digits: int = DIGITS) -> str:
    """Name the page of a map by when it was written, whose it is, and its hash."""
    return f"{written.astimezone(UTC):%Y-%m-%d}-{seat_part(seat)}-{sha256[:digits]}.md"


def seat_part(seat: Seat) -> str:
    """Bring a seat to a form that is safe on every file system; seats that differ keep parts that differ."""
    composed = nfc(seat) or UNKNOWN_SEAT
    part = "".join(map(_lowered, PLACEHOLDER.split(OUTSIDE.sub("_", composed))))
    if part == composed == part.lower() and len(part) <= SEAT_LENGTH:
        return part
    mark = hashlib.sha256(composed.encode()).hexdigest()[:4]
    return f"{part[: SEAT_LENGTH - len(mark) - 1]}-{mark}"


def _lowered(piece: str) -> str:
    return piece if PLACEHOLDER.fullmatch(piece) else piece.lower()

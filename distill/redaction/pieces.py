"""Pieces: strings that code puts together, `"…" + "…"` or one below the other, read as the one string they are."""

import re
from collections.abc import Iterable, Iterator

from distill.redaction.excerpts import Excerpt
from distill.redaction.literals import ranges
from distill.redaction.spans import Detector, Span, View, flat

_PART = r"[A-Za-z0-9+/=_.~:@%-]{4,512}"
_JOINT = r"(?:[ \t]{0,8}[+.&][ \t]{0,8}(?:\\?\r?\n[ \t]{0,60})?|[ \t]{0,4}\\?\r?\n[ \t]{1,60}(?:[+.&][ \t]{0,4})?)"
_JOINED = "|".join(rf"{quote}{_PART}{quote}(?:{_JOINT}{quote}{_PART}{quote})+" for quote in ('"', "'"))
_PIECE = re.compile(rf"([\"'])({_PART})\1")
_MOST_BEFORE = 200  # characters of the line before, where a name may stand


def spans(text: str, detectors: Iterable[tuple[str, Detector]]) -> Iterator[Span]:
    """Ask detectors about strings in pieces."""
    read = _read(text)
    if read.text:
        view = View(read.text)
        for _, detector in detectors:
            yield from (given for span in detector(view) if (given := read.given(span)))


def _read(text: str) -> Excerpt:
    """Put the pieces together, with what stands before them in their line; empty where there are none."""
    read = Excerpt()
    for start, end in ranges(_JOINED, flat(text)):
        pieces = list(_PIECE.finditer(text, start, end))
        line = max(text.rfind("\n", max(0, start - _MOST_BEFORE), start) + 1, start - _MOST_BEFORE, 0)
        read.add(text[line : start + 1], line, start + 1)
        last = start + 1
        for piece in pieces:
            read.add("", last, piece.start(2))
            last = piece.end(2)
            read.add(piece[2], piece.start(2), piece.end(2))
        read.add(text[end - 1 : end] + "\n", end - 1, end)
    return read.closed()

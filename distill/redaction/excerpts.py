"""Excerpts: some stretches of a text, put together and perhaps rewritten, with the way back to their places."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from dataclasses import dataclass

from distill.redaction.spans import Span

_BREAK = "\n\n"
"""Stands between stretches that do not follow each other, so that nothing reads on."""


@dataclass(frozen=True, slots=True)
class _Piece:
    at: int
    start: int
    end: int
    width: int
    """Characters of the text that one of this piece stands for; 0 where that is not the same for all."""


class Excerpt:
    """What some stretches of a text read like."""

    def __init__(self) -> None:
        self.text = ""
        self._pieces: list[_Piece] = []
        self._seams: list[int] = []
        self._gaps: list[int] = []
        self._parts: list[str] = []
        self._size = 0

    def add(self, part: str, start: int, end: int) -> None:
        """Append what a stretch of the text reads like; stretches come in order."""
        if self._pieces and start > self._pieces[-1].end and part:
            self._gaps.append(self._size)
            self._append(_BREAK, self._pieces[-1].end, self._pieces[-1].end)
        if part:
            self._append(part, start, end)
        elif self._pieces and end > start:  # something that is not read at all joins what stands around it
            self._append("", start, end)

    def closed(self) -> "Excerpt":
        """Join what was added."""
        self.text = "".join(self._parts)
        return self

    def given(self, span: Span) -> Span | None:
        """Return a span's place in the text; None where it would join stretches that do not follow each other."""
        if bisect_left(self._gaps, span.end) > bisect_left(self._gaps, span.start):
            return None
        first, last = self._piece(span.start), self._piece(span.end - 1)
        start = first.start + (span.start - first.at) * first.width
        end = last.start + (span.end - last.at) * last.width if last.width else last.end
        return Span(start, end, span.kind, span.certainty)

    def _append(self, part: str, start: int, end: int) -> None:
        width, rest = divmod(end - start, len(part) or 1)
        self._pieces.append(_Piece(self._size, start, end, 0 if rest else width))
        self._seams.append(self._size)
        self._parts.append(part)
        self._size += len(part)

    def _piece(self, place: int) -> _Piece:
        return self._pieces[bisect_right(self._seams, place) - 1]


def around(text: str, places: Iterable[tuple[int, int]]) -> Excerpt:
    """Take the paragraphs that places lie in, with the ones after them."""
    excerpt, low, high = Excerpt(), -1, -1
    for start, end in places:
        before, after = _paragraph(text, start, end)
        if before > high:
            if high >= 0:
                excerpt.add(text[low:high], low, high)
            low = before
        high = max(high, after)
    if high >= 0:
        excerpt.add(text[low:high], low, high)
    return excerpt.closed()


_FARTHEST = 4000  # characters to one side; what detectors look at around a value is less


def _paragraph(text: str, start: int, end: int) -> tuple[int, int]:
    """Find where the paragraph of a place begins, and where the one after it ends: words lead to values below them."""
    first = text.rfind("\n\n", max(0, start - _FARTHEST), start)
    last = text.find("\n\n", end, end + _FARTHEST)
    after = text.find("\n\n", last + 2, end + _FARTHEST) if last >= 0 else -1
    low = first if first >= 0 else max(0, start - _FARTHEST)
    return low, after if after >= 0 else min(len(text), end + _FARTHEST)

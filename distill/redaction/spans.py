"""Spans: where a detector saw a secret, and how overlapping sightings become one."""

from collections.abc import Callable, Iterable, Iterator
from enum import IntEnum
from functools import cached_property
from typing import Any, NamedTuple


class Certainty(IntEnum):
    """How sure a detector is of what it saw; of spans that overlap, the surest names the kind."""

    GUESS = 1
    KEYED = 2
    SELF_NAMING = 3


class Span(NamedTuple):
    """A stretch of text, `start` included and `end` not, that holds one secret."""

    start: int
    end: int
    kind: str
    certainty: Certainty = Certainty.KEYED

    def shifted(self, offset: int) -> "Span":
        """Return the same span, seen from a text that begins `offset` characters earlier."""
        return Span(self.start + offset, self.end + offset, self.kind, self.certainty)


Detector = Callable[[str], Iterator[Span]]


def merged(spans: Iterable[Span]) -> list[Span]:
    """Join what overlaps; the surest span of a group names its kind, among those the longest."""
    found: list[Span] = []
    best: list[Span] = []
    for span in sorted(spans, key=lambda s: (s.start, -s.end, -s.certainty, s.kind)):
        if found and span.start < found[-1].end:
            best[-1] = max(best[-1], span, key=_weight)
            whole = max(found[-1].end, span.end)
            found[-1] = Span(found[-1].start, whole, best[-1].kind, best[-1].certainty)
        else:
            found.append(span)
            best.append(span)
    return found


def _weight(span: Span) -> tuple[Certainty, int]:
    return span.certainty, span.end - span.start


def finds(text: str, part: str, start: int = 0) -> Iterator[int]:
    """Yield every position of `part`, overlaps left out: the cheap test before any pattern."""
    at = text.find(part, start)
    while at >= 0:
        yield at
        at = text.find(part, at + len(part))


class View(str):  # noqa: SLOT000 - what it remembers stands in its dictionary
    """A text that remembers its flat and its lowered form, and what was found in it."""

    @cached_property
    def found(self) -> dict[str, Any]:
        """What was found in the text that several detectors ask for."""
        return {}

    @cached_property
    def flat(self) -> str:
        """The text in ASCII."""
        return _flat(self)

    @cached_property
    def low(self) -> "View":
        """The text in lower case."""
        low = View(_lowered(self))
        if _KELVIN not in self:  # no other letter beyond ASCII has a small one within
            low.flat = self.flat.lower()
        return low


def flat(text: str) -> str:
    """Put `?` for all that is not ASCII: searches for ASCII run several times faster and find the same places."""
    return text.flat if isinstance(text, View) else _flat(text)


def lowered(text: str) -> str:
    """Lower the case without moving any position (a few letters would grow)."""
    return text.low if isinstance(text, View) else _lowered(text)


_KELVIN = "\u212a"


def _flat(text: str) -> str:
    return str(text) if text.isascii() else text.encode("ascii", "replace").decode("ascii")


def _lowered(text: str) -> str:
    low = text.lower()
    if len(low) == len(text):
        return low
    return "".join(c.lower() if len(c.lower()) == 1 else c for c in text)

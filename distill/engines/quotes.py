"""Where in the map an item rests: the lines it names, put right by the words it quotes."""

import re
from collections.abc import Mapping, Sequence

from distill.engines import likeness
from distill.model import Lines

MOST_LINES = 60
"""A range longer than that says no more than 'somewhere'; it is cut to its beginning."""
_NEAR = 2
_SHORTEST_QUOTE = 12
_MARKS = re.compile(r"[\s`*_]+")


class Quotes:
    """The lines of one map, for looking up quotes."""

    def __init__(self, lines: Sequence[str]) -> None:
        self._lines = [_bare(line) for line in lines]

    def lines(self, named: object, quote: str) -> Lines | None:
        """Settle the lines of an item; None when neither its lines nor its quote lead to the map.

        Lines count from 1 and are brought within the map. When the quote stands elsewhere, and only there, that
        line is taken: models copy words better than they count lines. A quote that stands nowhere and has little in
        common with the lines named speaks against both.
        """
        given = self._given(named)
        found = self._found(quote)
        if given is None:
            return Lines(found[0], found[0]) if found else None
        if not found and not likeness.resembles(quote, self._near(given)):
            return None
        near = any(given.first - _NEAR <= line <= given.last + _NEAR for line in found)
        return given if near or len(found) != 1 else Lines(found[0], found[0])

    def _near(self, given: Lines) -> str:
        return "\n".join(self._lines[max(0, given.first - 1 - _NEAR) : given.last + _NEAR])

    def _given(self, named: object) -> Lines | None:
        if not isinstance(named, Mapping):
            return None
        first, last = _number(named.get("first")), _number(named.get("last"))
        if first is None and last is None:
            return None
        ends = [end for end in (first, last) if end is not None]
        low, high = (max(1, min(end, len(self._lines))) for end in (min(ends), max(ends)))
        return Lines(low, min(high, low + MOST_LINES - 1))

    def _found(self, quote: str) -> list[int]:
        bare = _bare(quote)
        if len(bare) < _SHORTEST_QUOTE:
            return []
        return [number for number, line in enumerate(self._lines, start=1) if bare in line]


def _number(value: object) -> int | None:
    if isinstance(value, bool):
        return None
    if isinstance(value, str) and re.fullmatch(r"\s*L?[0-9]{1,9}\s*", value):
        return int(value.strip().removeprefix("L"))
    if isinstance(value, int | float):
        return int(value) if abs(value) < 10**9 else None  # NaN and the infinities compare false or are too large
    return None


def _bare(text: str) -> str:
    return _MARKS.sub(" ", text).strip().casefold()

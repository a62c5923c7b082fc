"""Spans of RE2: where a pattern matches, without the objects that the library's wrapper makes for each match."""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from typing import Any

Range = tuple[int, int]


def spans_of(compiled: Any, data: bytes, most: int) -> list[Range] | None:  # noqa: ANN401 - a pattern of RE2
    """List where a pattern that matches nothing empty does; None for more than `most` places."""
    search = _search(compiled)
    if search is None:
        found = [match.span() for match in islice(compiled.finditer(data), most + 1)]
        return found if len(found) <= most else None
    found, at, size = [], 0, len(data)
    while (span := search(data, at, size)[0])[0] >= 0:
        found.append(span)
        at = span[1]
        if len(found) > most:
            return None
    return found


def finder(compiled: Any, data: bytes) -> Callable[[int], Range | None]:  # noqa: ANN401 - a pattern of RE2
    """Make a function that finds the first match from a place on."""
    search, size = _search(compiled), len(data)

    def first(at: int) -> Range | None:
        if search is None:
            match = compiled.search(data, at)
            return match.span() if match else None
        span = search(data, at, size)[0]
        return span if span[0] >= 0 else None

    return first


def in_text(data: bytes, spans: list[Range]) -> Iterator[Range]:
    """Turn places of UTF-8 into places of its text."""
    last = place = 0
    for low, high in spans:
        start = place + len(data[last:low].decode("utf-8"))
        last, place = high, start + len(data[low:high].decode("utf-8"))
        yield start, place


def _search(compiled: Any) -> Callable[[bytes, int, int], list[Range]] | None:  # noqa: ANN401
    """Take what the wrapper itself calls; None where another version has it under another name."""
    try:
        return partial(compiled._regexp.Match, type(compiled._regexp).Anchor.UNANCHORED)  # noqa: SLF001 - see above
    except AttributeError:
        return None

"""Arithmetic of ranges of lines: unions, differences, and spans that count from a file's end."""

from collections.abc import Iterable

from distill.agents.transcripts.read_facts import Span
from distill.model import Lines


def union(ranges: Iterable[Lines]) -> tuple[Lines, ...]:
    """Join ranges that overlap or touch; the result is sorted and parted by gaps."""
    found: list[Lines] = []
    for one in sorted(r for r in ranges if r.first <= r.last):
        if found and one.first <= found[-1].last + 1:
            found[-1] = Lines(found[-1].first, max(found[-1].last, one.last))
        else:
            found.append(one)
    return tuple(found)


def minus(needed: Iterable[Lines], covered: Iterable[Lines]) -> tuple[Lines, ...]:
    """Give what is needed and not covered, as a union."""
    holes = union(covered)
    found: list[Lines] = []
    for one in union(needed):
        first = one.first
        for hole in holes:
            if hole.last < first or hole.first > one.last:
                continue
            if hole.first > first:
                found.append(Lines(first, hole.first - 1))
            first = hole.last + 1
        if first <= one.last:
            found.append(Lines(first, one.last))
    return tuple(found)


def count(ranges: Iterable[Lines]) -> int:
    """Count the lines of a union."""
    return sum(one.last - one.first + 1 for one in union(ranges))


def of_file(spans: Iterable[Span], lines: int) -> tuple[Lines, ...]:
    """Bring spans to a file of so many lines; what lies outside of it is cut off."""
    found = []
    for span in spans:
        first = _from_start(span.first, lines)
        last = lines if span.last is None else _from_start(span.last, lines)
        if max(1, first) <= min(last, lines):
            found.append(Lines(max(1, first), min(last, lines)))
    return union(found)


def _from_start(number: int, lines: int) -> int:
    return lines + 1 + number if number < 0 else number

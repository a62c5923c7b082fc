"""A map too long for one request: superseded sections go first, then what is only looked up, then middles."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from distill.engines.ranks import Rank, Ranks

LONGEST_LINE = 2_000
"""Characters of one line that are shown when a map has to be shortened."""
_HEADING = re.compile(r" {0,3}#{1,6}\s+\S")
_FENCE = re.compile(r" {0,3}(?:```|~~~)")


@dataclass(frozen=True, slots=True)
class Shown:
    """One line of the map, by its number."""

    number: int
    text: str


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Lines of the map that are not shown, both ends included."""

    first: int
    last: int


@dataclass(frozen=True, slots=True)
class _Section:
    start: int
    lines: tuple[str, ...]

    @property
    def size(self) -> int:
        return sum(len(line) + 1 for line in self.lines)


def shorten(lines: Sequence[str], budget: int) -> list[Shown | LeftOut]:
    """Keep a map within `budget` characters, line numbers and the notes of what is left out not counted.

    Headings stay; superseded sections lose their text first, then lists that are only looked up; then every section
    keeps both its ends, the long ones losing most. Nothing is left out of a map that fits.
    """
    if sum(len(line) + 1 for line in lines) <= budget:
        return [Shown(number, line) for number, line in enumerate(lines, start=1)]
    sections = list(_sections([line[:LONGEST_LINE] for line in lines]))
    ranks = Ranks("\n".join(lines))
    of: dict[Rank, list[_Section]] = {rank: [] for rank in Rank}
    for section in sections:
        of[ranks.of(section.lines[0])].append(section)
    kept = {section.start for section in of[Rank.SUPERSEDED]}
    room = budget - sum(map(_head, of[Rank.SUPERSEDED]))
    kept |= _fitting(of[Rank.CARRIED], room - sum(map(_head, of[Rank.LOOKED_UP])))
    room -= sum(len(lines[n][:LONGEST_LINE]) + 1 for n in kept) - sum(map(_head, of[Rank.SUPERSEDED]))
    return list(_parts(lines, kept | _fitting(of[Rank.LOOKED_UP], room)))


def _fitting(sections: Sequence[_Section], room: int) -> set[int]:
    """Choose the lines of sections that fit into `room` characters together."""
    cap = _cap([section.size for section in sections], max(0, room))
    return {n for section in sections for n in _ends(section, cap)}


def _head(section: _Section) -> int:
    return len(section.lines[0]) + 1


def _sections(lines: Sequence[str]) -> Iterator[_Section]:
    start, fenced = 0, False
    for index, line in enumerate(lines):
        fenced ^= bool(_FENCE.match(line))
        if not fenced and index > start and _HEADING.match(line):
            yield _Section(start, tuple(lines[start:index]))
            start = index
    yield _Section(start, tuple(lines[start:]))


def _cap(sizes: Sequence[int], room: int) -> int:
    """Find the largest size that all sections can be cut to so that together they fit in `room`."""
    low, high = 0, max(sizes, default=0)
    while low < high:
        middle = (low + high + 1) // 2
        fits = sum(min(size, middle) for size in sizes) <= room
        low, high = (middle, high) if fits else (low, middle - 1)
    return low


def _ends(section: _Section, cap: int) -> Iterator[int]:
    """Take lines from both ends of a section in turn, the first line first, until `cap` characters are used."""
    left, right, used = 0, len(section.lines) - 1, 0
    while left <= right:
        from_left = left <= len(section.lines) - 1 - right
        index = left if from_left else right
        used += len(section.lines[index]) + 1
        if used > cap:
            return
        yield section.start + index
        left, right = (left + 1, right) if from_left else (left, right - 1)


def _parts(lines: Sequence[str], kept: set[int]) -> Iterator[Shown | LeftOut]:
    gap = 0
    for index, line in enumerate(lines):
        if index not in kept:
            gap += 1
            continue
        if gap:
            yield LeftOut(index - gap + 1, index)
        gap = 0
        yield Shown(index + 1, line[:LONGEST_LINE])
    if gap:
        yield LeftOut(len(lines) - gap + 1, len(lines))

"""The pages around a page: before and after it in its seat and its session, and those that name the same things."""

import hashlib
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from distill.site.catalogue import Summary
from distill.site.ties import Ties

MOST_RELATED = 5
MOST_SHARED = 3
"""Shared names that are told of one related page."""
WINDOW = 6
"""Pages before and after that are looked at for each name: work on one thing lies close together in time."""
COMMON = 60
"""A name that more pages hold ties none of them together."""
NUMBER_WEIGHT, PATH_WEIGHT, TICKET_WEIGHT = 2.0, 1.0, 3.0
MARK_BYTES = 12

Related = tuple[tuple[str, tuple[str, ...]], ...]
"""Names of pages, each with what it shares."""


class Known(NamedTuple):
    """What is known of a page, and the related pages that were found in a build before."""

    summary: Summary
    ties: Ties
    related: Related | None = None


@dataclass(frozen=True, slots=True)
class Steps:
    """The page before and the page after in a row of pages."""

    older: Summary | None = None
    newer: Summary | None = None


@dataclass(frozen=True, slots=True)
class Around:
    """The pages around one page."""

    seat: Steps = Steps()
    session: Steps = Steps()
    related: tuple[tuple[Summary, tuple[str, ...]], ...] = ()


NOTHING = Around()


class Neighbours:
    """Knows the pages around every page of a wiki."""

    def __init__(self, pages: Iterable[Known], touched: Mapping[str, int] | None = None) -> None:
        """Take all pages.

        `touched` says how many pages that came, went or changed name a thing: kept related pages stand where none of
        the page's things is in it. Without it nothing that was kept counts.
        """
        ordered = sorted(pages, key=lambda known: (known.summary.date, known.summary.name))
        self._names = [known.summary.name for known in ordered]
        self._known = {known.summary.name: known for known in ordered}
        self._touched = touched
        self._seats = _rows(known.summary.seat for known in ordered)
        self._sessions = _rows(known.ties.session for known in ordered)

    def of(self, name: str) -> tuple[Around, Related]:
        """Give the pages around one, and what the next build must know of the related ones."""
        known, at, related = self._known[name], self._places[name], self._related(name)
        around = Around(
            seat=self._steps(self._seats[known.summary.seat], at),
            session=self._steps(self._sessions[known.ties.session] if known.ties.session else [], at),
            related=tuple((self._known[other].summary, shared) for other, shared in related if other in self._known),
        )
        return around, related

    def mark(self, around: Around) -> str:
        """Hash all that can be said of the pages around a page."""
        steps = (around.seat.older, around.seat.newer, around.session.older, around.session.newer)
        parts = [self._said[page.name] if page else "" for page in steps]
        parts += [f"{self._said[page.name]}\0{' '.join(shared)}" for page, shared in around.related]
        return hashlib.blake2b("\1".join(parts).encode("utf-8", "surrogatepass"), digest_size=MARK_BYTES).hexdigest()

    def _related(self, name: str) -> Related:
        """Name the pages that share the most and the rarest things with one, the closest in time first."""
        known = self._known[name]
        if known.related is not None and self._live is not None and self._live.isdisjoint(known.ties.names):
            return known.related
        return self._found(self._places[name], known.ties.names)

    def _found(self, at: int, names: Collection[str]) -> Related:
        scores: dict[int, float] = defaultdict(float)
        shared: dict[int, list[str]] = defaultdict(list)
        for name in names:
            row = self._holders[name]
            if len(row) > COMMON:
                continue
            middle, weight = bisect_left(row, at), _weight(name) / len(row)
            for other in row[max(0, middle - WINDOW) : middle + WINDOW + 1]:
                if other != at:
                    scores[other] += weight
                    shared[other].append(name)
        best = sorted(scores, key=lambda other: (-scores[other], abs(other - at), other))[:MOST_RELATED]
        return tuple((self._names[other], tuple(shared[other][:MOST_SHARED])) for other in best)

    @cached_property
    def _places(self) -> dict[str, int]:
        return {name: at for at, name in enumerate(self._names)}

    @cached_property
    def _said(self) -> dict[str, str]:
        pages = (known.summary for known in self._known.values())
        return {page.name: f"{page.name}\0{page.title}\0{page.seat}" for page in pages}

    @cached_property
    def _holders(self) -> dict[str, list[int]]:
        """Give for each thing the places of the pages that name it."""
        return _rows_of((name, at) for at, page in enumerate(self._names) for name in self._known[page].ties.names)

    @cached_property
    def _live(self) -> set[str] | None:
        """Give the touched things that tie pages together, now or before; None where nothing kept counts."""
        if self._touched is None:
            return None
        return {name for name, pages in self._touched.items() if len(self._holders.get(name, ())) - pages <= COMMON}

    def _steps(self, row: list[int], at: int) -> Steps:
        place = bisect_left(row, at)
        older = row[place - 1] if place > 0 else None
        newer = row[place + 1] if place + 1 < len(row) else None
        return Steps(self._summary(older), self._summary(newer))

    def _summary(self, at: int | None) -> Summary | None:
        return None if at is None else self._known[self._names[at]].summary


def _rows(values: Iterable[str]) -> dict[str, list[int]]:
    return _rows_of((value, at) for at, value in enumerate(values))


def _rows_of(pairs: Iterable[tuple[str, int]]) -> dict[str, list[int]]:
    rows: dict[str, list[int]] = defaultdict(list)
    for value, at in pairs:
        rows[value].append(at)
    return rows


def _weight(name: str) -> float:
    if name.startswith("#"):
        return NUMBER_WEIGHT
    return PATH_WEIGHT if "/" in name else TICKET_WEIGHT

"""The pages around a page: before and after it in its seat and its session, and those that name the same things."""

import hashlib
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from datetime import datetime
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
NOWHERE = -1
"""No page: the last of what is said of pages, which is nothing."""

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
        known = sorted(pages, key=lambda one: _order(one.summary))
        self._ties, self._kept = [one.ties for one in known], [one.related for one in known]
        self._learn([one.summary for one in known], [one.ties.session for one in known], touched)

    def _learn(self, pages: list[Summary], sessions: list[str], touched: Mapping[str, int] | None) -> None:
        """Take the pages, the oldest first, with their sessions."""
        self._pages = pages
        self._times = [int(page.date.timestamp()) for page in pages]
        self._place([page.name for page in pages], [page.seat for page in pages], sessions, touched)

    def _place(
        self, names: list[str], seats: Sequence[str], sessions: list[str], touched: Mapping[str, int] | None
    ) -> None:
        self._places = dict(zip(names, range(len(names)), strict=True))
        self._touched = touched
        self._fresh: dict[int, Related] = {}
        self._said_of: dict[int, str] = {NOWHERE: ""}
        self._seats, self._sessions = _Rows(seats), _Rows(sessions)

    def mark(self, name: str) -> str:
        """Hash all that can be said of the pages around one."""
        at = self._places[name]
        parts = [self._said(step) for step in (*self._seats.around(at), *self._sessions.around(at))]
        for other, shared in self.related(name):
            if (place := self._places.get(other)) is not None:
                parts += (self._said(place), *shared)
        return hashlib.blake2b("\1".join(parts).encode("utf-8", "surrogatepass"), digest_size=MARK_BYTES).hexdigest()

    def _said(self, at: int) -> str:
        """Say all that is told of a page, or nothing of none; it is asked for by all the pages around."""
        if at not in self._said_of:
            page = self._page(at)
            self._said_of[at] = f"{page.name}\0{page.title}\0{page.seat}"
        return self._said_of[at]

    def around(self, name: str) -> Around:
        """Give the pages around one."""
        at = self._places[name]
        found = ((self._places.get(other), shared) for other, shared in self.related(name))
        return Around(
            seat=self._between(self._seats.around(at)),
            session=self._between(self._sessions.around(at)),
            related=tuple((self._page(place), shared) for place, shared in found if place is not None),
        )

    def related(self, name: str) -> Related:
        """Name the pages that share the most and the rarest things with one, the closest in time first."""
        at = self._places[name]
        names, kept = self._ties_of(at).names, self._kept_of(at)
        if kept is not None and self._live is not None and (not self._live or self._live.isdisjoint(names)):
            return kept
        if at not in self._fresh:
            self._fresh[at] = self._found(at, names)
        return self._fresh[at]

    def _page(self, at: int) -> Summary:
        return self._pages[at]

    def _time(self, at: int) -> int:
        return self._times[at]

    def _ties_of(self, at: int) -> Ties:
        return self._ties[at]

    def _kept_of(self, at: int) -> Related | None:
        return self._kept[at]

    def _found(self, at: int, names: Collection[str]) -> Related:
        scores: dict[int, float] = {}
        near: list[tuple[str, list[int]]] = []
        for name in names:
            row = self._holding(name)
            if len(row) > COMMON or row == [at]:
                continue
            middle, weight = bisect_left(row, at), _weight(name) / len(row)
            window = row[max(0, middle - WINDOW) : middle + WINDOW + 1]
            near.append((name, window))
            for other in window:
                scores[other] = scores.get(other, 0.0) + weight
        scores.pop(at, None)
        shared = ((other, [name for name, window in near if other in window]) for other in self._best(at, scores))
        return tuple((self._page(other).name, tuple(both[:MOST_SHARED])) for other, both in shared)

    def _best(self, at: int, scores: Mapping[int, float]) -> list[int]:
        """Choose by score, then by time and not by place: what was found of pages must not change with others."""
        time, now = self._time, self._time(at)
        asked: AbstractSet[int] = scores.keys()
        if len(scores) > MOST_RELATED:
            least = sorted(scores.values(), reverse=True)[MOST_RELATED - 1]
            asked = {other for other, score in scores.items() if score >= least}
        return sorted(asked, key=lambda other: (-scores[other], abs(time(other) - now), other))[:MOST_RELATED]

    def _holding(self, name: str) -> list[int]:
        """Give the places of the pages that name a thing."""
        return self._holders.get(name, [])

    @cached_property
    def _holders(self) -> dict[str, list[int]]:
        """Give for each thing the places of the pages that name it."""
        rows: dict[str, list[int]] = defaultdict(list)
        for at, ties in enumerate(self._ties):
            for name in ties.names:
                rows[name].append(at)
        return rows

    @cached_property
    def _live(self) -> set[str] | None:
        """Give the touched things that tie pages together, now or before; None where nothing kept counts."""
        if not self._touched:
            return None if self._touched is None else set()
        return {name for name, pages in self._touched.items() if len(self._holding(name)) - pages <= COMMON}

    def _between(self, steps: tuple[int, int]) -> Steps:
        older, newer = (None if step == NOWHERE else self._page(step) for step in steps)
        return Steps(older, newer)


def _order(page: Summary) -> tuple[datetime, str]:
    return page.date, page.name


class _Rows:
    """Places that have the same value, in rows."""

    def __init__(self, values: Sequence[str]) -> None:
        self._values = values
        rows = defaultdict[str, list[int]](list)
        for at, value in enumerate(values):
            rows[value].append(at)
        self._rows = rows

    def around(self, at: int) -> tuple[int, int]:
        """Give the place before one and the one after with the same value; an empty value is alone."""
        if not (value := self._values[at]):
            return NOWHERE, NOWHERE
        row = self._rows[value]
        here = bisect_left(row, at)
        return row[here - 1] if here else NOWHERE, row[here + 1] if here + 1 < len(row) else NOWHERE


def _weight(name: str) -> float:
    if name.startswith("#"):
        return NUMBER_WEIGHT
    return PATH_WEIGHT if "/" in name else TICKET_WEIGHT

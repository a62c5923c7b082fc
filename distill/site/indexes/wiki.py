"""The pages of a wiki, and what those of a month say together: months of the past are not gone through again."""

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from itertools import groupby
from typing import Any, Protocol

from distill.site.accounts import Account, hashed
from distill.site.indexes.totals import (
    Named,
    Rows,
    Totals,
    merged,
    named_joined,
    named_of,
    rows_of,
    totals_joined,
    totals_of,
)


class Memo(Protocol):
    """May keep plain values: tuples, texts and numbers."""

    def __call__(self, key: str, make: Callable[[], Any]) -> Any:  # noqa: ANN401 - values of many kinds
        """Give what is kept by a key, or make it."""

    def hold(self, keys: Iterable[str]) -> None:
        """Go on to keep what is not asked for now."""


class Unkept:
    """Keeps nothing."""

    def __call__(self, key: str, make: Callable[[], Any]) -> Any:  # noqa: ANN401, ARG002 - as above
        """Make it."""
        return make()

    def hold(self, keys: Iterable[str]) -> None:
        """Hold nothing."""


UNKEPT = Unkept()


class Month:
    """A month that has pages."""

    def __init__(self, name: str, pages: list[Account], memo: Memo, *, by_day: bool) -> None:
        """Take its pages, the newest first; `by_day`: what they say together is kept for each day, as some are new."""
        self.name, self.pages, self._memo = name, pages, memo
        days = [list(of_day) for _, of_day in groupby(pages, key=lambda page: page.day)] if by_day else []
        self._days = [Month(name, of_day, memo, by_day=False) for of_day in days]

    @cached_property
    def mark(self) -> str:
        """Hash all that a list can say of its pages."""
        return hashed(page.mark for page in self.pages)

    @cached_property
    def totals(self) -> Totals:
        """What its pages say together."""
        if self._days:
            return totals_joined([day.totals for day in self._days])
        return Totals(*self._memo(self._totals_key, lambda: tuple(totals_of(self.pages))))

    @property
    def keys(self) -> list[str]:
        """By which is kept what its pages name and what they say together."""
        return [key for day in self._days for key in day.keys] or [self._named_key, self._totals_key]

    @property
    def _named_key(self) -> str:
        return f"named {self.mark}"

    @property
    def _totals_key(self) -> str:
        return f"month {self.mark}"

    @cached_property
    def named(self) -> Named:
        """What its pages name."""
        if self._days:
            return named_joined([day.named for day in self._days])
        return Named(*self._memo(self._named_key, lambda: tuple(named_of(self.pages))))


class Wiki:
    """All pages."""

    def __init__(self, pages: Iterable[Account], memo: Memo = UNKEPT) -> None:
        """Take them, the newest first."""
        self.pages, self.memo = list(pages), memo

    @cached_property
    def months(self) -> list[Month]:
        """The months that have pages, the newest first."""
        found = by_month(self.pages)
        return [Month(name, pages, self.memo, by_day=not at) for at, (name, pages) in enumerate(found)]

    @cached_property
    def seats(self) -> dict[str, list[Account]]:
        """The pages of each seat, seats by their newest page."""
        found: dict[str, list[Account]] = {}
        for page in self.pages:
            found.setdefault(page.seat, []).append(page)
        return found

    @cached_property
    def named(self) -> dict[str, Account]:
        """The pages by their names."""
        return {page.name: page for page in self.pages}

    def hold(self) -> None:
        """Go on to keep what months say, though a build whose lists are all kept asks for none of it."""
        self.memo.hold(key for month in self.months for key in month.keys)

    def newest(self, of: Callable[[Named], Rows]) -> Rows:
        """Give what the newest month says of tags or ids."""
        return of(self.months[0].named) if self.months else ()

    def older(self, of: Callable[[Named], Rows], most: int) -> Rows:
        """Give what all other months say of them, which is much to go through."""
        return rows_of(merged(of(month.named) for month in self.months[1:]), most)

    def of_older(self, name: str, make: Callable[[], Any]) -> Any:  # noqa: ANN401 - as above
        """Give what is kept by a name of all months but the newest, or make it."""
        return self.memo(f"{name} {self._older_mark}", make)

    @cached_property
    def _older_mark(self) -> str:
        return hashed(month.mark for month in self.months[1:])

    @cached_property
    def mark(self) -> str:
        """Hash all that a list can say of all pages."""
        return hashed(page.mark for page in self.pages)


def by_month(pages: Sequence[Account]) -> list[tuple[str, list[Account]]]:
    """Group pages by the month of their maps, the newest first."""
    return [(month, list(of_month)) for month, of_month in groupby(pages, key=lambda page: page.month)]

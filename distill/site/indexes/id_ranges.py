"""Ids in ranges of a hundred numbers, each known by a few values, so that ids of past months are not gone through."""

import re
from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from distill.site.accounts import hashed
from distill.site.indexes.totals import OF_ID, Named, Names, Rows
from distill.site.indexes.wiki import Wiki

WIDTH = 100
"""Numbers of one range: fixed, so that an id stays in its range."""
ID = re.compile(r"(?P<kind>#|[A-Z][A-Z0-9]*-)(?P<number>[0-9]+)")
NUMBERS = "#"

Range = tuple[str, int]
Found = Mapping[str, tuple[int, Names]]
"""By id how many pages name it, and the names of the newest."""


class Told(NamedTuple):
    """What is known of a range."""

    ids: int
    newest: str
    """Name of the newest page that names one of its ids."""
    mark: str
    """Hash of all that can be said of them."""
    odd: tuple[str, ...]
    """Ids that begin with a nought, and so are not found by counting."""


class Ranges:
    """The ids of a wiki."""

    def __init__(self, wiki: Wiki) -> None:
        """Go through what the newest month names; what all others name is kept."""
        self.named: Found = wiki.counted("ids", _ids, OF_ID)
        """All ids, those that were named last first."""
        kept = wiki.of_older("id ranges", lambda: _plain(_told(wiki.older("ids", _ids, OF_ID), wiki)))
        older = {(kind, first): Told(*told) for kind, first, *told in kept}
        rows = wiki.newest(_ids)
        newest = _told(rows, wiki)
        fresh = Counter(range_of(name) for name, count, _ in rows if self.named[name][0] == count)
        joined = {at: _joined(older.get(at), told, fresh[at]) for at, told in newest.items()}
        self.told: dict[Range, Told] = {**joined, **{at: told for at, told in older.items() if at not in joined}}
        """What is known of each range, those in which something was named last first."""

    def ids(self, at: Range) -> Found:
        """Give the ids of a range in order."""
        kind, first = at
        counted = [name for number in range(first, first + WIDTH) if (name := f"{kind}{number}") in self.named]
        return {name: self.named[name] for name in sorted([*counted, *self.told[at].odd], key=_order)}


def range_of(name: str) -> Range:
    """Give the range that an id lies in."""
    found = ID.fullmatch(name)
    kind, number = (found["kind"], int(found["number"])) if found else (NUMBERS, 0)
    return kind, number - number % WIDTH


def _ids(named: Named) -> Rows:
    return named.ids


def _order(name: str) -> tuple[int, str]:
    return int(name.lstrip(NUMBERS).rpartition("-")[2]), name


def _told(rows: Rows, wiki: Wiki) -> dict[Range, Told]:
    found: dict[Range, list[tuple[str, int, Names]]] = {}
    for row in rows:
        found.setdefault(range_of(row[0]), []).append(row)
    return {
        at: Told(
            ids=len(of_range),
            newest=of_range[0][2][0],
            mark=hashed(f"{name} {count} {_marks(names, wiki)}" for name, count, names in of_range),
            odd=tuple(name for name, _, _ in of_range if _is_odd(name)),
        )
        for at, of_range in found.items()
    }


def _is_odd(name: str) -> bool:
    number = name.lstrip(NUMBERS).rpartition("-")[2]
    return number[0] == "0" and number != "0"


def _joined(older: Told | None, newest: Told, fresh: int) -> Told:
    if older is None:
        return newest
    odd = tuple(dict.fromkeys((*newest.odd, *older.odd)))
    return Told(older.ids + fresh, newest.newest, hashed([older.mark, newest.mark]), odd)


def _plain(told: Mapping[Range, Told]) -> tuple[tuple[object, ...], ...]:
    return tuple((*at, *each) for at, each in told.items())


def _marks(names: Names, wiki: Wiki) -> str:
    pages = wiki.named
    return "".join([pages[name].mark for name in names[:OF_ID]])

"""Ids in ranges of a hundred numbers, each known by a few values, so that ids of past months are not gone through."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from distill.site.accounts import hashed
from distill.site.indexes.totals import OF_ID, Named, Names, Rows, merged
from distill.site.indexes.wiki import Wiki
from distill.site.packed import packed, unpacked

WIDTH = 100
"""Numbers of one range: fixed, so that an id stays in its range."""
ID = re.compile(r"(?P<kind>#|[A-Z][A-Z0-9]*-)(?P<number>[0-9]+)")
NUMBERS = "#"

MOST_NEWEST = 100
"""Ids that are listed as the newest."""

Range = tuple[str, int]
Row = tuple[str, int, Names]
Found = Mapping[str, tuple[int, Names]]
"""By id how many pages name it, and the names of the newest."""


class Told(NamedTuple):
    """What is known of a range."""

    ids: int
    newest: str
    """Name of the newest page that names one of its ids."""
    mark: str
    """Hash of all that can be said of them."""


class Ranges:
    """The ids of a wiki."""

    def __init__(self, wiki: Wiki) -> None:
        """Go through what the newest month names; what all others name is kept, and read for few ranges."""
        kept, self._last, names = wiki.of_older("id ranges", lambda: _plain(wiki.older(_ids, OF_ID), wiki))
        older = {(kind, first): Told(*told) for kind, first, _, *told in kept}
        self._older: dict[Range, bytes] = {(kind, first): rows for kind, first, rows, *_ in kept}
        self._newest = wiki.newest(_ids)
        self._by_range = _by_range(self._newest)
        newest = _told(self._by_range, wiki)
        self._read: dict[Range, Found] = {}
        before = set(names)
        fresh = Counter(range_of(name) for name, _, _ in self._newest if name not in before)
        joined = {at: _joined(older.get(at), told, fresh[at]) for at, told in newest.items()}
        self.told: dict[Range, Told] = {**joined, **{at: told for at, told in older.items() if at not in joined}}
        """What is known of each range, those in which something was named last first."""

    def ids(self, at: Range) -> Found:
        """Give the ids of a range in order."""
        found = self._found(at)
        return {name: found[name] for name in sorted(found, key=_order)}

    def newest(self) -> Found:
        """Give the ids that were named last, the newest first."""
        last = dict.fromkeys(name for name, _, _ in (*self._newest[:MOST_NEWEST], *self._last))
        return {name: self._found(range_of(name))[name] for name in list(last)[:MOST_NEWEST]}

    def _found(self, at: Range) -> Found:
        """Give the ids of a range, those that were named last first."""
        if at not in self._read:
            older: Rows = unpacked(self._older.get(at, b"")) or ()
            self._read[at] = merged([tuple(self._by_range.get(at, ())), older])
        return self._read[at]


def range_of(name: str) -> Range:
    """Give the range that an id lies in."""
    found = ID.fullmatch(name)
    kind, number = (found["kind"], int(found["number"])) if found else (NUMBERS, 0)
    return kind, number - number % WIDTH


def _ids(named: Named) -> Rows:
    return named.ids


def _order(name: str) -> tuple[int, str]:
    return int(name.lstrip(NUMBERS).rpartition("-")[2]), name


def _by_range(rows: Rows) -> dict[Range, list[Row]]:
    found: dict[Range, list[Row]] = {}
    for row in rows:
        found.setdefault(range_of(row[0]), []).append(row)
    return found


def _told(found: Mapping[Range, Sequence[Row]], wiki: Wiki) -> dict[Range, Told]:
    return {
        at: Told(
            ids=len(of_range),
            newest=of_range[0][2][0],
            mark=hashed(f"{name} {count} {_marks(names, wiki)}" for name, count, names in of_range),
        )
        for at, of_range in found.items()
    }


def _joined(older: Told | None, newest: Told, fresh: int) -> Told:
    if older is None:
        return newest
    return Told(older.ids + fresh, newest.newest, hashed([older.mark, newest.mark]))


def _plain(rows: Rows, wiki: Wiki) -> tuple[object, ...]:
    """Write down what is known of ranges, each with its ids as bytes; ids that were named last, and the names of all.

    To read the names of ten thousand ids takes a tenth of reading who names them.
    """
    found = _by_range(rows)
    kept = tuple((*at, packed(tuple(found[at])), *told) for at, told in _told(found, wiki).items())
    return kept, rows[:MOST_NEWEST], tuple(name for name, _, _ in rows)


def _marks(names: Names, wiki: Wiki) -> str:
    pages = wiki.named
    return "".join([pages[name].mark for name in names[:OF_ID]])

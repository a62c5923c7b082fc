"""Tickets, pull requests and issues, each with the pages that name it."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from distill.site.accounts import Account, hashed
from distill.site.document import Block, Cell, Document, Heading, Inline, Link, Paragraph, Table
from distill.site.indexes.index import Index, index
from distill.site.indexes.totals import OF_ID, merged
from distill.site.indexes.wiki import Wiki

LIST = "tickets/index.md"
FOLDER = "tickets"
WIDTH = 100
"""Numbers on one page: fixed ranges, so that an id stays on its page."""
MOST_PAGES = OF_ID
"""Sessions that are named beside an id, the newest; the rest is found by a search for the id."""
MOST_RANGES = 1000
NEWEST = 100
ID = re.compile(r"(?P<kind>#|[A-Z][A-Z0-9]*-)(?P<number>[0-9]+)")
NUMBERS = "#"
HEAD = ("Id", "Sessions", "Newest", "Also named on")

Range = tuple[str, int]


class Found(NamedTuple):
    """The pages that name an id."""

    pages: int
    newest: list[Account]


Named = Mapping[str, Found]


def tickets(wiki: Wiki) -> Iterator[Index]:
    """Make the list of ids, and a page for each range of a hundred."""
    named = _named(wiki)
    ranges = _ranges(named)
    kept = dict(sorted(ranges.items(), key=lambda pair: -len(pair[1]))[:MOST_RANGES])
    ordered = {at: kept[at] for at in sorted(kept)}
    keys = {
        at: hashed(f"{name} {found.pages} {_marks(found)}" for name, found in of.items()) for at, of in kept.items()
    }
    newest = partial(_list, ordered, list(named)[:NEWEST])
    yield index(LIST, "Tickets and PRs", newest, wiki.pages[:NEWEST], *keys.values(), len(ranges))
    for at, of_range in ordered.items():
        yield Index(path_of(at), keys[at], partial(_page, at, of_range))


def _page(at: Range, named: Named) -> Document:
    return Document(path_of(at), title(at), tuple(_range(named)))


def title(at: Range) -> str:
    """Name a range."""
    kind, first = at
    return f"{kind}{first} to {kind}{first + WIDTH - 1}"


def path_of(at: Range) -> str:
    """Name the page of a range; no ticket is written in small letters, and none has a dot."""
    kind, first = at
    return f"{FOLDER}/{'number.' if kind == NUMBERS else kind}{first}.md"


def range_of(name: str) -> Range:
    """Give the range that an id lies in."""
    found = ID.fullmatch(name)
    kind, number = (found["kind"], int(found["number"])) if found else (NUMBERS, 0)
    return kind, number - number % WIDTH


def _named(wiki: Wiki) -> dict[str, Found]:
    """Collect ids, those of the newest pages first."""
    pages = wiki.named
    found = merged(month.totals.ids for month in wiki.months)
    return {name: Found(count, [pages[page] for page in of[:MOST_PAGES]]) for name, (count, of) in found.items()}


def _ranges(named: Named) -> dict[Range, dict[str, Found]]:
    found: dict[Range, dict[str, Found]] = {}
    for name, pages in named.items():
        found.setdefault(range_of(name), {})[name] = pages
    return found


def _marks(found: Found) -> str:
    return "".join([page.mark for page in found.newest])


def _list(ranges: Mapping[Range, Named], newest: Sequence[str]) -> Iterator[Block]:
    if not ranges:
        yield Paragraph("No tickets and no PRs yet.")
        return
    yield Heading("All ids")
    yield Table(("Ids", "Named", "Newest"), [_row(at, named) for at, named in ranges.items()], frozenset({1}))
    everything = {name: found for named in ranges.values() for name, found in named.items()}
    yield Heading("Newest ids")
    yield _table({name: everything[name] for name in newest if name in everything})


def _row(at: Range, named: Named) -> tuple[Cell, ...]:
    newest = max((found.newest[0] for found in named.values()), key=lambda page: page.summary.date)
    return Link(title(at), path_of(at)), str(len(named)), newest.dated


def _range(named: Named) -> Iterator[Block]:
    yield Paragraph(Link("All ids", LIST))
    yield _table(dict(sorted(named.items(), key=lambda pair: int(pair[0].lstrip(NUMBERS).rpartition("-")[2]))))


def _table(named: Named) -> Table:
    return Table(HEAD, [_id(name, found) for name, found in named.items()], frozenset({1}), filtered=True)


def _id(name: str, found: Found) -> tuple[Cell, ...]:
    newest, *others = found.newest
    also: list[Inline] = []
    for page in others:
        also += [", ", page.dated] if also else [page.dated]
    left = found.pages - MOST_PAGES
    more = (f" and {left} more",) if left > 0 else ()
    return name, str(found.pages), (newest.titled, f" {newest.summary.seat}"), (*also, *more)

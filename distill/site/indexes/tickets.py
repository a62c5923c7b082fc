"""Tickets, pull requests and issues, each with the pages that name it."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from distill.site.accounts import hashed
from distill.site.document import Block, Cell, Document, Heading, Inline, Link, Paragraph, Table
from distill.site.indexes.index import Index, index
from distill.site.indexes.totals import OF_ID, Names
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


Named = Mapping[str, tuple[int, Names]]
"""By id how many pages name it, and the names of the newest."""


def tickets(wiki: Wiki) -> Iterator[Index]:
    """Make the list of ids, and a page for each range of a hundred."""
    named = wiki.counted("ids", lambda named: named.ids, MOST_PAGES)
    ranges = _ranges(named)
    kept = dict(sorted(ranges.items(), key=lambda pair: -len(pair[1]))[:MOST_RANGES])
    ordered = {at: kept[at] for at in sorted(kept)}
    keys = {at: hashed(f"{name} {count} {_marks(of, wiki)}" for name, (count, of) in kept[at].items()) for at in kept}
    newest = partial(_list, wiki, ordered, list(named)[:NEWEST])
    yield index(LIST, "Tickets and PRs", newest, wiki.pages[:NEWEST], *keys.values(), len(ranges))
    for at, of_range in ordered.items():
        yield Index(path_of(at), keys[at], partial(_page, wiki, at, of_range))


def _page(wiki: Wiki, at: Range, named: Named) -> Document:
    return Document(path_of(at), title(at), tuple(_range(wiki, named)))


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


def _ranges(named: Named) -> dict[Range, dict[str, tuple[int, Names]]]:
    found: dict[Range, dict[str, tuple[int, Names]]] = {}
    for name, pages in named.items():
        found.setdefault(range_of(name), {})[name] = pages
    return found


def _marks(names: Names, wiki: Wiki) -> str:
    pages = wiki.named
    return "".join([pages[name].mark for name in names[:MOST_PAGES]])


def _list(wiki: Wiki, ranges: Mapping[Range, Named], newest: Sequence[str]) -> Iterator[Block]:
    if not ranges:
        yield Paragraph("No tickets and no PRs yet.")
        return
    yield Heading("All ids")
    rows = [_row(wiki, at, named) for at, named in ranges.items()]
    yield Table(("Ids", "Named", "Newest"), rows, frozenset({1}))
    everything = {name: found for named in ranges.values() for name, found in named.items()}
    yield Heading("Newest ids")
    yield _table(wiki, {name: everything[name] for name in newest if name in everything})


def _row(wiki: Wiki, at: Range, named: Named) -> tuple[Cell, ...]:
    newest = max((wiki.named[names[0]] for _, names in named.values()), key=lambda page: page.summary.date)
    return Link(title(at), path_of(at)), str(len(named)), newest.dated


def _range(wiki: Wiki, named: Named) -> Iterator[Block]:
    yield Paragraph(Link("All ids", LIST))
    ordered = sorted(named.items(), key=lambda pair: int(pair[0].lstrip(NUMBERS).rpartition("-")[2]))
    yield _table(wiki, dict(ordered))


def _table(wiki: Wiki, named: Named) -> Table:
    rows = [_id(wiki, name, count, names) for name, (count, names) in named.items()]
    return Table(HEAD, rows, frozenset({1}), filtered=True)


def _id(wiki: Wiki, name: str, count: int, names: Names) -> tuple[Cell, ...]:
    newest, *others = (wiki.named[name] for name in names[:MOST_PAGES])
    also: list[Inline] = []
    for page in others:
        also += [", ", page.dated] if also else [page.dated]
    left = count - MOST_PAGES
    more = (f" and {left} more",) if left > 0 else ()
    return name, str(count), (newest.titled, f" {newest.summary.seat}"), (*also, *more)

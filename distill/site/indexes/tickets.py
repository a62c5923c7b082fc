"""Tickets, pull requests and issues, each with the pages that name it."""

from collections.abc import Iterator, Mapping
from functools import partial

from distill.site.document import Block, Cell, Document, Heading, Inline, Link, Paragraph, Table
from distill.site.indexes.id_ranges import MOST_NEWEST, NUMBERS, WIDTH, Found, Range, Ranges, Told, range_of
from distill.site.indexes.index import Index, index
from distill.site.indexes.totals import OF_ID, Names
from distill.site.indexes.wiki import Wiki

LIST = "tickets/index.md"
FOLDER = "tickets"
MOST_PAGES = OF_ID
"""Sessions that are named beside an id, the newest; the rest is found by a search for the id."""
MOST_RANGES = 1000
HEAD = ("Id", "Sessions", "Newest", "Also named on")


def tickets(wiki: Wiki) -> Iterator[Index]:
    """Make the list of ids, and a page for each range of a hundred."""
    ranges = Ranges(wiki)
    most = sorted(ranges.told.items(), key=lambda pair: -pair[1].ids)[:MOST_RANGES]
    kept = dict(sorted(most))
    newest = partial(_list, wiki, ranges, kept)
    marks = [told.mark for told in kept.values()]
    yield index(LIST, "Tickets and PRs", newest, wiki.pages[:MOST_NEWEST], *marks, len(ranges.told))
    for at, told in kept.items():
        yield Index(path_of(at), told.mark, partial(_page, wiki, at, ranges))


def _page(wiki: Wiki, at: Range, ranges: Ranges) -> Document:
    return Document(path_of(at), title(at), (Paragraph(Link("All ids", LIST)), _table(wiki, ranges.ids(at))))


def title(at: Range) -> str:
    """Name a range."""
    kind, first = at
    return f"{kind}{first} to {kind}{first + WIDTH - 1}"


def path_of(at: Range) -> str:
    """Name the page of a range; no ticket is written in small letters, and none has a dot."""
    kind, first = at
    return f"{FOLDER}/{'number.' if kind == NUMBERS else kind}{first}.md"


def _list(wiki: Wiki, ranges: Ranges, kept: Mapping[Range, Told]) -> Iterator[Block]:
    if not kept:
        yield Paragraph("No tickets and no PRs yet.")
        return
    yield Heading("All ids")
    rows = [(Link(title(at), path_of(at)), str(told.ids), wiki.named[told.newest].dated) for at, told in kept.items()]
    yield Table(("Ids", "Named", "Newest"), rows, frozenset({1}))
    yield Heading("Newest ids")
    yield _table(wiki, {name: said for name, said in ranges.newest().items() if range_of(name) in kept})


def _table(wiki: Wiki, named: Found) -> Table:
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

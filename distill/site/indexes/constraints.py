"""The constraints that pages state, each once, in its own words."""

from collections.abc import Iterator, Sequence

from distill.pages.quotation import quoted
from distill.site.document import Block, Cell, Link, Paragraph, Table
from distill.site.indexes.index import Index, of_all
from distill.site.indexes.parts import ROWS
from distill.site.indexes.wiki import Wiki

PATH = "stated-constraints.md"
REGISTRY = "constraints.md"
HEAD = ("Constraint", "Force", "Seats", "Since", "Newest", "Sessions")
MOST_SEATS = 3

Said = tuple[str, tuple[str, ...], str, str, int]
"""Force, seats, oldest and newest page, and how often it is stated."""
Row = tuple[Cell, ...]


def constraints(wiki: Wiki, *, registry: bool) -> Index:
    """Make the page; `registry`: whether the wiki has its own list, which a person keeps."""
    return of_all(PATH, "Stated constraints", lambda: _blocks(wiki, registry=registry), wiki.mark, registry)


def _blocks(wiki: Wiki, *, registry: bool) -> Iterator[Block]:
    if registry:
        yield Paragraph(("What binds stands in ", Link("the constraints of this wiki", REGISTRY), "."))
    found = _found(wiki)
    if not found:
        yield Paragraph("No constraints yet.")
        return
    yield Paragraph("What pages state, word for word; those that were stated last come first.")
    rows = [_row(wiki, words, *each) for words, each in list(found.items())[:ROWS]]
    yield Table(HEAD, rows, frozenset({5}), filtered=True)
    if (left := len(found) - ROWS) > 0:
        yield Paragraph(f"{left:,} more were last stated before these; a search for section:constraints finds them.")


def _found(wiki: Wiki) -> dict[str, Said]:
    """Collect constraints by their words, whatever the blanks and quotation marks."""
    found: dict[str, Said] = {}
    for words, force, seats, oldest, newest, count in (row for month in wiki.months for row in month.totals.stated):
        if before := found.get(words):
            found[words] = (before[0], before[1] + seats, oldest, before[3], before[4] + count)
        else:
            found[words] = (force, seats, oldest, newest, count)
    return found


def _row(wiki: Wiki, words: str, force: str, seats: Sequence[str], oldest: str, newest: str, count: int) -> Row:
    seats = list(dict.fromkeys(seats))
    more = f" and {len(seats) - MOST_SEATS} more" if len(seats) > MOST_SEATS else ""
    first, last = wiki.named[oldest].on("constraints"), wiki.named[newest].on("constraints")
    return quoted(words), force, ", ".join(seats[:MOST_SEATS]) + more, first, last, f"{count:,}"

"""The constraints that pages state, each once, in its own words."""

from collections.abc import Iterator, Sequence

from distill.pages.quotation import bare, quoted
from distill.site.accounts import Account
from distill.site.document import Block, Cell, Link, Paragraph, Table
from distill.site.indexes.index import Index, index
from distill.site.indexes.parts import ROWS

PATH = "stated-constraints.md"
REGISTRY = "constraints.md"
HEAD = ("Constraint", "Force", "Seats", "Since", "Newest", "Sessions")
MOST_SEATS = 3


def constraints(pages: Sequence[Account], *, registry: bool) -> Index:
    """Make the page; `registry`: whether the wiki has its own list, which a person keeps."""
    return index(PATH, "Stated constraints", lambda: _blocks(pages, registry=registry), pages, registry)


def _blocks(pages: Sequence[Account], *, registry: bool) -> Iterator[Block]:
    if registry:
        yield Paragraph(("What binds stands in ", Link("the constraints of this wiki", REGISTRY), "."))
    found = _found(pages)
    if not found:
        yield Paragraph("No constraints yet.")
        return
    yield Paragraph("What pages state, word for word; those that were stated last come first.")
    rows = [_row(text, *each) for text, each in list(found.items())[:ROWS]]
    yield Table(HEAD, rows, frozenset({5}), filtered=True)
    if (left := len(found) - ROWS) > 0:
        yield Paragraph(f"{left:,} more were last stated before these; a search for section:constraints finds them.")


def _found(pages: Sequence[Account]) -> dict[str, tuple[str, list[Account]]]:
    """Collect constraints by their words, whatever the blanks and quotation marks."""
    found: dict[str, tuple[str, list[Account]]] = {}
    for page in pages:
        for said in page.stated:
            found.setdefault(bare(said.text), (said.force, []))[1].append(page)
    return found


def _row(text: str, force: str, pages: Sequence[Account]) -> tuple[Cell, ...]:
    seats = list(dict.fromkeys(page.summary.seat for page in pages))
    more = f" and {len(seats) - MOST_SEATS} more" if len(seats) > MOST_SEATS else ""
    first, last = pages[-1].on("constraints"), pages[0].on("constraints")
    return quoted(text), force, ", ".join(seats[:MOST_SEATS]) + more, first, last, f"{len(pages):,}"

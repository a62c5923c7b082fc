"""What the wiki holds and what is new in it."""

from collections import Counter
from collections.abc import Iterator, Sequence

from distill.site.accounts import Account
from distill.site.document import Block, Heading, HeatMap, Link, Paragraph
from distill.site.indexes import rows
from distill.site.indexes.index import Index, index

PATH = "overview.md"
EMPTY = "No sessions yet."
OTHERS = (
    ("Sessions", "sessions/index.md"),
    ("Open items", "open/index.md"),
    ("Decisions", "decisions/index.md"),
    ("Tickets and PRs", "tickets/index.md"),
    ("Seats", "seats/index.md"),
    ("Constraints", "stated-constraints.md"),
    ("Cost", "cost.md"),
    ("Redactions and confidence", "confidence.md"),
)


def overview(pages: Sequence[Account], bad: int, *, newest: int) -> Index:
    """Make the overview."""
    return index(PATH, "Overview", lambda: blocks(pages, bad, newest=newest), pages, bad, newest)


def blocks(pages: Sequence[Account], bad: int, *, newest: int) -> Iterator[Block]:
    """Count, draw the days, and list the newest sessions."""
    if bad:
        noun = "page" if bad == 1 else "pages"
        yield Paragraph((f"{bad} {noun} cannot be read; ", Link("they are named here", "sessions/index.md"), "."))
    if not pages:
        yield Paragraph(EMPTY)
        return
    yield rows.figures(pages)
    yield HeatMap(Counter(page.summary.date.date() for page in pages), "sessions")
    yield Heading("Newest sessions")
    yield rows.sessions(pages[:newest])
    yield rows.listed(Link(name, path) for name, path in OTHERS)

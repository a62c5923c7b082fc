"""What the wiki holds and what is new in it."""

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import date
from functools import partial

from distill.site.accounts import Account
from distill.site.document import Block, Heading, HeatMap, Link, Paragraph
from distill.site.indexes import constraints, rows
from distill.site.indexes.index import Index, of_all
from distill.site.indexes.wiki import Wiki

PATH = "overview.md"
EMPTY = "No sessions yet."
STATED = ("Stated constraints", constraints.PATH)
OTHERS = (
    ("Sessions", "sessions/index.md"),
    ("Open items", "open/index.md"),
    ("Decisions", "decisions/index.md"),
    ("Tickets and PRs", "tickets/index.md"),
    ("Seats", "seats/index.md"),
    STATED,
    ("Cost", "cost.md"),
    ("Redactions and confidence", "confidence.md"),
)


def others(*, registry: bool) -> tuple[tuple[str, str], ...]:
    """Name the lists; `registry`: whether the wiki has its own list of what binds, which then comes first."""
    at = OTHERS.index(STATED)
    return (*OTHERS[:at], ("Constraints", constraints.REGISTRY), *OTHERS[at:]) if registry else OTHERS


def overview(wiki: Wiki, bad: int, *, newest: int, registry: bool) -> Index:
    """Make the overview."""
    made = partial(blocks, wiki.pages, bad, newest=newest, registry=registry)
    return of_all(PATH, "Overview", made, wiki.mark, bad, newest, registry)


def blocks(pages: Sequence[Account], bad: int, *, newest: int, registry: bool) -> Iterator[Block]:
    """Count, draw the days, and list the newest sessions."""
    if bad:
        noun = "page" if bad == 1 else "pages"
        yield Paragraph((f"{bad} {noun} cannot be read; ", Link("they are named here", "sessions/index.md"), "."))
    if not pages:
        yield Paragraph(EMPTY)
        return
    yield rows.figures(pages)
    days = Counter([page.day for page in pages])
    yield HeatMap({date.fromisoformat(day): count for day, count in days.items()}, "sessions")
    yield Heading("Newest sessions")
    yield rows.sessions(pages[:newest])
    yield rows.listed(Link(name, path) for name, path in others(registry=registry))

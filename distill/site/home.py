"""The part of the home page that tells what is new."""

from collections.abc import Sequence

from distill.model import Confidence
from distill.pages.escape import literal
from distill.pages.text import one_line
from distill.site import listing
from distill.site.catalogue import Catalogue, Summary

MARKER = "<!-- distill:sessions -->"
"""Where the home page wants the sessions; without it they come last."""
NEWEST = 20


def home(catalogue: Catalogue, *, newest: int = NEWEST) -> str:
    """Write figures and the newest sessions as Markdown, for a page beside the folder of the sessions."""
    pages = catalogue.pages
    if not pages:
        return "\n".join([*_bad(catalogue), listing.EMPTY])
    parts = [
        figures(pages),
        *_bad(catalogue),
        "## Newest sessions",
        listing.table(pages[:newest], folder="sessions/"),
    ]
    return "\n\n".join(parts)


def figures(pages: Sequence[Summary]) -> str:
    """Count what the wiki holds, in one line."""
    seats = len({page.seat for page in pages})
    low = sum(page.confidence is Confidence.LOW for page in pages)
    return " · ".join(
        [
            f"**{len(pages)}** session{'' if len(pages) == 1 else 's'}",
            f"**{seats}** {'seat' if seats == 1 else 'seats'}",
            f"**{sum(page.decisions for page in pages)}** decisions",
            f"**{sum(page.open_items for page in pages)}** items left open",
            f"**{low}** not yet read by a person",
            f"newest {pages[0].date:%Y-%m-%d %H:%MZ}",
        ]
    )


def merged(text: str, block: str) -> str:
    """Put the block where the home page marks its place, else at its end."""
    return text.replace(MARKER, block, 1) if MARKER in text else f"{text.rstrip()}\n\n{block}\n"


def _bad(catalogue: Catalogue) -> list[str]:
    if not catalogue.bad:
        return []
    count = len(catalogue.bad)
    return [f"**{count} {'page' if count == 1 else 'pages'} cannot be read**, see the list of sessions.", ""]


def bad_list(catalogue: Catalogue) -> str:
    """Name the pages that cannot be read, each with its problem."""
    lines = [f"- {literal(bad.name)}: {literal(one_line(bad.problem))}" for bad in catalogue.bad]
    return "\n".join(["## Pages that cannot be read", "", *lines]) if lines else ""

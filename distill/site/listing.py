"""Lists of pages as Markdown, safe in every builder: titles come from agents."""

from collections.abc import Iterable
from functools import lru_cache
from urllib.parse import quote

from distill.pages.escape import literal
from distill.site.catalogue import Summary

EMPTY = "No sessions yet."
MOST_REMEMBERED = 40_000


def table(pages: Iterable[Summary], *, folder: str) -> str:
    """List pages as a table; `folder` is the way from the listing page to the session pages."""
    rows = [_row(page, folder) for page in pages]
    return (
        "\n".join(["| Date | Seat | Session | Open | Confidence |", "|---|---|---|--:|---|", *rows]) if rows else EMPTY
    )


def item(page: Summary, *, folder: str) -> str:
    """List one page as a line of a list."""
    return f"- {page.date:%Y-%m-%d} · {literal(page.seat)} · {link(page, folder)}"


@lru_cache(maxsize=MOST_REMEMBERED)
def link(page: Summary, folder: str) -> str:
    """Link to a page by its title."""
    # `@` and signs of names are escaped: `[x](name@x.md)` is a link in every builder, `<name@x.md>` a mail address.
    return f"[{literal(page.title)}]({folder}{quote(page.name, safe='@')})"


def _row(page: Summary, folder: str) -> str:
    # A blank in a time or a seat must not break where a phone is narrow.
    when = f"{page.date:%Y-%m-%d %H:%MZ}".replace(" ", "&nbsp;")
    return f"| {when} | {literal(page.seat)} | {link(page, folder)} | {page.open_items or ''} | {page.confidence} |"

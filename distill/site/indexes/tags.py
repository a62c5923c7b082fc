"""All tags with their sessions."""

import re
from collections.abc import Iterator, Sequence

from distill.site.accounts import Account
from distill.site.document import Block, Cell, Heading, Paragraph
from distill.site.indexes import rows
from distill.site.indexes.index import Index, index

PATH = "tags.md"
MOST_PAGES = 10
"""Sessions listed under one tag; the rest is found by search."""
MOST_TAGS = 500


def tags(pages: Sequence[Account]) -> Index:
    """Make the page of all tags."""
    return index(PATH, "Tags", lambda: _blocks(pages), pages)


def by_tag(pages: Sequence[Account]) -> dict[str, list[Account]]:
    """Group pages by tag: seats first, then tickets, then the rest, each in natural order."""
    found: dict[str, list[Account]] = {}
    for page in pages:
        for tag in page.tags:
            found.setdefault(tag, []).append(page)
    return dict(sorted(found.items(), key=lambda entry: _natural(entry[0])))


def _natural(tag: str) -> tuple[int, list[tuple[int, str]]]:
    """Order `RIG-9` before `RIG-10`."""
    kind = tag.partition("/")[0]
    parts = re.findall(r"[0-9]{1,15}|[^0-9]+", tag.casefold())
    rank = {"seat": 0, "ticket": 1}.get(kind, 2)
    return rank, [(int(part), "") if part.isascii() and part.isdigit() else (0, part) for part in parts]


def _blocks(pages: Sequence[Account]) -> Iterator[Block]:
    found = by_tag(pages)
    if not found:
        yield Paragraph("No tags yet.")
    for tag, tagged in list(found.items())[:MOST_TAGS]:
        yield Heading(tag)
        yield rows.listed([*map(_page, tagged[:MOST_PAGES]), *_more(len(tagged) - MOST_PAGES)])
    if (left := len(found) - MOST_TAGS) > 0:
        yield Paragraph(f"{left} more tags are not listed; search for them.")


def _page(page: Account) -> Cell:
    return f"{page.day} · {page.summary.seat} · ", page.titled


def _more(left: int) -> list[Cell]:
    return [f"and {left} more; search for the tag"] if left > 0 else []

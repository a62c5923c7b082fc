"""All tags with their sessions."""

import re
from collections.abc import Iterator

from distill.site.accounts import Account
from distill.site.document import Block, Cell, Heading, Paragraph
from distill.site.indexes import rows
from distill.site.indexes.index import Index, of_all
from distill.site.indexes.totals import OF_TAG
from distill.site.indexes.wiki import Wiki

PATH = "tags.md"
MOST_PAGES = OF_TAG
"""Sessions listed under one tag; the rest is found by search."""
MOST_TAGS = 500


def tags(wiki: Wiki) -> Index:
    """Make the page of all tags."""
    return of_all(PATH, "Tags", lambda: _blocks(wiki), wiki.mark)


def by_tag(wiki: Wiki) -> dict[str, tuple[int, list[Account]]]:
    """Count pages by tag, and give the newest: seats first, then tickets, then the rest, each in natural order."""
    found = wiki.counted("tags", lambda named: named.tags, OF_TAG)
    named = wiki.named
    return {
        tag: (count, [named[name] for name in names[:MOST_PAGES]])
        for tag, (count, names) in sorted(found.items(), key=lambda entry: _natural(entry[0]))
    }


def _natural(tag: str) -> tuple[int, list[tuple[int, str]]]:
    """Order `RIG-9` before `RIG-10`."""
    kind = tag.partition("/")[0]
    parts = re.findall(r"[0-9]{1,15}|[^0-9]+", tag.casefold())
    rank = {"seat": 0, "ticket": 1}.get(kind, 2)
    return rank, [(int(part), "") if part.isascii() and part.isdigit() else (0, part) for part in parts]


def _blocks(wiki: Wiki) -> Iterator[Block]:
    found = by_tag(wiki)
    if not found:
        yield Paragraph("No tags yet.")
    for tag, (count, newest) in list(found.items())[:MOST_TAGS]:
        yield Heading(tag)
        yield rows.listed([*map(_page, newest), *_more(count - MOST_PAGES)])
    if (left := len(found) - MOST_TAGS) > 0:
        yield Paragraph(f"{left} more tags are not listed; search for them.")


def _page(page: Account) -> Cell:
    return f"{page.day} · {page.summary.seat} · ", page.titled


def _more(left: int) -> list[Cell]:
    return [f"and {left} more; search for the tag"] if left > 0 else []

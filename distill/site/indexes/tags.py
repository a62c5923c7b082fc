"""All tags with their sessions."""

import re
from collections.abc import Iterator

from distill.site.accounts import Account
from distill.site.document import Block, Cell, Heading, Paragraph
from distill.site.indexes import rows
from distill.site.indexes.index import Index, of_all
from distill.site.indexes.totals import OF_TAG, Named, Rows, merged
from distill.site.indexes.wiki import Wiki

PATH = "tags.md"
MOST_PAGES = OF_TAG
"""Sessions listed under one tag; the rest is found by search."""
MOST_TAGS = 500


def tags(wiki: Wiki) -> Index:
    """Make the page of all tags."""
    return of_all(PATH, "Tags", lambda: _blocks(wiki), wiki.mark)


def by_tag(wiki: Wiki) -> tuple[dict[str, tuple[int, list[Account]]], int]:
    """Count pages by tag, and give the newest: seats first, then tickets, then the rest, each in natural order.

    Given are as many tags as are listed, and the number of the others.
    """
    older, others = wiki.of_older("tags", lambda: _listed(wiki.older(_tags, OF_TAG)))
    newest = wiki.newest(_tags)
    found = merged([newest, older])
    known = {tag for tag, _, _ in older}.union(others)
    listed = {tag: found[tag] for tag in sorted(found, key=_natural)[:MOST_TAGS]}
    named = wiki.named
    shown = {tag: (count, [named[name] for name in names[:MOST_PAGES]]) for tag, (count, names) in listed.items()}
    return shown, len(known.union(tag for tag, _, _ in newest)) - len(shown)


def _tags(named: Named) -> Rows:
    return named.tags


def _listed(rows: Rows) -> tuple[Rows, tuple[str, ...]]:
    """Give the rows of tags that can be listed, and the names of all others: none of these ever moves up."""
    ordered = sorted(rows, key=lambda row: _natural(row[0]))
    return tuple(ordered[:MOST_TAGS]), tuple(tag for tag, _, _ in ordered[MOST_TAGS:])


def _natural(tag: str) -> tuple[int, list[tuple[int, str]], str]:
    """Order `RIG-9` before `RIG-10`; no two tags are alike, so that the order is the same whoever names them."""
    kind = tag.partition("/")[0]
    parts = re.findall(r"[0-9]{1,15}|[^0-9]+", tag.casefold())
    rank = {"seat": 0, "ticket": 1}.get(kind, 2)
    return rank, [(int(part), "") if part.isascii() and part.isdigit() else (0, part) for part in parts], tag


def _blocks(wiki: Wiki) -> Iterator[Block]:
    found, left = by_tag(wiki)
    if not found:
        yield Paragraph("No tags yet.")
    for tag, (count, newest) in found.items():
        yield Heading(tag)
        yield rows.listed([*map(_page, newest), *_more(count - MOST_PAGES)])
    if left:
        yield Paragraph(f"{left} more tags are not listed; search for them.")


def _page(page: Account) -> Cell:
    return f"{page.day} · {page.summary.seat} · ", page.titled


def _more(left: int) -> list[Cell]:
    return [f"and {left} more; search for the tag"] if left > 0 else []

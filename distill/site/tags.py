"""The page of all tags with their sessions."""

import re

from distill.pages.escape import literal
from distill.site import listing
from distill.site.catalogue import Catalogue, Summary

MOST_PAGES = 50
"""Sessions listed under one tag; the rest is found by search."""
MOST_TAGS = 500


def tags_page(catalogue: Catalogue) -> str:
    """Write every tag with its sessions, the newest first, for a page beside the folder of the sessions."""
    tags = by_tag(catalogue)
    parts = [_tag(tag, pages) for tag, pages in list(tags.items())[:MOST_TAGS]]
    left = len(tags) - MOST_TAGS
    more = [f"{left} more tags are not listed; search for them."] if left > 0 else []
    return "\n\n".join(["# Tags", *(parts or ["No tags yet."]), *more]) + "\n"


def by_tag(catalogue: Catalogue) -> dict[str, list[Summary]]:
    """Group pages by tag: seats first, then tickets, then the rest, each in natural order."""
    found: dict[str, list[Summary]] = {}
    for page in catalogue.pages:
        for tag in page.tags:
            found.setdefault(tag, []).append(page)
    return dict(sorted(found.items(), key=lambda entry: _natural(entry[0])))


def _natural(tag: str) -> tuple[int, list[tuple[int, str]]]:
    """Order `RIG-9` before `RIG-10`."""
    kind = tag.partition("/")[0]
    parts = re.findall(r"[0-9]{1,15}|[^0-9]+", tag.casefold())
    rank = {"seat": 0, "ticket": 1}.get(kind, 2)
    return rank, [(int(part), "") if part.isascii() and part.isdigit() else (0, part) for part in parts]


def _tag(tag: str, pages: list[Summary]) -> str:
    lines = [listing.item(page, folder="sessions/") for page in pages[:MOST_PAGES]]
    left = len(pages) - MOST_PAGES
    more = [f"- and {left} more; search for the tag"] if left > 0 else []
    return "\n".join([f"## {literal(tag)}", "", *lines, *more])

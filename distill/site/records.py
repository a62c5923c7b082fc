"""All pages as lines of JSON, for programs: front matter and items, the newest page first."""

import json
from collections.abc import Callable, Iterable, Iterator

from distill.model import Section
from distill.pages.page import Bullet, Page

FILE = "pages.jsonl"
KEYS = (
    "title", "session_id", "map", "map_sha256", "engine", "fallback_from", "fallback_reason", "model", "prompt",
    "input_tokens", "output_tokens", "cost_usd", "reviewed_by", "reviewed_at",
)  # fmt: skip
"""Front matter that goes out as it is."""


def records(pages: Iterable[tuple[str, Page]], *, address: Callable[[str], str]) -> Iterator[str]:
    """Give a line for each page; `pages`: file name and page, `address`: from the name to its place in the site."""
    for name, page in sorted(pages, key=lambda pair: (pair[1].meta.date, pair[0]), reverse=True):
        yield line(name, page, address(name))


def line(name: str, page: Page, address: str) -> str:
    """Give the line of one page by its file name and its place in the site."""
    return json.dumps(_record(name, page, address), ensure_ascii=False) + "\n"


def _record(name: str, page: Page, address: str) -> dict[str, object]:
    meta = page.meta
    return {
        "page": name,
        "url": address,
        "date": f"{meta.date:%Y-%m-%dT%H:%M:%SZ}",
        "seat": str(meta.seat),
        "source": str(meta.source),
        "confidence": str(meta.confidence),
        **{key: value for key in KEYS if (value := getattr(meta, key)) not in ("", None)},
        "tags": list(meta.tags),
        "redactions": dict(meta.redactions),
        "notes": list(page.notes),
        "sections": {str(section): [_item(section, each) for each in items] for section, items in page.sections},
    }


def _item(section: Section, bullet: Bullet) -> dict[str, object]:
    """Tell an item: its text, the lines of the map it rests on, and whether it is still open."""
    item: dict[str, object] = {"text": bullet.text}
    if bullet.lines is not None:
        item["lines"] = [bullet.lines.first, bullet.lines.last]
    if section is Section.OPEN_ITEMS:
        item["open"] = bullet.box is not True
    return item

"""All pages as lines of JSON, for programs: front matter and items, the newest page first."""

import json
from collections.abc import Callable, Iterable, Iterator
from json.encoder import encode_basestring as text

from distill.model import Section
from distill.pages.page import Bullet, Page

FILE = "pages.jsonl"
KEYS = (
    "title", "session_id", "map", "map_sha256", "engine", "fallback_from", "fallback_reason", "model", "prompt",
    "input_tokens", "output_tokens", "cost_usd", "reviewed_by", "reviewed_at",
)  # fmt: skip
"""Front matter that goes out as it is."""
ENCODER = json.JSONEncoder(ensure_ascii=False)


def records(pages: Iterable[tuple[str, Page]], *, address: Callable[[str], str]) -> Iterator[str]:
    """Give a line for each page; `pages`: file name and page, `address`: from the name to its place in the site."""
    for name, page in sorted(pages, key=lambda pair: (pair[1].meta.date, pair[0]), reverse=True):
        yield line(name, page, address(name))


def line(name: str, page: Page, address: str) -> str:
    """Give the line of one page by its file name and its place in the site."""
    sections = ", ".join([f"{text(section)}: [{_items(section, items)}]" for section, items in page.sections])
    return f'{ENCODER.encode(_head(name, page, address))[:-1]}, "sections": {{{sections}}}}}\n'


def _head(name: str, page: Page, address: str) -> dict[str, object]:
    meta = page.meta
    return {
        "page": name,
        "url": address,
        "date": f"{meta.date.isoformat()[:19]}Z",
        "seat": str(meta.seat),
        "source": str(meta.source),
        "confidence": str(meta.confidence),
        **{key: value for key in KEYS if (value := getattr(meta, key)) not in ("", None)},
        "tags": list(meta.tags),
        "redactions": dict(meta.redactions),
        "notes": list(page.notes),
    }


def _items(section: Section, items: Iterable[Bullet]) -> str:
    """Tell items: text, the lines of the map each rests on, and whether it is still open."""
    is_open = section is Section.OPEN_ITEMS
    found = []
    for item in items:
        lines = f', "lines": [{item.lines.first}, {item.lines.last}]' if item.lines is not None else ""
        left = (', "open": false' if item.box is True else ', "open": true') if is_open else ""
        found.append(f'{{"text": {text(item.text)}{lines}{left}}}')
    return ", ".join(found)

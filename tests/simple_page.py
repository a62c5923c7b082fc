"""The plainest page of a digest, for tests of engines; the real writer is in `distill.pages`."""

from collections.abc import Iterable

from distill.engines.extractive.engine import digest_of
from distill.maps.decode import decode
from distill.model import Accomplishment, Constraint, Decision, Digest, Item, OpenItem

SECTIONS = (
    ("Accomplished", "accomplished"),
    ("Decisions", "decisions"),
    ("Open Items", "open_items"),
    ("Constraints", "constraints"),
)


def page_of(text: str) -> str:
    """Distil normalised text and render it."""
    return render(digest_of(text))


def page_of_bytes(data: bytes) -> str:
    """Decode, distil and render."""
    return page_of(decode(data).text)


def render(digest: Digest) -> str:
    """Render a digest as four headings and one bullet a line."""
    return "\n".join(line for title, name in SECTIONS for line in _section(title, getattr(digest, name)))


def _section(title: str, items: Iterable[Item]) -> list[str]:
    return [f"## {title}", *(f"- {bullet(item)}" for item in items), ""]


def bullet(item: Item) -> str:
    """Render one item on one line."""
    match item:
        case Decision():
            why = f" Why: {item.why}." if item.why else ""
            return item.what + why + (f" Rejected: {item.rejected}." if item.rejected else "")
        case OpenItem():
            owner = f" Owner: {item.owner}." if item.owner else ""
            return item.text + owner + (f" Blocked by: {item.blocked_by}." if item.blocked_by else "")
        case Accomplishment() | Constraint():
            return item.text

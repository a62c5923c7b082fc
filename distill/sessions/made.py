"""Whether a compaction has its page already, made when the client had not written all of it yet."""

from pathlib import Path

from distill.errors import PageError
from distill.model import MapFacts, SourceKind
from distill.pages.read import parse
from distill.pages.store import SESSIONS

OF_SESSIONS = frozenset({SourceKind.HANDOFF, SourceKind.COMPACT_SUMMARY, SourceKind.TRANSCRIPT})
MOST_PAGES = 500
"""Pages of one day that are looked into."""


def page_of(about: MapFacts, wiki: Path) -> Path | None:
    """Find the page that was made of the same stretch of a session. Raises OSError."""
    if not about.session_id:
        return None
    of_day = sorted((wiki / SESSIONS).glob(f"{about.written:%Y-%m-%d}-*.md"))
    return next((path for path in of_day[:MOST_PAGES] if _tells_of(path, about)), None)


def _tells_of(path: Path, about: MapFacts) -> bool:
    try:
        meta = parse(path.read_bytes().decode("utf-8", "replace")).meta
    except PageError:
        return False
    return meta.session_id == about.session_id and meta.date == about.written and meta.source in OF_SESSIONS

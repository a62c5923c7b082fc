"""What is in the wiki: a short account of every page, and the pages that cannot be read, named."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from distill.errors import PageError
from distill.model import Confidence, Seat, Section
from distill.pages.page import Page
from distill.pages.read import parse_with_body
from distill.site.details import NONE, Details, told
from distill.site.mentions import Mentions

SESSIONS = "sessions"
INDEXES = frozenset({"index.md", "README.md"})
"""Files beside the pages that are pages about the pages."""


class Summary(NamedTuple):
    """What the index pages say of one page."""

    name: str
    """File name of the page."""
    title: str
    date: datetime
    seat: Seat
    confidence: Confidence
    engine: str
    tags: tuple[str, ...]
    accomplished: int
    decisions: int
    open_items: int
    ids: tuple[str, ...] = ()
    """Tickets, pull requests and issues that it names."""
    details: Details = NONE
    mark: str = ""
    """Hash of all that an index page can say of the page, where it was kept with it."""


@dataclass(frozen=True, slots=True)
class BadPage:
    """A page that cannot be read, and why."""

    name: str
    problem: str


@dataclass(frozen=True, slots=True)
class Catalogue:
    """The pages of a wiki, the newest first."""

    pages: Sequence[Summary] = ()
    bad: tuple[BadPage, ...] = ()
    whole: Callable[[str], Summary] | None = None
    """Gives all of a summary by the name of its page, where those above lack tags, ids and details."""


def read_catalogue(wiki: Path) -> Catalogue:
    """Read all pages below `wiki`/sessions; what cannot be read is named, never raised. Raises OSError."""
    pages, bad = [], []
    for path in sorted((wiki / SESSIONS).glob("*.md")):
        if path.name in INDEXES:
            continue
        try:
            pages.append(summary(path.name, read_page(path)[0]))
        except PageError as error:
            bad.append(BadPage(path.name, str(error)))
    return Catalogue(newest_first(pages), tuple(bad))


def read_page(path: Path) -> tuple[Page, str]:
    """Read a page and its body from disk. Raises PageError that names the file, OSError."""
    return parse_with_body(read_text(path), name=path.name)


def read_text(path: Path) -> str:
    """Read a file of the wiki. Raises PageError that names the file for bytes that are not UTF-8."""
    return as_text(path.read_bytes(), path.name)


def as_text(data: bytes, name: str) -> str:
    """Decode a file of the wiki. Raises PageError that begins with its name for bytes that are not UTF-8."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise PageError(f"{name}: byte {error.start + 1} is not UTF-8; save the file as UTF-8.") from error


def summary(name: str, page: Page, said: Mentions | None = None) -> Summary:
    """Say in short what a page holds. `said`: what its sections name, where that is known."""
    meta, (ids, details) = page.meta, told(page, said)
    return Summary(
        name=name,
        title=meta.title or name,
        date=meta.date,
        seat=meta.seat,
        confidence=meta.confidence,
        engine=meta.engine,
        tags=meta.tags,
        accomplished=len(page.bullets(Section.ACCOMPLISHED)),
        decisions=len(page.bullets(Section.DECISIONS)),
        open_items=sum(bullet.box is not True for bullet in page.bullets(Section.OPEN_ITEMS)),
        ids=ids,
        details=details,
    )


def newest_first(pages: list[Summary]) -> tuple[Summary, ...]:
    """Order pages by when their maps were written, then by name."""
    return tuple(sorted(pages, key=lambda page: (page.date, page.name), reverse=True))

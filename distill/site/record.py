"""What a site must know of a page that it showed before, so that it need not be read again."""

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from distill.model import Confidence, Seat
from distill.site.catalogue import Summary
from distill.site.html import Heading


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """What is known of one page beside its HTML."""

    digest: str
    """Of the bytes it was made from."""
    title: str = ""
    headings: tuple[Heading, ...] = ()
    tags: tuple[str, ...] = ()
    dead_links: tuple[str, ...] = ()
    searched: bool = True
    summary: Summary | None = None
    problem: str = ""
    """Why it cannot be read as a page."""
    url: str = ""
    asked: tuple[tuple[str, str | None], ...] = ()
    """The pages that its links ask for, with their addresses in the site; None for what is not there."""
    mark: str = ""
    """Hash of its HTML."""
    titled: bool = False
    """Whether its HTML holds a title."""

    def still_holds(self, url: str, address: Callable[[str], str | None]) -> bool:
        """Tell whether its HTML would be the same in a site where its own and other pages have these addresses."""
        return self.url == url and all(address(path) == found for path, found in self.asked)


def sha256(text: str) -> str:
    """Hash a text."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def dump(record: Record) -> str:
    """Write a record as JSON."""
    one = record.summary
    summary = one and [
        *(one.name, one.title, one.date.isoformat(), one.seat, one.confidence, one.engine, one.tags),
        *(one.accomplished, one.decisions, one.open_items),
    ]
    headings = [(heading.level, heading.anchor, heading.name) for heading in record.headings]
    rest = [record.searched, summary, record.problem, record.url, record.asked, record.mark, record.titled]
    return json.dumps([record.digest, record.title, headings, record.tags, record.dead_links, *rest])


def load(text: str) -> Record:
    """Read what `dump` wrote. Raises ValueError, TypeError for anything else."""
    digest, title, headings, tags, dead_links, searched, summary, problem, url, asked, mark, titled = json.loads(text)
    return Record(
        digest=digest,
        title=title,
        headings=tuple(Heading(*heading) for heading in headings),
        tags=tuple(tags),
        dead_links=tuple(dead_links),
        searched=searched,
        summary=_summary(*summary) if summary else None,
        problem=problem,
        url=url,
        asked=tuple((path, found) for path, found in asked),
        mark=mark,
        titled=titled,
    )


def _summary(
    name: str, title: str, date: str, seat: str, confidence: str, engine: str, tags: list[str], *counts: int
) -> Summary:
    accomplished, decisions, open_items = counts
    return Summary(
        name=name,
        title=title,
        date=datetime.fromisoformat(date),
        seat=Seat(seat),
        confidence=Confidence(confidence),
        engine=engine,
        tags=tuple(tags),
        accomplished=accomplished,
        decisions=decisions,
        open_items=open_items,
    )

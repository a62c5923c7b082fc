"""What a site must know of a page that it showed before, so that it need not be read again."""

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any

from distill.model import Confidence, Seat
from distill.site.catalogue import Summary
from distill.site.html import Heading
from distill.site.neighbours import Related
from distill.site.ties import NO_TIES, Ties

SUMMARY = tuple(field.name for field in fields(Summary))


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
    ties: Ties = NO_TIES
    related: Related | None = None
    around: str = ""
    """Mark of the pages around it, as its HTML tells of them."""

    def still_holds(self, url: str, address: Callable[[str], str | None], around: str = "") -> bool:
        """Tell whether its HTML would be the same in a site where its own and other pages have these addresses."""
        return self.url == url and self.around == around and all(address(path) == found for path, found in self.asked)


def sha256(text: str) -> str:
    """Hash a text."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def dump(record: Record) -> str:
    """Write a record as JSON."""
    known = record.summary
    summary = known and [getattr(known, name) if name != "date" else known.date.isoformat() for name in SUMMARY]
    headings = [(heading.level, heading.anchor, heading.name) for heading in record.headings]
    rest = [record.searched, summary, record.problem, record.url, record.asked, record.mark, record.titled]
    near = [record.ties.session, record.ties.names, record.related, record.around]
    return json.dumps([record.digest, record.title, headings, record.tags, record.dead_links, *rest, near])


def load(text: str) -> Record:
    """Read what `dump` wrote. Raises ValueError, TypeError for anything else."""
    digest, title, headings, tags, dead_links, searched, summary, problem, url, asked, mark, titled, near = json.loads(
        text
    )
    session, names, related, around = near
    return Record(
        digest=digest,
        title=title,
        headings=tuple(Heading(*heading) for heading in headings),
        tags=tuple(tags),
        dead_links=tuple(dead_links),
        searched=searched,
        summary=_summary(summary) if summary else None,
        problem=problem,
        url=url,
        asked=tuple((path, found) for path, found in asked),
        mark=mark,
        titled=titled,
        ties=Ties(session, tuple(names)),
        related=None if related is None else tuple((name, tuple(shared)) for name, shared in related),
        around=around,
    )


def _summary(row: list[Any]) -> Summary:
    values = dict(zip(SUMMARY, row, strict=True))
    facts, items, stated = values["details"]
    values |= {
        "date": datetime.fromisoformat(values["date"]),
        "seat": Seat(values["seat"]),
        "confidence": Confidence(values["confidence"]),
        "tags": tuple(values["tags"]),
        "ids": tuple(values["ids"]),
        "details": (facts, items, stated),
    }
    return Summary(**values)

"""What a site must know of a page that it showed before, so that it need not be read again."""

import hashlib
import json
from collections.abc import Callable
from dataclasses import astuple, dataclass
from datetime import datetime

from distill.model import Confidence, Seat
from distill.site.catalogue import Summary
from distill.site.html import Heading
from distill.site.neighbours import Related
from distill.site.ties import NO_TIES, Ties


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
    summary = record.summary and [
        *astuple(record.summary)[:2],
        record.summary.date.isoformat(),
        *astuple(record.summary)[3:],
    ]
    headings = [astuple(heading) for heading in record.headings]
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
        summary=_summary(*summary) if summary else None,
        problem=problem,
        url=url,
        asked=tuple((path, found) for path, found in asked),
        mark=mark,
        titled=titled,
        ties=Ties(session, tuple(names)),
        related=None if related is None else tuple((name, tuple(shared)) for name, shared in related),
        around=around,
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

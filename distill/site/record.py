"""What a site must know of a page that it showed before, so that it need not be read again."""

import hashlib
import json
from collections.abc import Callable
from datetime import datetime
from typing import Any, NamedTuple

from distill.model import Confidence, Seat
from distill.site.catalogue import Summary
from distill.site.details import Items
from distill.site.html import Heading
from distill.site.neighbours import Related
from distill.site.ties import NO_TIES, Ties

CONFIDENCE = {str(each): each for each in Confidence}


class Record(NamedTuple):
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
    key: str = ""
    """Hash of all that its file is made from beside the theme."""

    def still_holds(self, url: str, address: Callable[[str], str | None], around: str = "") -> bool:
        """Tell whether its HTML would be the same in a site where its own and other pages have these addresses."""
        if self.url != url or self.around != around:
            return False
        for path, found in self.asked:  # noqa: SIM110 - a generator takes twice the time, and it is done for each page
            if address(path) != found:
                return False
        return True


def sha256(text: str) -> str:
    """Hash a text."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def row_of(record: Record) -> tuple[Any, ...]:
    """Give a record as plain tuples, without the text of its items."""
    known = record.summary
    return (
        *record[:2], tuple(map(tuple, record.headings)), *record[3:6], known and _row_of_summary(known),
        *record[7:12], tuple(record.ties), *record[13:],
    )  # fmt: skip


def record_of(row: tuple[Any, ...], items: Items = "") -> Record:
    """Make a record of what `row_of` gave; `items` is the text of its items, or the way to it."""
    headings, said = tuple(map(Heading._make, row[2])), row[6] and _summary(row[6], items)
    return Record._make((*row[:2], headings, *row[3:6], said, *row[7:12], Ties._make(row[12]), *row[13:]))


def dump(record: Record) -> str:
    """Write a record as JSON."""
    items = record.summary.details[1] if record.summary else ""
    return json.dumps([row_of(record), items])


def load(text: str) -> Record:
    """Read what `dump` wrote. Raises ValueError, TypeError for anything else."""
    row, items = json.loads(text)
    return record_of(_frozen(row), items)


def _row_of_summary(known: Summary) -> tuple[Any, ...]:
    facts, _, stated = known.details
    plain = (known.name, known.title, known.date.isoformat(), str(known.seat), str(known.confidence))
    return *plain, *known[5:11], (facts, stated), known.mark


def _summary(row: tuple[Any, ...], items: Items) -> Summary:
    name, title, date, seat, confidence, *counted, (facts, stated), mark = row
    when, details = datetime.fromisoformat(date), (facts, items, stated)
    return Summary._make((name, title, when, Seat(seat), CONFIDENCE[confidence], *counted, details, mark))


def _frozen(value: Any) -> Any:  # noqa: ANN401 - whatever JSON holds
    return tuple(map(_frozen, value)) if isinstance(value, list) else value

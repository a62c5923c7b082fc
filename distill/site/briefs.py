"""What must be known of every page of a wiki when a few have changed: little enough to be there in no time."""

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from functools import partial

from distill.model import Seat
from distill.site.catalogue import BadPage, Catalogue, Summary, newest_first
from distill.site.record import CONFIDENCE, Record

Said = tuple[str, str, str, str, str, int, int, int, str, str]
"""Of a session page: title, date, seat, confidence, engine, three counts, mark, session."""
Brief = tuple[str, Said | str | None]
"""Hash of what a page was made from, and what it says, or why it cannot be read; maps and lists say nothing."""
Briefs = Mapping[str, Brief]


def brief_of(record: Record) -> Brief:
    """Shorten a record."""
    known = record.summary
    if known is None:
        return record.digest, record.problem or None
    counts = (known.accomplished, known.decisions, known.open_items)
    plain = (known.title, known.date.isoformat(), str(known.seat), str(known.confidence), known.engine)
    return record.digest, (*plain, *counts, known.mark, record.ties.session)


def summary_of(path: str, said: Said, items: Callable[[str], str]) -> Summary:
    """Give what the lists say of a page, without tags, ids, facts and constraints; `items` gives its items by path."""
    title, date, seat, confidence, engine, accomplished, decisions, left, mark, _ = said
    who = (path.rpartition("/")[2], title, datetime.fromisoformat(date), Seat(seat), CONFIDENCE[confidence], engine)
    return Summary(*who, (), accomplished, decisions, left, (), ("", partial(items, path), ""), mark)


def catalogue_of_briefs(briefs: Briefs, whole: Callable[[str], Summary], items: Callable[[str], str]) -> Catalogue:
    """List the session pages; `whole` gives all of a summary by the name of its page, and `items` its items by path."""
    pages = [summary_of(path, said, items) for path, (_, said) in briefs.items() if isinstance(said, tuple)]
    return Catalogue(newest_first(pages), tuple(bad_of_briefs(briefs)), whole)


def bad_of_briefs(briefs: Briefs) -> Iterator[BadPage]:
    """Name the files that cannot be read as pages, in the order in which they are read."""
    bad = ((path, said) for path, (_, said) in briefs.items() if isinstance(said, str))
    return (BadPage(*each) for each in sorted(bad, reverse=True))


def sessions_of(briefs: Briefs) -> dict[str, str]:
    """Give the session of each session page by its name; empty where it says none."""
    return {path.rpartition("/")[2]: said[9] for path, (_, said) in briefs.items() if isinstance(said, tuple)}

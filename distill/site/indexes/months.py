"""The list of all sessions, and a list for each month, by day."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import groupby

from distill.pages.text import one_line
from distill.site.accounts import Account
from distill.site.catalogue import BadPage
from distill.site.document import Block, Heading, Link, Paragraph, Sparkline, Table
from distill.site.indexes import rows
from distill.site.indexes.index import Index, index, of_all
from distill.site.indexes.overview import EMPTY
from distill.site.indexes.parts import ROWS, parts, path_of, ways
from distill.site.indexes.wiki import Wiki

LIST = "sessions/index.md"
FOLDER = "months"


def months(wiki: Wiki, bad: Sequence[BadPage]) -> Iterator[Index]:
    """Make the list of sessions and those of the months."""
    yield of_all(LIST, "Sessions", lambda: _list(wiki, bad), wiki.mark, *bad)
    for month in wiki.months:
        yield from _month(month.name, month.pages)


def path_of_month(month: str) -> str:
    """Name the list of a month."""
    return f"{FOLDER}/{month}.md"


def _list(wiki: Wiki, bad: Sequence[BadPage]) -> Iterator[Block]:
    if bad:
        yield Heading("Pages that cannot be read")
        yield rows.listed(_problem(each) for each in bad)
    if not wiki.pages:
        yield Paragraph(EMPTY)
        return
    yield rows.figures(wiki.pages)
    yield Heading("By month")
    yield Table(
        ("Month", "Sessions", "Day by day"), [_row(each.name, each.pages) for each in wiki.months], frozenset({1})
    )
    yield Heading("Newest sessions")
    yield rows.sessions(wiki.pages[:ROWS])


def _problem(bad: BadPage) -> str:
    said = one_line(bad.problem)
    return said if said.startswith(bad.name.rpartition("/")[2]) else f"{bad.name}: {said}"


def _row(month: str, pages: Sequence[Account]) -> tuple[Link, str, Sparkline]:
    return Link(month, path_of_month(month)), f"{len(pages):,}", days_of(pages)


def days_of(pages: Sequence[Account]) -> Sparkline:
    """Draw how many sessions each day of a month had, up to the last one that had any."""
    counts = {int(day[-2:]): count for day, count in Counter([page.day for page in pages]).items()}
    values = tuple(counts.get(day, 0) for day in range(1, max(counts) + 1))
    return Sparkline(values, f"Sessions by day of {pages[0].month}")


def _month(month: str, pages: Sequence[Account]) -> Iterator[Index]:
    stem, made = f"{FOLDER}/{month}", parts(pages, lambda _: 1)
    for at, part in enumerate(made):
        way = ways(stem, made, at, back=Link("All sessions", LIST))
        yield index(
            path_of(stem, part.number),
            f"Sessions of {month}" + (f", part {part.number}" if part.number else ""),
            partial(_days, part.pages, way),
            part.pages,
            way,
        )


def _days(pages: Sequence[Account], way: Paragraph) -> Iterator[Block]:
    yield way
    yield rows.figures(pages)
    for day, of_day in groupby(pages, key=lambda page: page.summary.date.date()):
        yield Heading(f"{day:%Y-%m-%d}")
        yield rows.sessions(of_day)

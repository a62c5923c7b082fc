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
from distill.site.indexes.index import Index, index
from distill.site.indexes.overview import EMPTY
from distill.site.indexes.parts import ROWS, parts, path_of, ways

LIST = "sessions/index.md"
FOLDER = "months"


def months(pages: Sequence[Account], bad: Sequence[BadPage]) -> Iterator[Index]:
    """Make the list of sessions and those of the months."""
    yield index(LIST, "Sessions", lambda: _list(pages, bad), pages, *bad)
    for month, of_month in by_month(pages):
        yield from _month(month, of_month)


def by_month(pages: Sequence[Account]) -> list[tuple[str, list[Account]]]:
    """Group pages by the month of their maps, the newest first."""
    return [(month, list(of_month)) for month, of_month in groupby(pages, key=lambda page: page.month)]


def path_of_month(month: str) -> str:
    """Name the list of a month."""
    return f"{FOLDER}/{month}.md"


def _list(pages: Sequence[Account], bad: Sequence[BadPage]) -> Iterator[Block]:
    if bad:
        yield Heading("Pages that cannot be read")
        yield rows.listed(_problem(each) for each in bad)
    if not pages:
        yield Paragraph(EMPTY)
        return
    yield rows.figures(pages)
    yield Heading("By month")
    yield Table(("Month", "Sessions", "Day by day"), [_row(*each) for each in by_month(pages)], frozenset({1}))
    yield Heading("Newest sessions")
    yield rows.sessions(pages[:ROWS])


def _problem(bad: BadPage) -> str:
    said = one_line(bad.problem)
    return said if said.startswith(bad.name.rpartition("/")[2]) else f"{bad.name}: {said}"


def _row(month: str, pages: Sequence[Account]) -> tuple[Link, str, Sparkline]:
    return Link(month, path_of_month(month)), f"{len(pages):,}", days_of(pages)


def days_of(pages: Sequence[Account]) -> Sparkline:
    """Draw how many sessions each day of a month had, up to the last one that had any."""
    counts = Counter(page.summary.date.day for page in pages)
    values = tuple(counts[day] for day in range(1, max(counts) + 1))
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

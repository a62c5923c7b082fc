"""The seats: what each did, decided and holds."""

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import timedelta
from functools import partial
from itertools import takewhile

from distill.model import Seat
from distill.pages.naming import seat_part
from distill.site.accounts import Account
from distill.site.document import Block, Cell, Heading, Link, Paragraph, Sparkline, Table
from distill.site.indexes import rows
from distill.site.indexes.index import Index, index, of_all
from distill.site.indexes.parts import parts, path_of, ways
from distill.site.indexes.standing import open_of
from distill.site.indexes.wiki import Wiki

LIST = "seats/index.md"
FOLDER = "seats"
WEEKS = 12
HEAD = ("Seat", "Sessions", "Decisions", "Left open", "Newest", f"Last {WEEKS} weeks")


def seats(wiki: Wiki) -> Iterator[Index]:
    """Make the list of seats, and a page for each, or more where a seat had many sessions."""
    yield of_all(LIST, "Seats", lambda: _list(wiki.seats, wiki.pages), wiki.mark)
    for seat, of_seat in wiki.seats.items():
        stem, made = _stem(seat), parts(of_seat, lambda _: 1)
        for at, part in enumerate(made):
            way = ways(stem, made, at, back=Link("All seats", LIST))
            yield index(
                path_of(stem, part.number),
                f"{seat}, part {part.number}" if part.number else seat,
                partial(_seat, part.pages, way, None if part.number else wiki, seat),
                part.pages if part.number else of_seat,
                way,
            )


def path_of_seat(seat: str) -> str:
    """Name the page of a seat."""
    return f"{_stem(seat)}.md"


def _stem(seat: str) -> str:
    return f"{FOLDER}/{seat_part(Seat(seat))}"


def _list(found: dict[str, list[Account]], pages: Sequence[Account]) -> Iterator[Block]:
    if not found:
        yield Paragraph("No seats yet.")
        return
    yield Table(HEAD, [_row(seat, of_seat, pages[0]) for seat, of_seat in found.items()], frozenset({1, 2, 3}))


def _row(seat: str, pages: Sequence[Account], newest: Account) -> tuple[Cell, ...]:
    return (
        Link(seat, path_of_seat(seat)),
        f"{len(pages):,}",
        f"{sum([page.decisions for page in pages]):,}",
        str(pages[0].summary.open_items or ""),
        pages[0].dated,
        _weeks(seat, pages, newest),
    )


def _weeks(seat: str, pages: Sequence[Account], newest: Account) -> Sparkline:
    """Count sessions of the weeks that end with the newest session of the wiki."""
    last, week = newest.summary.date, timedelta(days=7)
    shown = takewhile(lambda page: last - page.summary.date < WEEKS * week, pages)  # the newest come first
    ages = Counter((last - page.summary.date) // week for page in shown)
    return Sparkline(tuple(ages[week] for week in reversed(range(WEEKS))), f"Sessions of {seat} by week")


def _seat(pages: Sequence[Account], way: Paragraph, wiki: Wiki | None, seat: str) -> Iterator[Block]:
    """Tell of a seat; of all its pages only the newest part tells, which has the wiki."""
    yield way
    if wiki is not None:
        of_seat, stated = wiki.seats[seat], open_of(seat, wiki).stated
        yield rows.figures(of_seat)
        yield Heading("Open items")
        yield rows.open_items(stated, of_seat[0].summary.date) if stated else Paragraph("None recorded.")
    yield Heading("Sessions")
    yield rows.sessions(pages)

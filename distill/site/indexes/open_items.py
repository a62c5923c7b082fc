"""What is open: by seat and owner, what blocks it, and since when."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from functools import cache, partial

from distill.site.accounts import Account
from distill.site.document import Block, Figures, Heading, Link, Paragraph, Table
from distill.site.indexes import rows
from distill.site.indexes.index import Index, index
from distill.site.indexes.parts import ROWS
from distill.site.indexes.seats import path_of_seat
from distill.site.indexes.standing import LOOKED_BACK, OpenOfSeat, Standing, open_of, unmentioned
from distill.site.indexes.wiki import Wiki

FOLDER = "open"
LIST = "open/index.md"
UNMENTIONED = "open/unmentioned.md"
MOST_SEATS = 50
"""Seats whose open items stand on the list, those with the newest sessions; the others have them on their pages."""
MOST_OWNERS = 50
ABOUT = (
    "Each seat's newest session says what it leaves open; an item that a later session of the seat closed is closed. "
    "Since: the first session that named the item. Days: from then to the newest session of the wiki."
)
ABOUT_UNMENTIONED = (
    "Left open by an older session of a seat, and neither closed nor named again by a later one. "
    f"Looked at are the newest {LOOKED_BACK} sessions of each seat."
)


def open_items(wiki: Wiki) -> Iterator[Index]:
    """Make the list of what is open, and that of what nobody speaks of any more."""
    looked_at = [page for of_seat in wiki.seats.values() for page in of_seat[:LOOKED_BACK]]
    states = cache(partial(_states, wiki))  # both pages tell of the same
    yield index(LIST, "Open items", lambda: _list(states(), wiki.pages), looked_at)
    yield index(UNMENTIONED, "Open items not named since", lambda: _unmentioned(states(), wiki), looked_at)


def _states(wiki: Wiki) -> list[OpenOfSeat]:
    return [open_of(seat, wiki) for seat in wiki.seats]


def _list(states: Sequence[OpenOfSeat], pages: Sequence[Account]) -> Iterator[Block]:
    everything = [standing for state in states for standing in state.stated]
    silent = sum(state.unmentioned_count for state in states)
    blocked = sum(bool(standing.item.blocked_by) for standing in everything)
    yield Paragraph(ABOUT)
    yield Figures(
        (
            rows.counted(len(everything), "item is open", "items are open"),
            rows.counted(blocked, "of them is blocked", "of them are blocked"),
        )
    )
    if silent:
        yield Paragraph((f"{silent:,} more were left open and ", Link("not named since", UNMENTIONED), "."))
    yield from _owners(everything)
    if pages:
        yield from _seats([state for state in states if state.stated], pages[0].summary.date)


def _owners(everything: Sequence[Standing]) -> Iterator[Block]:
    held: dict[str, list[Standing]] = {}
    for standing in everything:
        if standing.item.owner:
            held.setdefault(standing.item.owner, []).append(standing)
    most = sorted(held.items(), key=lambda pair: (-len(pair[1]), pair[0]))[:MOST_OWNERS]
    if most:
        yield Heading("By owner")
        yield Table(("Owner", "Items", "Blocked", "Oldest"), [_owner(*each) for each in most], frozenset({1, 2}))


def _owner(owner: str, held: Sequence[Standing]) -> tuple[str | Link, ...]:
    oldest = min(held, key=lambda standing: standing.first.summary.date)
    blocked = sum(bool(standing.item.blocked_by) for standing in held)
    return owner, str(len(held)), str(blocked or ""), oldest.first.on("open-items")


def _seats(states: Sequence[OpenOfSeat], until: datetime) -> Iterator[Block]:
    for state in states[:MOST_SEATS]:
        yield Heading(state.seat)
        yield Paragraph((state.stated[0].last.titled, " · ", Link("the seat", path_of_seat(state.seat))))
        yield rows.open_items(state.stated, until, filtered=True)
    if left := states[MOST_SEATS:]:
        yield Heading("Other seats")
        yield rows.listed(
            (Link(state.seat, path_of_seat(state.seat)), f": {len(state.stated)} open items") for state in left
        )


def _unmentioned(states: Sequence[OpenOfSeat], wiki: Wiki) -> Iterator[Block]:
    everything = unmentioned(states, wiki, ROWS + 1)
    yield Paragraph(ABOUT_UNMENTIONED)
    yield Paragraph(Link("What is open", LIST))
    yield Table(("Last named", "Seat", "Item", "Owner"), [_row(each) for each in everything[:ROWS]], filtered=True)
    if left := everything[ROWS:]:
        count = sum(state.unmentioned_count for state in states) - ROWS
        yield Paragraph(f"{count:,} more, last named before {left[0].last.day}, are not listed.")


def _row(each: Standing) -> tuple[str | Link, ...]:
    return each.last.on("open-items"), each.last.summary.seat, each.item.text, each.item.owner

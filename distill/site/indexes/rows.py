"""Rows of tables that several index pages share."""

from collections.abc import Iterable, Sequence

from distill.model import Confidence
from distill.site.accounts import Account
from distill.site.document import Cell, Figures, Items, Link, Table
from distill.site.indexes.standing import Standing

SESSIONS = ("Date", "Seat", "Session", "Open", "Confidence")
OPEN = ("Since", "Item", "Owner", "Blocked by")
DECISIONS = ("Date", "Decision", "Why", "Rejected")


def sessions(pages: Iterable[Account]) -> Table:
    """List pages."""
    return Table(SESSIONS, [_session(page) for page in pages], frozenset({3}))


def decisions(pages: Iterable[Account], *, filtered: bool = False) -> Table:
    """List what was decided, why, and what was turned down."""
    rows = [row for page in pages for row in _decisions(page)]
    return Table(DECISIONS, rows, filtered=filtered)


def open_items(standing: Iterable[Standing], *, filtered: bool = False) -> Table:
    """List what is open."""
    return Table(OPEN, [_open(each) for each in standing], filtered=filtered)


def figures(pages: Sequence[Account]) -> Figures:
    """Count what pages hold."""
    seats = len({page.summary.seat for page in pages})
    low = sum(page.summary.confidence is Confidence.LOW for page in pages)
    return Figures(
        (
            counted(len(pages), "session", "sessions"),
            counted(seats, "seat", "seats"),
            counted(sum(page.summary.decisions for page in pages), "decision", "decisions"),
            counted(low, "page not yet read by a person", "pages not yet read by a person"),
        )
    )


def counted(count: int, one: str, many: str) -> tuple[str, str]:
    """Say a number of things."""
    return f"{count:,}", one if count == 1 else many


def listed(items: Iterable[Cell]) -> Items:
    """List things."""
    return Items(tuple(items))


def _session(page: Account) -> tuple[Cell, ...]:
    known = page.summary
    # blanks in a time would break where a phone is narrow
    when = f"{page.day}\N{NO-BREAK SPACE}{known.date.hour:02}:{known.date.minute:02}Z"
    return when, known.seat, page.titled, str(known.open_items or ""), str(known.confidence)


def _decisions(page: Account) -> list[tuple[Cell, ...]]:
    on = page.on("decisions")
    where = f" {page.summary.seat}"
    return [
        (
            (on, where),
            said.what if said.status == "accepted" else f"({said.status}) {said.what}",
            said.why,
            said.rejected,
        )
        for said in page.items.decisions
    ]


def _open(each: Standing) -> tuple[Cell, ...]:
    item = each.item
    return Link(each.first.day, each.last.path, "open-items"), item.text, item.owner, item.blocked_by

"""Rows of tables that several index pages share."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from distill.model import DecisionStatus
from distill.site.accounts import Account
from distill.site.details import Decided
from distill.site.document import Cell, Figures, Items, Link, Table
from distill.site.indexes.standing import Standing

SESSIONS = ("Date", "Seat", "Session", "Open", "Confidence")
OPEN = ("Since", "Days", "Item", "Owner", "Blocked by")
DECISIONS = ("Date", "Decision", "Why", "Rejected")


def sessions(pages: Iterable[Account]) -> Table:
    """List pages."""
    return Table(SESSIONS, [_session(page) for page in pages], frozenset({3}))


def decisions(pages: Iterable[Account], *, filtered: bool = False) -> Table:
    """List what was decided, why, and what was turned down."""
    rows = [decision(page, said) for page in pages for said in page.items.decisions]
    return Table(DECISIONS, rows, filtered=filtered)


def decision(page: Account, said: Decided) -> tuple[Cell, ...]:
    """Show one decision of a page."""
    status = "" if said.status == DecisionStatus.ACCEPTED else f"({said.status}) "
    return (page.on("decisions"), f" {page.summary.seat}"), status + said.what, said.why, said.rejected


def open_items(standing: Iterable[Standing], until: datetime, *, filtered: bool = False) -> Table:
    """List what is open, and for how many days until then."""
    return Table(OPEN, [_open(each, until) for each in standing], frozenset({1}), filtered=filtered)


def figures(pages: Sequence[Account]) -> Figures:
    """Count what pages hold."""
    seats = len({page.seat for page in pages})
    low = sum([page.is_low for page in pages])
    return Figures(
        (
            counted(len(pages), "session", "sessions"),
            counted(seats, "seat", "seats"),
            counted(sum([page.decisions for page in pages]), "decision", "decisions"),
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


def _open(each: Standing, until: datetime) -> tuple[Cell, ...]:
    item, since = each.item, Link(each.first.day, each.first.path, "open-items")
    return since, each.age(until), item.text, item.owner, item.blocked_by

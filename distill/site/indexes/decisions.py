"""The decision log: what was decided, why, and what was turned down, by month."""

from collections.abc import Iterator, Sequence
from functools import partial

from distill.site.accounts import Account
from distill.site.document import Block, Cell, Heading, Link, Paragraph, Table
from distill.site.indexes import rows
from distill.site.indexes.index import Index, index
from distill.site.indexes.parts import ROWS, parts, path_of, ways
from distill.site.indexes.totals import Decided
from distill.site.indexes.wiki import Wiki, by_month

LIST = "decisions/index.md"
FOLDER = "decisions"
LOOKED_BACK = 500
"""Sessions in which open proposals are looked for, the newest."""
NEWEST = 50
"""Decisions that the list itself shows, or somewhat more, since a session is not torn."""


def decisions(wiki: Wiki) -> Iterator[Index]:
    """Make the log: its list, and a page for each month, or more where a month has many."""
    deciding = [page for page in wiki.pages if page.decisions]
    yield index(LIST, "Decisions", lambda: _list(deciding, wiki), deciding)
    for month, of_month in by_month(deciding):
        stem, made = f"{FOLDER}/{month}", parts(of_month, lambda page: page.decisions)
        for at, part in enumerate(made):
            way = ways(stem, made, at, back=Link("All decisions", LIST))
            yield index(
                path_of(stem, part.number),
                f"Decisions of {month}" + (f", part {part.number}" if part.number else ""),
                partial(_log, part.pages, way),
                part.pages,
                way,
            )


def _list(pages: Sequence[Account], wiki: Wiki) -> Iterator[Block]:
    if not pages:
        yield Paragraph("No decisions yet.")
        return
    yield Heading("Newest decisions")
    yield rows.decisions(_newest(pages), filtered=True)
    if proposed := _proposed(pages[:LOOKED_BACK], wiki):
        yield Heading("Proposed and not settled yet")
        yield Table(rows.DECISIONS, proposed, filtered=True)
    yield Heading("By month")
    yield Table(("Month", "Decisions", "Sessions"), [_row(*each) for each in by_month(pages)], frozenset({1, 2}))


def _proposed(pages: Sequence[Account], wiki: Wiki) -> list[tuple[Cell, ...]]:
    """List proposals that no later session accepts or supersedes in the same words; the newest first."""
    settled: set[str] = set()
    found: list[tuple[Cell, ...]] = []
    decided = _decided(pages[-1].month, wiki)
    for page in pages:
        for at, (key, proposed) in enumerate(decided[page.name]):
            if proposed and key not in settled and len(found) < ROWS:
                found.append(rows.decision(page, page.items.decisions[at]))
            settled.add(key)
    return found


def _decided(oldest: str, wiki: Wiki) -> dict[str, Decided]:
    """Give what pages decide by their names, as far back as a month."""
    months = (month for month in wiki.months if month.name >= oldest)
    return {name: decided for month in months for name, decided in month.named.decided}


def _newest(pages: Sequence[Account]) -> Iterator[Account]:
    shown = 0
    for page in pages:
        if shown >= NEWEST:
            return
        shown += page.decisions
        yield page


def _row(month: str, pages: Sequence[Account]) -> tuple[Link, str, str]:
    count = sum(page.decisions for page in pages)
    return Link(month, f"{FOLDER}/{month}.md"), f"{count:,}", f"{len(pages):,}"


def _log(pages: Sequence[Account], way: Paragraph) -> Iterator[Block]:
    yield way
    yield rows.decisions(pages, filtered=True)

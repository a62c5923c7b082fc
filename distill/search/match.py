"""Which pages hold all terms and fit all facets: SQLite's answer, the best candidates first."""

import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime

from distill.model import Section
from distill.search import tokens
from distill.search.query import Query, Term
from distill.search.record import FIELD_OF, Field

WEIGHTS = {
    Field.TITLE: 6.0,
    Field.DECISIONS: 4.0,
    Field.OPEN: 4.0,
    Field.CONSTRAINTS: 3.0,
    Field.ACCOMPLISHED: 3.0,
    Field.DONE: 2.0,
    Field.OTHER: 1.5,
    Field.ABOUT: 1.0,
}
"""What a word is worth by where it stands."""
HALF_LIFE_DAYS = 180.0
"""Of two pages that are alike otherwise, one that is this much older counts half."""
DAY_S = 86_400


@dataclass(frozen=True, slots=True)
class Matches:
    """How many pages match, and the numbers of the first of them."""

    total: int
    numbers: list[int]


def matches(connection: sqlite3.Connection, query: Query, *, limit: int) -> Matches:
    """Find the pages; the first are those with the most weight for their age. Raises sqlite3.Error."""
    if not fields(query):
        return Matches(0, [])
    conditions, values = _conditions(query)
    expression = _expression(query)
    where = " AND ".join([*(["words MATCH ?"] if expression else []), *conditions]) or "1"
    values = [*([expression] if expression else []), *values]
    source = "words JOIN page ON page.id = words.rowid" if expression else "page"
    weight = f"-bm25(words, {', '.join(str(WEIGHTS[field]) for field in Field)})" if expression else "1.0"
    rows = connection.execute(f"SELECT page.id, page.date, {weight} FROM {source} WHERE {where}", values).fetchall()  # noqa: S608 - constants and marks
    newest = max((row[1] for row in rows), default=0)
    rows.sort(key=lambda row: (-row[2] * aged(newest - row[1]), -row[1], row[0]))
    return Matches(len(rows), [row[0] for row in rows[:limit]])


def aged(seconds: float) -> float:
    """Say what is left of a page's weight when it is so much older than the newest."""
    return float(0.5 ** (seconds / DAY_S / HALF_LIFE_DAYS))


def fields(query: Query) -> tuple[Field, ...]:
    """Name the fields in which the words must stand."""
    if query.open is not None:
        wanted = Field.OPEN if query.open else Field.DONE
        return (wanted,) if query.section in {None, Section.OPEN_ITEMS} else ()
    if query.section is None:
        return tuple(Field)
    own = FIELD_OF[query.section]
    return (own, Field.DONE) if own is Field.OPEN else (own,)


def _expression(query: Query) -> str:
    """Write the terms as FTS5 reads them."""
    wanted = fields(query)
    columns = "" if wanted == tuple(Field) else f"{{{' '.join(wanted)}}} : "
    return " AND ".join(f"{columns}{_phrase(term)}" for term in query.terms)


def _phrase(term: Term) -> str:
    return f'"{tokens.stored(list(term.tokens))}"' + (" *" if term.prefix else "")


def _conditions(query: Query) -> tuple[list[str], list[object]]:
    parts = list(_facets(query))
    return [condition for condition, _ in parts], [value for _, values in parts for value in values]


def _facets(query: Query) -> Iterator[tuple[str, list[object]]]:
    if query.seat:
        seat = query.seat.casefold()
        yield "(lower(page.seat) = ? OR lower(page.seat) LIKE ? ESCAPE '\\')", [seat, f"{_literal(seat)}@%"]
    if query.after:
        yield "page.date >= ?", [_seconds(query.after)]
    if query.before:
        yield "page.date < ?", [_seconds(query.before)]
    if query.confidence:
        yield "page.confidence = ?", [str(query.confidence)]
    if not query.terms and (wanted := fields(query)) != tuple(Field):
        held = " OR ".join(["instr(page.fields, ?)"] * len(wanted))
        yield f"({held})", list(wanted)


def _literal(text: str) -> str:
    return text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")


def _seconds(day: date) -> int:
    return int(datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp())

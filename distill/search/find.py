"""The answer to a query: pages in their order, each with the lines in which its words stand."""

import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass

from distill.search import match, store
from distill.search.match import WEIGHTS, aged, fields
from distill.search.query import Query, Term
from distill.search.record import Field, Line, Record
from distill.search.store import Entry
from distill.search.tokens import tokens

CANDIDATES = 60
"""Pages whose lines are looked at, at least."""
LINES_SHOWN = 3
"""Lines shown of a page where fewer would hold all words."""
TOGETHER = 2.0
"""What it is worth that all words stand in one line."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A page and the lines that answer."""

    name: str
    record: Record
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """How many pages match, and the best of them."""

    total: int
    hits: tuple[Hit, ...]


def find(connection: sqlite3.Connection, query: Query, *, limit: int) -> Answer:
    """Answer a query: what says most where it counts, and is newest, comes first. Raises sqlite3.Error."""
    found = match.matches(connection, query, limit=max(limit, CANDIDATES))
    pages = store.entries(connection, found.numbers)
    newest = max((page.record.date for page in pages), default=None)
    ranked = []
    for page in pages:
        hit, weight = _hit(page, query)
        age = (newest - page.record.date).total_seconds() if newest else 0.0
        ranked.append((-weight * aged(age), -page.record.date.timestamp(), page.name, hit))
    ranked.sort(key=lambda row: row[:3])
    return Answer(found.total, tuple(row[3] for row in ranked[:limit]))


def _hit(page: Entry, query: Query) -> tuple[Hit, float]:
    """Choose the lines to show, and weigh them."""
    allowed = [line for line in page.record.lines if line.field in fields(query)]
    if not query.terms:
        shown = [line for line in allowed if line.field is not Field.TITLE] if _is_narrow(query) else allowed[:1]
        return Hit(page.name, page.record, tuple(shown[:LINES_SHOWN])), 1.0
    held = [(line, _held(line, query.terms)) for line in allowed]
    lines: list[Line] = []
    missing = set(query.terms)
    by_worth = sorted((pair for pair in held if pair[1]), key=lambda pair: _worth(*pair))
    for line, terms in by_worth:
        if terms & missing or (not missing and len(lines) < LINES_SHOWN and len(terms) == len(query.terms)):
            lines.append(line)
            missing -= terms
    whole = len(by_worth[0][1]) == len(query.terms) if by_worth else False
    weight = WEIGHTS[by_worth[0][0].field] if by_worth else 0.0
    return Hit(page.name, page.record, tuple(lines)), weight * (TOGETHER if whole else 1.0)


def _is_narrow(query: Query) -> bool:
    return fields(query) != tuple(Field)


def _worth(line: Line, terms: frozenset[Term]) -> tuple[int, float, int]:
    return -len(terms), -WEIGHTS[line.field], line.number


def _held(line: Line, terms: tuple[Term, ...]) -> frozenset[Term]:
    """Tell which terms a line holds."""
    words = tokens(line.words)
    return frozenset(term for term in terms if any(_stands_at(words, term, at) for at in _places(words, term)))


def _places(words: list[str], term: Term) -> Iterator[int]:
    first, alone = term.tokens[0], len(term.tokens) == 1 and term.prefix
    return (at for at, word in enumerate(words) if word == first or (alone and word.startswith(first)))


def _stands_at(words: list[str], term: Term, at: int) -> bool:
    *head, last = term.tokens
    end = at + len(head)
    if end >= len(words) or words[at:end] != head:
        return False
    return words[end].startswith(last) if term.prefix else words[end] == last

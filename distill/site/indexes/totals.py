"""What some pages say together, in plain values that can be kept: counts, and the names of the newest pages."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from distill.model import Confidence, DecisionStatus
from distill.pages.quotation import bare
from distill.site.accounts import Account
from distill.site.details import key_of

MICRO = 1_000_000
"""Amounts of money are added up as whole millionths, so that no order of adding gives another sum."""
OF_TAG, OF_ID = 10, 20
"""Sessions that are named beside a tag and beside an id, the newest."""

Spent = tuple[int, int, int, int, int]
"""Pages, those made by a model, tokens in and out, and millionths of a dollar."""
Decided = tuple[tuple[str, bool], ...]
"""By what each decision is known again, and whether it is only proposed."""

Names = tuple[str, ...]
Rows = tuple[tuple[str, int, Names], ...]
"""By tag or id the number of pages, and the names of the newest."""


class Totals(NamedTuple):
    """What some pages say together; everything in the order in which it comes up, the newest page first."""

    spent: tuple[tuple[str, str, Spent], ...]
    """By model and seat."""
    levels: tuple[tuple[str, int], ...]
    """Pages by confidence."""
    raised: tuple[tuple[str, str], ...]
    """Names of pages that a person has read, each with who and when."""
    redactions: tuple[tuple[str, int, int], ...]
    """By kind the values that were taken out, and the pages."""
    redacted: int
    """Pages with any."""
    engines: tuple[tuple[str, str, int], ...]
    """Pages by engine, and by why it is not the one that was asked for."""
    stated: tuple[tuple[str, str, tuple[str, ...], str, str, int], ...]
    """Constraints in their bare words: force, seats, oldest and newest page, and how often they are stated."""


class Named(NamedTuple):
    """What some pages name, in the same order; kept apart, since it is much and seldom asked for."""

    tags: Rows
    ids: Rows
    """Tickets, pull requests and issues."""
    decided: tuple[tuple[str, Decided], ...]
    """Names of pages that decide anything, each with what it decides."""


def named_of(pages: Sequence[Account]) -> Named:
    """Collect what pages name, which come the newest first."""
    return Named(
        tags=_named(((page.summary.name, page.tags) for page in pages), OF_TAG),
        ids=_named(((page.summary.name, page.ids) for page in pages), OF_ID),
        decided=tuple((page.summary.name, _decided(page)) for page in pages if page.summary.decisions),
    )


def totals_of(pages: Sequence[Account]) -> Totals:
    """Go through pages, which come the newest first."""
    redactions = [page.facts.redactions for page in pages]
    values: Counter[str] = Counter()
    for kind, count in (pair for each in redactions for pair in each):
        values[kind] += count
    touched = Counter(kind for each in redactions for kind, _ in each)
    engines = Counter((page.summary.engine, page.facts.fallback_reason) for page in pages)
    return Totals(
        spent=tuple((model, seat, spent) for (model, seat), spent in _spent(pages).items()),
        levels=tuple(Counter(str(page.summary.confidence) for page in pages).items()),
        raised=tuple(
            (page.summary.name, page.facts.reviewed) for page in pages if page.summary.confidence is not Confidence.LOW
        ),
        redactions=tuple((kind, count, touched[kind]) for kind, count in values.items()),
        redacted=sum(map(bool, redactions)),
        engines=tuple((engine, reason, count) for (engine, reason), count in engines.items()),
        stated=tuple((words, *said) for words, said in _stated(pages).items()),
    )


def added(one: Spent, other: Spent) -> Spent:
    """Add up."""
    return (one[0] + other[0], one[1] + other[1], one[2] + other[2], one[3] + other[3], one[4] + other[4])


def merged(rows: Iterable[Rows]) -> dict[str, tuple[int, Names]]:
    """Join what groups of pages say of tags or ids, the newest pages first."""
    found: dict[str, tuple[int, Names]] = {}
    for thing, count, names in (row for each in rows for row in each):
        if before := found.get(thing):
            found[thing] = (before[0] + count, before[1] + names)
        else:
            found[thing] = (count, names)
    return found


def rows_of(found: Mapping[str, tuple[int, Names]], most: int) -> Rows:
    """Write down what was joined, with as many names as are ever shown."""
    return tuple((thing, count, names[:most]) for thing, (count, names) in found.items())


def named_joined(parts: Sequence[Named]) -> Named:
    """Join what groups of pages name, the newest pages first: it is what all of them name."""
    return Named(
        tags=rows_of(merged(part.tags for part in parts), OF_TAG),
        ids=rows_of(merged(part.ids for part in parts), OF_ID),
        decided=tuple(row for part in parts for row in part.decided),
    )


def totals_joined(parts: Sequence[Totals]) -> Totals:
    """Join what groups of pages say together, the newest pages first: it is what all of them say."""
    spent: dict[tuple[str, str], Spent] = {}
    for model, seat, more in (row for part in parts for row in part.spent):
        spent[model, seat] = added(spent[model, seat], more) if (model, seat) in spent else more
    stated: dict[str, tuple[str, tuple[str, ...], str, str, int]] = {}
    for words, force, seats, oldest, newest, count in (row for part in parts for row in part.stated):
        if before := stated.get(words):
            stated[words] = before[0], tuple(dict.fromkeys(before[1] + seats)), oldest, before[3], before[4] + count
        else:
            stated[words] = force, seats, oldest, newest, count
    levels, values, touched, engines = Counter[str](), Counter[str](), Counter[str](), Counter[tuple[str, str]]()
    for part in parts:
        levels.update(dict(part.levels))
        values.update({kind: count for kind, count, _ in part.redactions})
        touched.update({kind: pages for kind, _, pages in part.redactions})
        engines.update({(engine, reason): count for engine, reason, count in part.engines})
    return Totals(
        spent=tuple((model, seat, sums) for (model, seat), sums in spent.items()),
        levels=tuple(levels.items()),
        raised=tuple(row for part in parts for row in part.raised),
        redactions=tuple((kind, count, touched[kind]) for kind, count in values.items()),
        redacted=sum(part.redacted for part in parts),
        engines=tuple((engine, reason, count) for (engine, reason), count in engines.items()),
        stated=tuple((words, *said) for words, said in stated.items()),
    )


def _spent(pages: Iterable[Account]) -> dict[tuple[str, str], Spent]:
    found: dict[tuple[str, str], Spent] = {}
    for page in pages:
        facts, at = page.facts, (page.facts.model, str(page.summary.seat))
        cost = round((facts.cost_usd or 0.0) * MICRO)
        spent = (1, int(bool(facts.model)), facts.input_tokens, facts.output_tokens, cost)
        found[at] = added(found[at], spent) if at in found else spent
    return found


def _named(pages: Iterable[tuple[str, tuple[str, ...]]], most: int) -> Rows:
    found: dict[str, list[str]] = {}
    for name, things in pages:
        for thing in things:
            found.setdefault(thing, []).append(name)
    return tuple((thing, len(names), tuple(names[:most])) for thing, names in found.items())


def _stated(pages: Iterable[Account]) -> dict[str, tuple[str, tuple[str, ...], str, str, int]]:
    found: dict[str, tuple[str, list[Account]]] = {}
    for page in pages:
        for said in page.stated:
            found.setdefault(bare(said.text), (str(said.force), []))[1].append(page)
    return {
        words: (force, _seats(of), of[-1].summary.name, of[0].summary.name, len(of))
        for words, (force, of) in found.items()
    }


def _decided(page: Account) -> Decided:
    return tuple((key_of(said.what), said.status == DecisionStatus.PROPOSED) for said in page.items.decisions)


def _seats(pages: Iterable[Account]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(str(page.summary.seat) for page in pages))

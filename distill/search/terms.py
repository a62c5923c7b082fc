"""The terms of a page for an index without positions: what the search in the browser looks up, before it reads pages.

A term is a word, or two neighbouring words of an id with the sign between them (`rate`, `limit`, `rate_limit`,
`limit.py`), or two neighbouring characters of a script without blanks.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from distill.search.match import WEIGHTS
from distill.search.query import COMMIT
from distill.search.record import Record
from distill.search.tokens import REMEMBERED, UNSPACED, groups_of

MOST_WORDS = 2
"""Most words of an id that are looked up as one: of a longer one all pairs are, and the pages read for the rest."""
COMMIT_DIGITS = 7
COMMIT_MARK = "^"
"""Stands before the first digits of a commit, which are found whole."""
MOST_WEIGHT = 99
CHARACTER = re.compile(f"[{UNSPACED}]")


def page_terms(page: Record) -> dict[str, int]:
    """Weigh the terms of a page by where they stand."""
    chunks: dict[str, float] = {}
    for line in page.lines:
        worth = WEIGHTS[line.field]
        for chunk in line.text.split():
            chunks[chunk] = chunks.get(chunk, 0.0) + worth
    weights: dict[str, float] = {}
    for chunk, worth in chunks.items():
        for term in _terms(chunk):
            weights[term] = weights.get(term, 0.0) + worth
    return {term: int(weight + 0.5) if weight < MOST_WEIGHT else MOST_WEIGHT for term, weight in weights.items()}


def line_terms(text: str) -> Iterator[str]:
    """Give all terms of a line, the same one more than once."""
    return (term for chunk in text.split() for term in _terms(chunk))


@lru_cache(REMEMBERED)
def _terms(chunk: str) -> tuple[str, ...]:
    return tuple(term for group in groups_of(chunk) for term in _group_terms(group))


def _group_terms(group: tuple[str, ...]) -> Iterator[str]:
    if len(group) > 1:
        yield from pairs(group)
        for run in runs(group):
            yield from _parts(run) if len(run) > 1 else run
    else:
        yield from group
    for word in group:
        if len(word) >= COMMIT_DIGITS and COMMIT.fullmatch(word):
            yield COMMIT_MARK + word[:COMMIT_DIGITS]


def runs(words: Iterable[str]) -> Iterator[list[str]]:
    """Part tokens where two words follow each other without a sign."""
    run: list[str] = []
    for word in words:
        if run and word.isalnum() and run[-1].isalnum():
            yield run
            run = []
        run.append(word)
    if run:
        yield run


def pairs(words: Sequence[str]) -> Iterator[str]:
    """Give neighbouring characters of scripts without blanks."""
    alone = [CHARACTER.fullmatch(word) is not None for word in words]
    return (words[at] + words[at + 1] for at in range(len(words) - 1) if alone[at] and alone[at + 1])


def _parts(run: list[str]) -> Iterator[str]:
    """Give what stands whole in an id: from a word, or the signs at its start, to a word, or a closing + or #."""
    is_word = [token.isalnum() for token in run]
    starts = [at for at, word in enumerate(is_word) if word or not at]
    for start in starts:
        count = 0
        for at in range(start, len(run)):
            if (count := count + is_word[at]) > MOST_WORDS:
                break
            if is_word[at] or (run[at] in "+#" and at > start and is_word[at - 1]):
                yield "".join(run[start : at + 1])

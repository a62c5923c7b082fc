"""The terms of a page for an index without positions: what the search in the browser looks up, before it reads pages.

A term is a word, or two neighbouring words of an id with the sign between them (`rate`, `limit`, `rate_limit`,
`limit.py`), or two neighbouring characters of a script without blanks.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from operator import add

from distill.search.match import WEIGHTS
from distill.search.query import COMMIT
from distill.search.tokens import LONGEST, SIGNS, UNSPACED, groups_of
from distill.search.wording import Wording

MOST_WORDS = 2
"""Most words of an id that are looked up as one: of a longer one all pairs are, and the pages read for the rest."""
COMMIT_DIGITS = 7
COMMIT_MARK = "^"
"""Stands before the first digits of a commit, which are found whole."""
HALVES = 2
"""Weights are counted in halves, so that they are whole numbers."""
CHARACTER = re.compile(f"[{UNSPACED}]")
CLOSING = ("+", "#")
"""Signs that belong to the word before them: C++, C#."""
PUNCTUATION = "!\"'()*,;<>?[]^`{|}"
NOT_LAST = PUNCTUATION + "-_./@:~$%&=\\"
ID = re.compile(rf"(?:[a-z0-9]+[+#]?|[{SIGNS}](?=[{SIGNS}]{{0,8}}[a-z0-9]))+")
DIGIT = re.compile(r"[0-9]")
WORD = re.compile(r"([a-z0-9]+)")
ONE_WORD = re.compile(r"[a-z0-9]+")
NO_JOINT = re.compile(rf"[^a-z0-9{SIGNS}]|[+#]")
"""What does not simply join two words to an id."""


def page_terms(page: Wording, known: dict[str, Sequence[str]]) -> dict[str, int]:
    """Weigh the terms of a page by where they stand, in halves; `known` keeps those of what may well come again."""
    weights: dict[str, int] = {}
    for chunk, halves in page_chunks(page).items():
        terms = known.get(chunk)
        if terms is None:
            terms = chunk_terms(chunk)
            if DIGIT.search(chunk) is None:  # so it is no id that only this page has
                known[chunk] = terms
        for term in terms:
            weights[term] = weights.get(term, 0) + halves
    return weights


def page_chunks(page: Wording) -> Mapping[str, int]:
    """Weigh what stands between blanks: most of a page are the same few words, again and again."""
    weights: dict[str, int] = {}
    for field, texts in page.texts.items():
        worth = int(WEIGHTS[field] * HALVES)
        for chunk, times in Counter(" ".join(texts).split()).items():
            weights[chunk] = weights.get(chunk, 0) + worth * times
    return weights


def line_terms(text: str) -> Iterator[str]:
    """Give all terms of a line, the same one more than once."""
    return (term for chunk in text.split() for term in chunk_terms(chunk))


def chunk_terms(chunk: str) -> Sequence[str]:
    """Give all terms of text without blanks, the same one more than once."""
    if not chunk.isascii():
        return [term for group in groups_of(chunk) for term in _group_terms(group)]
    word = (text := chunk.lower()).lstrip(PUNCTUATION).rstrip(NOT_LAST)
    if word.isalnum() and len(word) <= LONGEST:
        return (word, COMMIT_MARK + word[:COMMIT_DIGITS]) if _is_commit(word) else (word,)
    if (plain := _plain_terms(word)) is not None:
        return plain
    groups = ID.findall(text)
    return _id_terms(groups[0]) if len(groups) == 1 else [term for group in groups for term in _id_terms(group)]


def _plain_terms(word: str) -> Sequence[str] | None:
    """Give the terms of words with one sign between two each, as most ids are, or of a number behind its sign.

    None for other text; what is given is what `_id_terms` gives, in a third of the time.
    """
    if word[:1] == "#" and word[1:].isalnum() and len(word) <= LONGEST:
        return [word[1:], word, *_commits([word[1:]])]
    words = ONE_WORD.findall(word)
    if sum(map(len, words)) + len(words) - 1 != len(word) or NO_JOINT.search(word) or max(map(len, words)) > LONGEST:
        return None
    found, at = words.copy(), 0
    for one, other in pairwise(words):
        next_at = at + len(one) + 1
        found.append(word[at : next_at + len(other)])
        at = next_at
    return found + _commits(words)


def _id_terms(group: str) -> Sequence[str]:
    """Give what stands whole in an id: from a word, or the signs at its start, to a word, or a closing + or #."""
    first, *parts = WORD.split(group)
    words, signs = parts[::2], parts[1::2]
    if max(map(len, words)) > LONGEST:
        return [term for tokens in groups_of(group) for term in _group_terms(tokens)]
    ends = [sign[0] if sign[:1] in CLOSING else "" for sign in signs] if "+" in group or "#" in group else signs[:0]
    pairs = list(map(add, map(add, words, signs), words[1:]))
    found = words + pairs + [first + term for term in words[:1] + pairs[:1] if first]
    for at, end in enumerate(ends):
        if end:
            whole = [words[at], *pairs[at - 1 : at]] if at else words[:1]
            found += [term + end for term in whole]
            found += [first + term + end for term in (words[:1] if not at else pairs[:1]) if first and at < MOST_WORDS]
    return found + _commits(words)


def _commits(words: Iterable[str]) -> list[str]:
    return [COMMIT_MARK + word[:COMMIT_DIGITS] for word in words if len(word) >= COMMIT_DIGITS and _is_commit(word)]


def _is_commit(word: str) -> bool:
    if len(word) < COMMIT_DIGITS or word.isalpha() or word.isdigit():  # so it lacks digits, or letters
        return False
    return COMMIT.fullmatch(word) is not None


def _group_terms(group: tuple[str, ...]) -> Iterator[str]:
    if len(group) > 1:
        yield from pairs(group)
        for run in runs(group):
            yield from _parts(run) if len(run) > 1 else run
    else:
        yield from group
    for word in group:
        if _is_commit(word):
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

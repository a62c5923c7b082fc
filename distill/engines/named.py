"""What a text names that can be looked up letter by letter: ids, numbers, hashes, paths, URLs, code spans, seats."""

import re
from dataclasses import dataclass

# ASCII throughout: in Chinese or Japanese an id stands between letters without a blank.
_CODE = re.compile(r"`([^`]+)`")
_URL = re.compile(r"\b[a-z][a-z0-9+.-]*://[^\s<>()\[\]`\"']+", re.IGNORECASE | re.ASCII)
_PLACEHOLDER = re.compile(r"\bREDACTED-[a-z0-9-]+-\d+\b", re.ASCII)
_SEAT = re.compile(r"[\w.+-]*\w@\w[\w.-]*\w", re.ASCII)
_PATH = re.compile(
    r"(?<![\w/])(?:~|\.{1,2})?/?[\w.@-]+(?:/[\w.@-]+)+/?"
    r"|(?<![\w/.])[\w-]{2,}\.[A-Za-z][A-Za-z0-9]{0,4}\b(?!\.\w)",
    re.ASCII,
)
# "defaced" is a word, unless it is called a commit
_HASH = re.compile(r"\b(?:(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])|(?<=commit ))[0-9a-f]{7,64}\b", re.ASCII)
# RIG-9, qitem-20261018175501-3fa9, L2-node-1; #39 and !12; FRESH_MAP and plan_rows
_ID = re.compile(
    r"\b[A-Za-z][A-Za-z0-9]*(?:[-_][A-Za-z0-9]+)*[-_]\d[\w-]*\b|(?<![\w&])[#!]\d+\b|\b\w*[A-Za-z]\w*_\w+\b", re.ASCII
)
# v2, L18, h264, 4be19c: a digit after a letter belongs to a name; one before a letter (40MB) is a number with its unit
_MIXED = re.compile(r"\b\d*[A-Za-z]\w*\d\w*\b", re.ASCII)
_NUMBER = re.compile(r"(?<![A-Za-z0-9_.,])\d+(?:[.,]\d+)*")
_TRAILING = ".,;:!?"
_WORDS_WITH_SLASH = re.compile(r"[A-Za-z]+/[A-Za-z]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Names:
    """The names in one text."""

    ids: frozenset[str]
    """Of tickets, pull requests, queue items and of identifiers in code."""
    others: frozenset[str]
    """Hashes, paths, URLs, code spans, seats, placeholders, and words with a digit in them."""
    numbers: frozenset[str]
    """All other runs of digits, without the commas between thousands."""


def names(text: str) -> Names:
    """Find the names in a text; what is part of a longer name is not counted by itself, except in numbers."""
    others: set[str] = set()
    for pattern in (_CODE, _URL, _PLACEHOLDER, _SEAT, _PATH, _HASH):
        found = (match.strip().rstrip(_TRAILING) for match in pattern.findall(text))
        # "and/or", "read/write": a slash between two words makes no path
        others |= {name for name in found if name and not _WORDS_WITH_SLASH.fullmatch(name)}
        text = pattern.sub(" ", text)
    ids = frozenset(_ID.findall(text))
    text = _ID.sub(" ", text)
    return Names(ids=ids, others=frozenset(others) | frozenset(_MIXED.findall(text)), numbers=_numbers(text))


def stands(text: str, scope: str, *, counted: frozenset[str] = frozenset()) -> bool:
    """Say whether everything that a text names stands in the scope, letter for letter and as a whole word.

    `counted`: numbers that the scope says in words.
    """
    found = names(text)
    return (
        found.numbers <= _numbers(scope) | counted
        and all(_whole(name, scope) for name in found.ids)
        and all(_whole(name, scope) for name in found.others)
    )


def _numbers(text: str) -> frozenset[str]:
    return frozenset(number.replace(",", "") for number in _NUMBER.findall(_HASH.sub(" ", text)))


def _whole(name: str, scope: str) -> bool:
    if name not in scope:
        return False
    return bool(re.search(rf"(?<!\w){re.escape(name)}(?!\w)", scope, re.ASCII))

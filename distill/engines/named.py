"""What a text names that can be looked up letter by letter: ids, numbers, hashes, paths, URLs, code spans, seats."""

import re
from dataclasses import dataclass

_CODE = re.compile(r"`([^`]+)`")
_URL = re.compile(r"\b[a-z][a-z0-9+.-]*://[^\s<>()\[\]`\"']+", re.IGNORECASE)
_PLACEHOLDER = re.compile(r"\bREDACTED-[a-z0-9-]+-\d+\b")
_SEAT = re.compile(r"[\w.+-]*\w@\w[\w.-]*\w")
_PATH = re.compile(
    r"(?<![\w/])(?:~|\.{1,2})?/?[\w.@-]+(?:/[\w.@-]+)+/?|(?<![\w/.])[\w-]{2,}\.[A-Za-z][A-Za-z0-9]{0,4}\b(?!\.\w)"
)
# RIG-9, qitem-20261018175501-3fa9, L2-node-1; #39 and !12; FRESH_MAP and plan_rows
_ID = re.compile(
    r"\b[A-Za-z][A-Za-z0-9]*(?:[-_][A-Za-z0-9]+)*[-_]\d[\w-]*\b|(?<![\w&])[#!]\d+\b|\b\w*[A-Za-z]\w*_\w+\b"
)
_HASH = re.compile(r"\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,64}\b")
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_TRAILING = ".,;:!?"
_WORDS_WITH_SLASH = re.compile(r"[A-Za-z]+/[A-Za-z]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Names:
    """The names in one text."""

    ids: frozenset[str]
    """Of tickets, pull requests, queue items and of identifiers in code."""
    others: frozenset[str]
    """Hashes, paths, URLs, code spans, seats, placeholders."""
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
    return Names(ids=ids, others=frozenset(others), numbers=_numbers(_ID.sub(" ", text)))


def stands(text: str, scope: str) -> bool:
    """Say whether everything that a text names stands in the scope, letter for letter and as a whole word."""
    found = names(text)
    return (
        found.numbers <= _numbers(scope)
        and all(_whole(name, scope) for name in found.ids)
        and all(_whole(name, scope) for name in found.others)
    )


def _numbers(text: str) -> frozenset[str]:
    return frozenset(number.replace(",", "") for number in _NUMBER.findall(text))


def _whole(name: str, scope: str) -> bool:
    if name not in scope:
        return False
    return bool(re.search(rf"(?<!\w){re.escape(name)}(?!\w)", scope))

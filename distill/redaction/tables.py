"""Tables: columns headed by a word for a secret, and rows that begin with a secret's name."""

import re
from bisect import bisect_right
from collections.abc import Iterator
from itertools import islice

from distill.redaction import passwords
from distill.redaction.allowed import is_id, is_uuid
from distill.redaction.key_names import kind_of_key, words_of
from distill.redaction.literals import ranges, seldom
from distill.redaction.prose import prose_words
from distill.redaction.spans import Certainty, Span, flat, lowered
from distill.redaction.values import is_random, is_secret

_TABLE = r"(?m)^[ \t>]{0,8}\|[^\n]+(?:\n[ \t>]{0,8}\|[^\n]+)*"
_CELL = re.compile(r"\|?[ \t]{0,40}([^|\n]{0,2000}?)[ \t]{0,40}(?=\|)")
_VALUE = re.compile(r"[*_]{0,2}`{0,2}([!#$%*+./0-9:=?@A-Z^_a-z~&-]{6,2000}?)`{0,2}[*_]{0,2}")
_ODD_VALUE = re.compile(r"`{0,2}([^\s\"'`|<>]{8,256}?)`{0,2}")  # of a password with separators in it
_STEM = re.compile(
    r"p(?:ass|wd|sk|w)|se?cret|token|key|cred|auth|(?<![a-z])(?:pat|sid|sas|sig)(?![a-z])|signature|salt|otp|hmac|jwt|bearer"
)
_HINT = r"p(?:ass|wd|sk|w)|se?cret|token|key|cred|auth|pat|si[dg]|sas|salt|otp|hmac|jwt|bearer"
"""The same without what stands before or behind, which RE2 does not look at."""
_LONGEST_HEAD = 40
_MAY_BE_UUID = frozenset({"password", "key", "token", "secret"})
"""Kinds whose columns hold UUIDs that are secrets; under a mere `key` they are ids."""
_MOST_CELLS = 40


def spans(text: str) -> Iterator[Span]:
    """Find secrets in the cells of Markdown tables."""
    low = lowered(text)
    for start, end in ranges(_TABLE, flat(text)) if "\n|" in text or text.startswith("|") else ():
        rows = list(_rows(text, start, end))
        told = _told(low, rows)
        if told or not low[start : rows[0][1]].isascii():
            yield from _in_table(text, low, rows, told)


def _rows(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    while start < end:
        stop = text.find("\n", start, end)
        yield start, (stop := stop if stop >= 0 else end)
        start = stop + 1


def _told(low: str, rows: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """List the rows that say a word for a secret."""
    first, starts = rows[0][0], [start for start, _ in rows]
    hinted = (rows[bisect_right(starts, first + at) - 1] for at in seldom(_HINT, flat(low)[first : rows[-1][1]]))
    return [row for row in dict.fromkeys(hinted) if _STEM.search(low, *row)]


def _in_table(text: str, low: str, rows: list[tuple[int, int]], told: list[tuple[int, int]]) -> Iterator[Span]:
    """Look at the rows that say a word for a secret, and at all of them below a head that does."""
    named = told[:1] == rows[:1] or not low[slice(*rows[0])].isascii()
    heads = _heads(text, low, *rows[0]) if named else []
    for row in rows if any(heads) else told:
        yield from _row(_cells(text, *row), heads)


def _row(cells: list[re.Match[str]], heads: list[str]) -> Iterator[Span]:
    named = next((k for c in cells if _may_name(c[1]) and (k := kind_of_key(c[1]))), "")
    for at, cell in enumerate(cells):
        if span := _value(cell, heads[at] if at < len(heads) else "", named):
            yield span


def _may_name(cell: str) -> bool:
    return len(cell) <= _LONGEST_HEAD and _STEM.search(cell.lower()) is not None


def _heads(text: str, low: str, start: int, end: int) -> list[str]:
    return [_kind(c[1], low[c.start(1) : c.end(1)]) for c in _cells(text, start, end)]


def _cells(text: str, start: int, end: int) -> list[re.Match[str]]:
    return list(islice(_CELL.finditer(text, start, end), _MOST_CELLS))


def _kind(cell: str, low: str) -> str:
    if len(cell) > _LONGEST_HEAD:
        return ""
    words = words_of(cell)
    kind = (kind_of_key(cell) or kind_of_key(words[-1])) if words else ""
    return kind or ("secret" if not low.isascii() and low.endswith(prose_words().words) else "")


def _odd(cell: str) -> re.Match[str] | None:
    found = _ODD_VALUE.fullmatch(cell)
    return found if found and passwords.is_odd(found[1]) else None


def _value(cell: re.Match[str], headed: str, named: str) -> Span | None:
    kind = headed or named
    found = _VALUE.fullmatch(cell[1]) if kind else None
    found = found or (_odd(cell[1]) if headed == "password" else None)
    if not found or (is_id(found[1]) and not (headed in _MAY_BE_UUID and is_uuid(found[1]))):
        return None
    strict = not headed or headed in ("bare-key", "key", "token")
    words = kind == "password"
    if not (is_random(found[1], numbered_words=words) if strict else is_secret(found[1], numbered_words=words)):
        return None
    start = cell.start(1) + found.start(1)
    return Span(start, start + len(found[1]), "api-key" if "key" in kind else kind, Certainty.GUESS)

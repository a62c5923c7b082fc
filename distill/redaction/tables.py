"""Tables: columns headed by a word for a secret, and rows that begin with a secret's name."""

import re
from collections.abc import Iterator

from distill.redaction.allowed import is_id, is_uuid
from distill.redaction.key_names import kind_of_key, words_of
from distill.redaction.prose import prose_words
from distill.redaction.spans import Certainty, Span, lowered
from distill.redaction.values import is_random, is_secret

_ROW = re.compile(r"(?m)^[ \t>]{0,8}\|[^\n]{3,4000}$")
_CELL = re.compile(r"\|?[ \t]{0,40}([^|\n]{0,2000}?)[ \t]{0,40}(?=\|)")
_VALUE = re.compile(r"[*_]{0,2}`{0,2}([!#$%*+./0-9:=?@A-Z^_a-z~&-]{6,2000}?)`{0,2}[*_]{0,2}")
_STEM = re.compile(r"p(?:ass|wd|sk|at|w)|se?cret|token|key|cred|auth|sid|s[ai][sg]|salt|otp|hmac|jwt|bearer")
_LONGEST_HEAD = 40
_MOST_CELLS = 40


def spans(text: str) -> Iterator[Span]:
    """Find secrets in the cells of Markdown tables."""
    low, last, heads = lowered(text), -1, [""]
    for row in _ROW.finditer(text) if "\n|" in text or text.startswith("|") else ():
        cells = [c for _, c in zip(range(_MOST_CELLS), _CELL.finditer(text, row.start(), row.end()), strict=False)]
        if text.count("\n", last, row.start()) > 1 or last < 0:
            heads = [_kind(c[1], low[c.start(1) : c.end(1)]) for c in cells]
        last = row.end()
        if not (any(heads) or _STEM.search(low, row.start(), row.end())):
            continue
        named = next((k for c in cells if len(c[1]) <= _LONGEST_HEAD and (k := kind_of_key(c[1]))), "")
        for at, cell in enumerate(cells):
            kind = heads[at] if at < len(heads) else ""
            if span := _value(cell, kind, named):
                yield span


def _kind(cell: str, low: str) -> str:
    if len(cell) > _LONGEST_HEAD:
        return ""
    kind = kind_of_key(words_of(cell)[-1]) if words_of(cell) else ""
    return kind or ("secret" if not low.isascii() and low.endswith(prose_words().words) else "")


def _value(cell: re.Match[str], headed: str, named: str) -> Span | None:
    found = _VALUE.fullmatch(cell[1])
    kind = headed or named
    if not found or not kind or (is_id(found[1]) and not (headed == "password" and is_uuid(found[1]))):
        return None
    strict = not headed or headed in ("bare-key", "key", "token")
    words = kind == "password"
    if not (is_random(found[1], numbered_words=words) if strict else is_secret(found[1], numbered_words=words)):
        return None
    start = cell.start(1) + found.start(1)
    return Span(start, start + len(found[1]), "api-key" if "key" in kind else kind, Certainty.GUESS)

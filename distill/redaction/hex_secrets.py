"""Hexadecimal secrets beside the words that name them, with only a blank between: `API key <64 digits>`.

Elsewhere long hexadecimal is a commit, a digest or an id, and stays.
"""

import re
from collections.abc import Iterator

from distill.redaction.spans import Certainty, Span, lowered
from distill.redaction.vocabulary import Words

_WORDS = r"(?:api|sign(?:ing|ature)|encryption|decryption|access|session|service|webhook|hmac|master|root|app)[ _-]?\Z"
_BEFORE = re.compile(rf"(?<![a-z]){_WORDS}")
_AFTER = re.compile(r"s?(?:[ \t]?\([^()\n]{1,30}\))?[ \t]{1,3}([0-9a-f]{32,128})(?![0-9a-z])")
_LONGEST_WORD = 12
_NAMES = ("secret", "passphrase")
_WORDS_BEFORE = Words(lambda: ("key", *_NAMES), folded=True)


def spans(text: str) -> Iterator[Span]:
    """Find long hexadecimal that stands right after a secret's name."""
    low = lowered(text)
    for at, name in _WORDS_BEFORE.places(text):
        found = _AFTER.match(low, at + len(name))
        if found and _is_named(low, at, name):
            yield Span(found.start(1), found.end(1), "secret", Certainty.KEYED)


def _is_named(low: str, at: int, name: str) -> bool:
    if name in _NAMES:
        return not (at and "a" <= low[at - 1] <= "z")
    return _BEFORE.search(low[max(0, at - _LONGEST_WORD) : at]) is not None

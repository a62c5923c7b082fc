"""Hexadecimal secrets beside the words that name them, with only a blank between: `API key <64 digits>`.

Elsewhere long hexadecimal is a commit, a digest or an id, and stays.
"""

import re
from collections.abc import Iterator

from distill.redaction.spans import Certainty, Span, flat

_NAMED = re.compile(
    r"(?i)(?<![a-z])(?:(?:api|sign(?:ing|ature)|encryption|decryption|access|session|service|webhook|hmac|master|root|app)"
    r"[ _-]?keys?|secrets?|passphrases?)"
    r"(?:[ \t]?\([^()\n]{1,30}\))?[ \t]{1,3}([0-9a-f]{32,128})(?![0-9a-z])"
)
_HINTS = ("key", "secret", "passphrase")


def spans(text: str) -> Iterator[Span]:
    """Find long hexadecimal that stands right after a secret's name."""
    low = flat(text).lower()
    if not any(hint in low for hint in _HINTS):
        return
    for found in _NAMED.finditer(flat(text)):
        yield Span(found.start(1), found.end(1), "secret", Certainty.KEYED)

"""Verification: whether anything of a run still stands in a text, and whether the redaction itself works."""

from distill.model import Redacted
from distill.redaction import canaries
from distill.redaction.encodings import forms
from distill.redaction.placeholders import kind_of
from distill.redaction.redactor import redact, redact_untested
from distill.redaction.values import is_plain, varied

WINDOW = 8
"""So many characters of a value in a row are a leak (the measure of the redaction bench)."""
_LONG = 16  # values from this length on are looked for by windows
_PUBLIC = 12  # characters at the head of a long value that a vendor's prefix may take up
_MOST_WINDOWS = 20_000  # of one value: a key block or a picture needs no more to be recognised


def leaks(text: str, first: Redacted) -> tuple[str, ...]:
    """Name the kinds of this run's values, or parts of them, that stand in a text, and of what a fresh look finds.

    Empty when the text is clean. Raises RedactionError as `redact` does.
    """
    here = runs_of(text)
    parts = here - runs_of(first.text) if first.text != text else here  # what the cleaned source says is no leak
    standing = {kind_of(placeholder) for value, placeholder in first.secrets if _stands(value, text, here, parts)}
    fresh = {finding.kind for finding in redact(text, known=first).findings}
    return tuple(sorted(standing | fresh))


def runs_of(text: str) -> set[str]:
    """Collect all runs of a window's length in a text."""
    return {text[at : at + WINDOW] for at in range(len(text) - WINDOW + 1)}


def _stands(value: str, text: str, here: set[str], parts: set[str]) -> bool:
    if varied(value) and any(form[:WINDOW] in here and form in text for form in forms(value)):
        return True
    return any(window in parts for window in distinctive_windows(value))


def distinctive_windows(value: str) -> list[str]:
    """List the windows of a long value that look random: those of a public prefix or of words stand in honest text."""
    if len(value) < _LONG:
        return []
    start = _PUBLIC if len(value) >= 2 * _PUBLIC else 0
    stop = min(len(value) - WINDOW + 1, start + _MOST_WINDOWS)
    return [value[at : at + WINDOW] for at in range(start, stop) if _is_distinctive(value[at : at + WINDOW])]


def _is_distinctive(window: str) -> bool:
    """Digits among letters or letters of both cases; names of keys and words have neither."""
    letters = "".join(c for c in window if c.isalpha())
    mixed = letters.lower() != letters != letters.upper()
    return not is_plain(window) and bool(letters) and (mixed or any(c.isdigit() for c in window))


def self_test() -> None:
    """Plant a canary for each layer; raises RedactionError when one survives."""
    canaries.check(redact_untested)

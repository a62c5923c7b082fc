"""Parts of secrets that are named beside them: `the key ends in …`, a value with an editor's backslashes in it."""

from dataclasses import replace

from distill.model import Redacted
from distill.redaction.verify import WINDOW, distinctive_windows, runs_of


def cleared(first: Redacted) -> Redacted:
    """Replace what still stands of the run's values, eight characters in a row or more, by their placeholders."""
    here = runs_of(first.text) if first.secrets else set()
    text = first.text
    for value, placeholder in first.secrets:
        for window in distinctive_windows(value):
            if window in here:
                text = _without(text, value, window, placeholder)
    return first if text == first.text else replace(first, text=text)


def _without(text: str, value: str, window: str, placeholder: str) -> str:
    """Replace each place of a window, as far as text and value agree on both sides of it."""
    at, offset = text.find(window), value.index(window)
    while at >= 0:
        start, end = at, at + WINDOW
        while start > 0 and offset - (at - start) > 0 and text[start - 1] == value[offset - (at - start) - 1]:
            start -= 1
        while end < len(text) and offset + end - at < len(value) and text[end] == value[offset + end - at]:
            end += 1
        text = text[:start] + placeholder + text[end:]
        at = text.find(window, start + len(placeholder))
    return text

"""Parts of a found value that stand beside it: `the key ends in …`, a value that an editor broke."""

from distill.model import Redacted
from distill.redaction.placeholders import kind_of
from distill.redaction.places import Place
from distill.redaction.verify import WINDOW, distinctive_windows


def parts(text: str, known: Redacted, placeholders: frozenset[str]) -> list[Place]:
    """Give the stretches of at least eight characters that these values share with a text, in order."""
    windows = {
        window: (value, placeholder)
        for value, placeholder in known.secrets
        if placeholder in placeholders
        for window in distinctive_windows(value)
    }
    found: list[Place] = []
    for at in range(len(text) - WINDOW + 1) if windows else ():
        hit = windows.get(text[at : at + WINDOW])
        if hit and not (found and at < found[-1].end):
            start, end = _stretch(text, at, hit[0])
            found.append(Place(start, end, kind_of(hit[1]), hit[1]))
    return found


def _stretch(text: str, at: int, value: str) -> tuple[int, int]:
    """Widen a window as far as text and value agree on both sides of it."""
    start, end, offset = at, at + WINDOW, value.index(text[at : at + WINDOW])
    while start > 0 and offset - (at - start) > 0 and text[start - 1] == value[offset - (at - start) - 1]:
        start -= 1
    while end < len(text) and offset + end - at < len(value) and text[end] == value[offset + end - at]:
        end += 1
    return start, end

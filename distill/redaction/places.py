"""Where exactly a redaction changed a text, told from the text and what became of it."""

import re
from bisect import bisect_right
from dataclasses import dataclass

from distill.errors import RedactionError
from distill.model import Redacted, RedactionPolicy
from distill.redaction import personal
from distill.redaction.placeholders import PATTERN
from distill.redaction.redactor import MAX_CHARACTERS, redact

_LONGEST_HOME = 200  # characters in which the stretch of a home path ends
_SURROGATE = re.compile("[\ud800-\udfff]")
"""What stands in decoded text for bytes that were no UTF-8."""
_UNREADABLE = "\ufffd"


@dataclass(frozen=True, slots=True)
class Place:
    """A stretch of a text, `end` not included, its kind, and what takes its place."""

    start: int
    end: int
    kind: str
    instead: str


def found_places(
    text: str, *, known: Redacted | None = None, policy: RedactionPolicy | None = None, most: int = MAX_CHARACTERS
) -> tuple[Redacted, tuple[Place, ...]]:
    """Redact a text, in which surrogates stand for bytes that could not be read, and tell what changed.

    Raises RedactionError as `redact` does.
    """
    readable = _SURROGATE.sub(_UNREADABLE, text)
    done = redact(readable, known=known, policy=policy, max_characters=most)
    return done, places(readable, done)


def places(text: str, done: Redacted) -> tuple[Place, ...]:
    """Tell which stretches of `text` were replaced. Raises RedactionError when the two do not belong together."""
    values = {placeholder: value for value, placeholder in done.secrets}
    starts, found, at, out = line_starts(text), [], 0, 0
    for finding in done.findings:
        start = starts[finding.line - 1] + finding.column - 1
        _same(text[at:start], done.text, out)
        out += start - at
        end, instead = _replaced(text, start, done.text, out, values)
        found.append(Place(start, end, finding.kind, instead))
        at, out = end, out + len(instead)
    _same(text[at:], done.text[out:], 0, whole=True)
    return tuple(found)


def _replaced(text: str, start: int, redacted: str, out: int, values: dict[str, str]) -> tuple[int, str]:
    """Tell where a replaced stretch ends, and by what it was replaced."""
    mark = PATTERN.match(redacted, out)
    if mark and mark[0] in values and text.startswith(values[mark[0]], start):
        return start + len(values[mark[0]]), mark[0]
    before = max(0, start - 1)
    for low, high, instead in personal.homes(text[before : start + _LONGEST_HOME]):
        if before + low == start and redacted.startswith(instead, out):
            return before + high, instead
    raise _torn()


def _same(part: str, redacted: str, at: int, *, whole: bool = False) -> None:
    if redacted != part if whole else not redacted.startswith(part, at):
        raise _torn()


def _torn() -> RedactionError:
    return RedactionError("The places of a redaction do not fit its text; nothing was changed. Please report this.")


def line_starts(text: str) -> list[int]:
    """List where the lines of a text begin."""
    starts, at = [0], text.find("\n")
    while at >= 0:
        starts.append(at + 1)
        at = text.find("\n", at + 1)
    return starts


def line_and_column(starts: list[int], at: int) -> tuple[int, int]:
    """Tell line and column of an offset, both from 1."""
    line = bisect_right(starts, at)
    return line, at - starts[line - 1] + 1

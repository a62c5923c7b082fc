"""Tokens of vendors that have no fixed prefix, by their shape, from the rule file."""

import re
from collections.abc import Iterator
from functools import cache

from distill.redaction.literals import ranges
from distill.redaction.rules import PatternRule, patterns
from distill.redaction.spans import Certainty, Span, flat
from distill.redaction.values import is_words
from distill.redaction.vendor_tokens import starts_clean
from distill.redaction.vocabulary import Words
from distill.redaction.wrapping import continued

_RUN = re.compile(r"[!-~]*")
_FARTHEST = 8192  # characters of a token before or behind a hint
_NEAR = 256  # the same for a rule whose match may hold blanks
_LONGEST = 20_000
_HINTS = Words(lambda: (hint for rule in patterns() for hint in rule.hints))


def spans(text: str) -> Iterator[Span]:
    """Find tokens by patterns, each tried only around its hints."""
    ascii_text = flat(text)
    places: dict[str, list[int]] = {}
    for at, hint in _HINTS.places(text):
        places.setdefault(hint, []).append(at)
    for rule in patterns():
        hinted = sorted({at for hint in rule.hints for at in places.get(hint, ())})
        if rule.shape:
            hinted = [start for start, _ in ranges(rule.shape, ascii_text)]
        if hinted:
            yield from _found(text, ascii_text, rule, hinted)


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(rf"(?:(?<![A-Za-z0-9])|(?<=\\[nrt])){pattern}" if pattern.startswith("[") else pattern)


def _found(text: str, ascii_text: str, rule: PatternRule, places: list[int]) -> Iterator[Span]:
    pattern = _compiled(rule.pattern)
    group = 1 if pattern.groups else 0
    for start, end in _windows(ascii_text, places, rule):
        for found in pattern.finditer(ascii_text, start, end):
            if starts_clean(text, found.start()) and not is_words(found[group]):
                stop = found.start(group) + len(found[group].rstrip(".-"))
                yield Span(found.start(group), continued(text, stop), rule.kind, Certainty.SELF_NAMING)


def _windows(text: str, places: list[int], rule: PatternRule) -> Iterator[tuple[int, int]]:
    """Yield the stretches around the hints, each once: the run without a blank, or some characters to both sides."""
    done = 0
    for at in places:
        if at < done:
            continue
        if rule.solid:
            before = max(text.rfind(blank, max(0, at - _FARTHEST), at) for blank in " \n\t")
            start, end = max(before + 1, done, at - _FARTHEST), _RUN.match(text, at, at + _FARTHEST).end()  # type: ignore[union-attr]
        else:
            start, end = max(0, done, at - _NEAR), min(len(text), at + _LONGEST)
        yield start, end
        done = end

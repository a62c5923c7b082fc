"""Command idioms: passwords that flags and credential files carry without a name, from the rule file."""

import re
from collections.abc import Iterator
from functools import cache

from distill.redaction.rules import commands
from distill.redaction.spans import Certainty, Span, flat
from distill.redaction.values import is_random, is_reference
from distill.redaction.vocabulary import Words

_LINE = 1000  # characters of a line around a hint that an idiom may need
_MANY = 2000  # secrets, after which the rest of a line goes: in such a text nobody misses what is harmless
_STRIKING = 12  # characters of a passphrase of words and numbers
_REST = re.compile(r"[$&%#!*^+=~-][^\s\"'`|<>;,)\]}@]{1,200}")
_HINTS = Words(lambda: (rule.hint for rule in commands()))
_WORD = re.compile(r"[a-z]{1,12}|[A-Z_]{1,40}|-.*|\d{1,4}")


def spans(text: str) -> Iterator[Span]:
    """Find the secrets of command lines, `.netrc`, `.pgpass`, SQL and the like."""
    ascii_text, many = flat(text), 0
    places: dict[str, list[int]] = {}
    for at, hint in _HINTS.places(text):
        places.setdefault(hint, []).append(at)
    for rule in commands():
        if rule.hint in places:
            pattern = _compiled(rule.pattern)
            for start, end in _lines(ascii_text, places[rule.hint]):
                for found in pattern.finditer(text, start, end):
                    if not is_reference(found[1]) and not (
                        _WORD.fullmatch(found[1]) or (rule.strict and not _is_striking(found[1]))
                    ):
                        many += 1
                        if many > _MANY:
                            stop = ascii_text.find("\n", found.end(1))
                            yield Span(found.start(1), stop if stop >= 0 else len(text), rule.kind, Certainty.KEYED)
                            break
                        yield Span(found.start(1), _end(ascii_text, found.end(1)), rule.kind, Certainty.KEYED)


def _end(text: str, end: int) -> int:
    """Take the rest of a word along that goes on with a sign a pattern stops at, as `$` in a password."""
    rest = _REST.match(text, end)
    return rest.end() if rest else end


def _is_striking(value: str) -> bool:
    return is_random(value) or (len(value) >= _STRIKING and is_random(value, numbered_words=True))


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


def _lines(text: str, places: list[int]) -> Iterator[tuple[int, int]]:
    """Yield the bounded lines around the places of a hint, each once."""
    done = -1
    for at in places:
        if at < done:
            continue
        start = max(text.rfind("\n", max(0, at - _LINE), at) + 1, at - _LINE, 0, done)
        stop = text.find("\n", at, at + _LINE)
        done = stop if stop >= 0 else min(len(text), at + _LINE)
        yield start, done

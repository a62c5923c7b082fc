"""The person's own rules and allow-list, as the settings hold them."""

from collections.abc import Iterable, Iterator

from distill import own_patterns
from distill.errors import RedactionError
from distill.model import OwnRule, RedactionPolicy
from distill.redaction.spans import Certainty, Span

_LONGEST_LINE = 2000  # characters that a pattern gets to see at once, so that none can run away
_OVERLAP = 500


def spans(text: str, rules: Iterable[OwnRule]) -> Iterator[Span]:
    """Find what own patterns match, line by line; raises RedactionError for a pattern that cannot be used."""
    for rule in rules:
        pattern = _compiled(rule.pattern)
        group = 1 if pattern.groups else 0
        for start, line in _lines(text):
            for found in pattern.finditer(line):
                low, high = found.span(group)
                if high > low:
                    yield Span(start + low, start + high, rule.kind, Certainty.SELF_NAMING)


def spared(text: str, spans: Iterable[Span], policy: RedactionPolicy) -> list[Span]:
    """Drop the spans whose whole value the allow-list names; a project's list spares no token that names itself."""
    if not (policy.allow or policy.allow_guesses):
        return list(spans)
    always = [_compiled(pattern) for pattern in policy.allow]
    guesses = [_compiled(pattern) for pattern in policy.allow_guesses]
    return [s for s in spans if not _is_allowed(text[s.start : s.end], s.certainty, always, guesses)]


def _is_allowed(value: str, certainty: Certainty, always: list, guesses: list) -> bool:  # type: ignore[type-arg]
    if any(pattern.fullmatch(value) for pattern in always):
        return True
    return certainty < Certainty.SELF_NAMING and any(pattern.fullmatch(value) for pattern in guesses)


def _compiled(pattern: str):  # type: ignore[no-untyped-def] # noqa: ANN202 - of either library
    try:
        return own_patterns.compiled(pattern)
    except ValueError as error:
        raise RedactionError(f"A pattern of your own {error}. Mend it in the settings; nothing may leave.") from None


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines, long ones in parts that overlap."""
    start = 0
    for line in text.splitlines(keepends=True):
        for at in range(0, len(line), _LONGEST_LINE - _OVERLAP):
            yield start + at, line[at : at + _LONGEST_LINE]
        start += len(line)

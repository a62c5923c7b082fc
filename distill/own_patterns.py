"""Patterns of the person's own: compiled by google-re2 where it is installed, by `re` when they cannot run away."""

import re
from functools import cache
from re import _constants, _parser  # type: ignore[attr-defined]
from typing import Any

LONGEST_PATTERN = 500
"""Characters of one pattern."""
_MOST_OPEN = 2  # repeats without a bound in one pattern: the time grows with this power of a line's length
_BOUND = 256  # a repeat beyond this counts as one without a bound


@cache
def compiled(pattern: str) -> Any:  # noqa: ANN401 - a pattern of either library, with the same methods
    """Compile a pattern; raises ValueError, in words for the person, for one that is broken or could run away."""
    if not pattern or len(pattern) > LONGEST_PATTERN:
        raise ValueError(f"must have 1 to {LONGEST_PATTERN} characters")
    try:
        own = re.compile(pattern)
    except (re.error, OverflowError, RecursionError) as error:
        raise ValueError(f"does not parse: {error}") from None
    if own.search(""):
        raise ValueError("matches an empty text")
    if fast := _linear(pattern):
        return fast
    if _runs_away(_parser.parse(pattern)):
        raise ValueError("could take very long: it repeats what repeats, or has more than two repeats without a bound")
    return own


def _linear(pattern: str) -> Any:  # noqa: ANN401
    """Compile by RE2; None where it is not installed or does not know what the pattern uses."""
    try:
        import re2  # noqa: PLC0415 - only where somebody has patterns
    except ImportError:
        return None
    try:
        options = re2.Options()
        options.log_errors = False
        return re2.compile(pattern, options)
    except (re2.error, AttributeError):
        return None


def _runs_away(tree: Any) -> bool:  # noqa: ANN401
    found = list(_repeats(tree))
    return sum(high > _BOUND for high, _ in found) > _MOST_OPEN or any(
        _varies(body) for high, body in found if high > 1
    )


def _repeats(tree: Any) -> Any:  # noqa: ANN401
    for code, value in tree:
        if code in (_constants.MAX_REPEAT, _constants.MIN_REPEAT, _constants.POSSESSIVE_REPEAT):
            yield value[1], value[2]
        for part in _parts(value):
            yield from _repeats(part)


def _parts(value: Any) -> Any:  # noqa: ANN401
    if isinstance(value, _parser.SubPattern):
        yield value
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _parts(part)


def _varies(body: Any) -> bool:  # noqa: ANN401
    """Tell whether what is repeated can match in more than one way."""
    low, high = body.getwidth()
    return low != high or _branches(body) or any(True for _ in _repeats(body))


def _branches(tree: Any) -> bool:  # noqa: ANN401
    return any(code is _constants.BRANCH or any(map(_branches, _parts(value))) for code, value in tree)

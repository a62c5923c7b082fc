"""Tokens that name themselves by a prefix or a shape, from the rule file; word boundaries fail in CJK text."""

import re
from collections.abc import Iterable, Iterator
from functools import cache

from distill.redaction.allowed import is_id
from distill.redaction.literals import Literals, linear, ranges
from distill.redaction.rules import PatternRule, TokenRule, patterns, tokens
from distill.redaction.spans import Certainty, Span, finds, flat
from distill.redaction.values import is_words, kinds
from distill.redaction.wrapping import continued

_ALPHABETS = {
    "an": "A-Za-z0-9",
    "low": "a-z0-9",
    "up": "A-Z0-9",
    "hex": "0-9a-fA-F",
    "hexdash": "0-9a-fA-F-",
    "hexlob": "0-9a-f",
    "uuid": "0-9a-fA-F.:-",
    "word": "A-Za-z0-9_",
    "clickup": "A-Z0-9_",
    "b64": "A-Za-z0-9+/=_-",
    "b64u": "A-Za-z0-9_-",
    "b64u=": "A-Za-z0-9_=-",
    "b64word": "A-Za-z0-9+/=_-",
    "dotted": "A-Za-z0-9_.-",
    "dottedpct": "A-Za-z0-9_.%$-",
}
_BEFORE = re.compile(
    r"(?:\x1b\[[0-9;]{0,12}m|\\[nrtbfv]|%[0-9A-Fa-f]{2}|\\u[0-9A-Fa-f]{4}|\\x[0-9A-Fa-f]{2}|[^A-Za-z0-9])\Z"
)
_FILE_END = re.compile(r"(?:\.[a-z]{1,5})?[.-]*\Z")  # a file named after a token keeps its ending
_RUN = re.compile(r"[!-~]{10,}")
_MIXED_RUN = r"[!-~]*(?:[0-9]|[a-z][A-Z]|[A-Z][A-Z][a-z]|[A-Z]{12})[!-~]*"
_SHORTEST_RUN = 10
_BODY = re.compile(r"[0-9]|[a-z][A-Z]|[A-Z]{2}[a-z]|[A-Z]{12}")
_LONGEST_TRIED = 256
_SHORTEST_WRAPPED = 6
_SHORTEST_LOOSE = 3  # where the prefix is distinctive


def spans(text: str) -> Iterator[Span]:
    """Find vendor tokens: each row costs one substring test unless its prefix is there."""
    ascii_text = flat(text)
    found = _runs(ascii_text)  # no token stands outside of these
    runs = "\n".join(ascii_text[start:end] for start, end in found)
    places: dict[str, list[int]] = {}
    for at, prefix in _prefixes().places(ascii_text if linear() else runs):
        places.setdefault(prefix, []).append(at)
    for rule in tokens():
        if rule.prefix in places:
            at = places[rule.prefix] if linear() else finds(ascii_text, rule.prefix)
            yield from _by_prefix(text, at, rule)
    for pattern in patterns():
        if pattern.hint in (ascii_text if not pattern.solid else runs):
            places = found if pattern.solid else [(0, len(text))]
            yield from _by_pattern(text, ascii_text, pattern, places)


def _runs(text: str) -> list[tuple[int, int]]:
    """List the runs without a blank in which letters and digits, or capitals and small letters, are mixed."""
    if linear():
        return [(start, end) for start, end in ranges(_MIXED_RUN, text) if end - start >= _SHORTEST_RUN]
    return [m.span() for m in _RUN.finditer(text) if _BODY.search(text, m.start(), m.end())]


@cache
def _prefixes() -> Literals:
    return Literals(rule.prefix for rule in tokens())


@cache
def _body(alphabet: str) -> re.Pattern[str]:
    return re.compile(rf"[{_ALPHABETS[alphabet]}]{{0,4096}}")


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![A-Za-z0-9]){pattern}" if pattern.startswith("[") else pattern)


def starts_clean(text: str, at: int) -> bool:
    """Tell whether no letter or digit stands before `at`, escapes and colour codes aside."""
    return at == 0 or _BEFORE.search(text, max(0, at - 16), at) is not None


def _by_prefix(text: str, places: Iterable[int], rule: TokenRule) -> Iterator[Span]:
    pattern, seen = _body(rule.alphabet), -1
    for at in places:
        if at < seen or not (rule.loose or starts_clean(text, at)):
            continue
        start = at + len(rule.prefix)
        end = start + len(_FILE_END.sub("", pattern.match(text, start).group()))  # type: ignore[union-attr]
        if end - start >= _LONGEST_TRIED:
            seen = end  # so long a run that is no token is looked at once only
        shortest = _SHORTEST_LOOSE if rule.loose and not rule.marker else _SHORTEST_WRAPPED
        whole = continued(text, end, capitals=True) if end - start >= shortest else end
        body = text[start:end] + "".join(text[end:whole].split())
        if rule.shortest <= len(body) and end - start <= rule.longest and _is_body(body, rule):
            seen = whole
            yield Span(start if rule.marker else at, whole, rule.kind, Certainty.SELF_NAMING)


def _is_body(body: str, rule: TokenRule) -> bool:
    """Words behind a prefix, as in `sk-learn-…` or `npm_config_…`, are no token."""
    if rule.exact:
        return True
    if rule.mixed and kinds(body) < 3:  # noqa: PLR2004 - both cases and digits
        return False
    if is_words(body) or len(set(body)) < 5 or (not rule.loose and is_id(rule.prefix + body)):  # noqa: PLR2004
        return False
    return any(c.isdigit() for c in body) or (body.lower() != body and body.upper() != body)


def _by_pattern(
    text: str, ascii_text: str, rule: PatternRule, places: Iterable[tuple[int, int]]
) -> Iterator[Span]:
    pattern = _compiled(rule.pattern)
    group = 1 if pattern.groups else 0
    hinted = (place for place in places if ascii_text.find(rule.hint, *place) >= 0)
    for found in (m for start, end in hinted for m in pattern.finditer(ascii_text, start, end)):
        if starts_clean(text, found.start()):
            end = found.start(group) + len(found[group].rstrip(".-"))
            if is_words(found[group]):
                continue
            yield Span(found.start(group), continued(text, end), rule.kind, Certainty.SELF_NAMING)

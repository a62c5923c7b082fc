"""Tokens that name themselves by a prefix, from the rule file; word boundaries fail in CJK text."""

import re
from collections.abc import Iterable, Iterator
from functools import cache

from distill.redaction.allowed import is_id
from distill.redaction.literals import linear
from distill.redaction.rules import TokenRule, tokens
from distill.redaction.spans import Certainty, Span, finds, flat
from distill.redaction.values import is_words, kinds
from distill.redaction.vocabulary import Words
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
    "cookie": "A-Za-z0-9+/=_.%-",
}
_BEFORE = re.compile(
    r"(?:\x1b\[[0-9;]{0,12}m|\\[nrtbfv]|%[0-9A-Fa-f]{2}|\\u[0-9A-Fa-f]{4}|\\x[0-9A-Fa-f]{2}|[^A-Za-z0-9])\Z"
)
_ESCAPING = frozenset("\\%\x1b")
_FILE_END = re.compile(r"(?:\.[a-z]{1,5})?[.-]*\Z")  # a file named after a token keeps its ending
_RUN = re.compile(r"[!-~]{10,}")
_BODY = re.compile(r"[0-9]|[a-z][A-Z]|[A-Z]{2}[a-z]|[A-Z]{12}")
_LONGEST_TRIED = 256
_SHORTEST_WRAPPED = 6
_SHORTEST_LOOSE = 3  # where the prefix is distinctive
_PREFIXES = Words(lambda: (rule.prefix for rule in tokens()))


def spans(text: str) -> Iterator[Span]:
    """Find the tokens of vendors by their prefixes."""
    places = _places(text)
    for rule in tokens() if places else ():
        if rule.prefix in places:
            yield from _by_prefix(text, places[rule.prefix], rule)


def _places(text: str) -> dict[str, list[int]]:
    """Find where each prefix stands; without RE2 only for those that stand in runs that could be tokens."""
    places: dict[str, list[int]] = {}
    if linear():
        for at, prefix in _PREFIXES.places(text):
            places.setdefault(prefix, []).append(at)
        return places
    ascii_text = flat(text)
    runs = "\n".join(run for run in set(_RUN.findall(ascii_text)) if _BODY.search(run))
    return {prefix: list(finds(ascii_text, prefix)) for prefix in _PREFIXES.alone.words if prefix in runs}


@cache
def _body(alphabet: str) -> re.Pattern[str]:
    return re.compile(rf"[{_ALPHABETS[alphabet]}]{{0,4096}}")


def starts_clean(text: str, at: int) -> bool:
    """Tell whether no letter or digit stands before `at`, escapes and colour codes aside."""
    if at == 0 or not (text[at - 1].isalnum() and text[at - 1].isascii()):
        return True
    return (
        not _ESCAPING.isdisjoint(text[max(0, at - 16) : at]) and _BEFORE.search(text, max(0, at - 16), at) is not None
    )


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
            seen = whole = max(whole, _end_of(text, at, rule))
            yield Span(start if rule.marker else at, whole, rule.kind, Certainty.SELF_NAMING)


def _end_of(text: str, at: int, rule: TokenRule) -> int:
    found = re.compile(rule.whole).match(text, at) if rule.whole else None
    return found.end() if found else at


def _is_body(body: str, rule: TokenRule) -> bool:
    """Words behind a prefix, as in `sk-learn-…` or `npm_config_…`, are no token."""
    if rule.exact:
        return True
    if rule.mixed and kinds(body) < 3:  # noqa: PLR2004 - both cases and digits
        return False
    if is_words(body) or len(set(body)) < 5 or (not rule.loose and is_id(rule.prefix + body)):  # noqa: PLR2004
        return False
    return any(c.isdigit() for c in body) or (body.lower() != body and body.upper() != body)

"""The key word that comes first in a heading or a label, and how its words are counted."""

import re
from dataclasses import dataclass
from functools import lru_cache

from distill.engines.extractive.places import Place
from distill.engines.extractive.rules import Rules, rules_for

NUMBERING = re.compile(r"^[\W_]*(?:(?:\d{1,3}|[A-Za-z]|[IVXivx]{1,4})[.):、．]\s*)?(?:\d+(?:\.\d+)*\s+)?")  # noqa: RUF001
PARENTHESES = re.compile(r"[(（\[【][^()（）\[\]【】]{0,200}[)）\]】]")  # noqa: RUF001
_TAIL = re.compile(r"\s+(?:[-–—|·:]+|→)\s+|:\s+|：")  # noqa: RUF001
_CODE = re.compile(r"`[^`]*`")
_AROUND_CODE = " 0123456789.-–—:"  # noqa: RUF001
ADJECTIVES_FOLLOW = frozenset({"fr", "es", "pt", "it", "ar", "he"})
_NAMED_LAST = frozenset({Place.DECISIONS, Place.CONSTRAINTS, Place.RULED_OUT, Place.PITFALLS})
_END = re.compile(r"[^\W\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]{0,4}\W*")
WORD = re.compile(r"\w+")
WIDE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")


@dataclass(frozen=True, slots=True)
class Match:
    """What a heading says, and whether its first words say so."""

    place: Place
    at_start: bool
    at_end: bool = False
    """The key word is the last one, as where the noun stands at the end of its phrase."""


def earliest(text: str, rules: Rules) -> Match | None:
    """Find the class whose key word comes first, in the head of a heading and then in all of it."""
    return _earliest(text, rules.languages)


@lru_cache(maxsize=1024)
def _earliest(text: str, languages: frozenset[str]) -> Match | None:
    rules = rules_for(languages)
    without = _CODE.sub(" ", text) if "`" in text else text
    if without != text and (match := earliest(without.replace("`", " ").strip(_AROUND_CODE), rules)):
        return match  # the name of a file says less than the words beside it
    bare = PARENTHESES.sub(" ", text)
    bare = NUMBERING.sub("", bare, count=1)
    head = _TAIL.split(bare, maxsplit=1)[0]
    tried: set[str] = set()
    for part, leads in ((head, True), (bare, True), (text, False)):
        if part in tried:
            continue
        tried.add(part)
        if match := _earliest_in(part, rules):
            if match.place is Place.SKIP and not leads:
                break  # "Where we are (context)": what stands in parentheses takes nothing away
            return Match(match.place, match.at_start and leads, match.at_end and leads)
    return Match(Place.MIXED, at_start=True) if rules["headings.mixed"].search(bare) else None


def _earliest_in(text: str, rules: Rules) -> Match | None:
    best: tuple[int, int, Place] | None = None
    for place, pattern in rules.headings():
        if found := pattern.search(text):
            key = (found.start(), -len(found[0]), place)
            if best is None or key[:2] < best[:2]:
                best = key
    if best is None:
        return None
    at_start = not text[: best[0]].strip(" *_`\"'“„«")
    after = text[best[0] - best[1] :]
    if best[2] is Place.SKIP and (last := _last_in(after, rules)):
        return Match(last, at_start, at_end=True)  # "Environment gotchas" are gotchas
    if best[2] is Place.CONSTRAINTS and rules["headings.emphasis"].fullmatch(text[best[0] : best[0] - best[1]]):
        meant = (
            None if rules["headings.constraints"].search(after) else _earliest_in(after, rules)
        )  # "Important fixes", "重要な決定事項": what is important says the place
        return Match(meant.place if meant else Place.CONSTRAINTS, at_start=at_start)
    return Match(best[2], at_start, _ends(after))


def _last_in(text: str, rules: Rules) -> Place | None:
    """Find the class whose key word ends a heading, where nouns stand at the end of their phrase."""
    if not text.strip() or rules.languages & ADJECTIVES_FOLLOW:
        return None
    for place, pattern in rules.headings():
        if place in _NAMED_LAST and any(_ends(text[found.end() :]) for found in pattern.finditer(text)):
            return place
    return None


def _ends(rest: str) -> bool:
    """Say whether nothing but the end of a word follows."""
    return _END.fullmatch(rest) is not None


def superseded(text: str, rules: Rules) -> bool:
    """Say whether a heading tells that what follows no longer holds, in its words or after them in parentheses."""
    pattern = rules["headings.superseded"]
    return bool(pattern.search(text) or pattern.search(PARENTHESES.sub(" ", text).rstrip()))


def word_count(text: str) -> float:
    """Count words; of Chinese, Japanese and Korean two letters make one."""
    wide = len(WIDE.findall(text))
    return len(WORD.findall(WIDE.sub(" ", text))) + wide / 2

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
WORD = re.compile(r"\w+")
WIDE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")


@dataclass(frozen=True, slots=True)
class Match:
    """What a heading says, and whether its first words say so."""

    place: Place
    at_start: bool


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
            return Match(match.place, at_start=match.at_start and leads)
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
    if best[2] is Place.CONSTRAINTS and rules["headings.emphasis"].fullmatch(text[best[0] : best[0] - best[1]]):
        meant = (
            None if rules["headings.constraints"].search(after) else _earliest_in(after, rules)
        )  # "Important fixes", "重要な決定事項": what is important says the place
        return Match(meant.place if meant else Place.CONSTRAINTS, at_start=at_start)
    return Match(best[2], at_start=at_start)


def superseded(text: str, rules: Rules) -> bool:
    """Say whether a heading tells that what follows no longer holds, in its words or after them in parentheses."""
    pattern = rules["headings.superseded"]
    return bool(pattern.search(text) or pattern.search(PARENTHESES.sub(" ", text).rstrip()))


def word_count(text: str) -> float:
    """Count words; of Chinese, Japanese and Korean two letters make one."""
    wide = len(WIDE.findall(text))
    return len(WORD.findall(WIDE.sub(" ", text))) + wide / 2

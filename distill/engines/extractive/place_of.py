"""The place that a heading or a label opens: exact tables of our own shapes first, then the earliest key word."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from distill.engines.extractive.places import SECTIONS, Place
from distill.engines.extractive.rules import Rules, shapes

_DONE_SIGN = "✅✔☑🎉🟢"
_OPEN_SIGN = "⏳⌛🔄🚧❌✗✘⏸🔴🟡⬜🛑🔜"
_NUMBERING = re.compile(r"^[\W_]*(?:(?:\d{1,3}|[A-Za-z]|[IVXivx]{1,4})[.):、．]\s*)?(?:\d+(?:\.\d+)*\s+)?")  # noqa: RUF001
_PARENTHESES = re.compile(r"[(（\[【][^()（）\[\]【】]{0,200}[)）\]】]")  # noqa: RUF001
_TAIL = re.compile(r"\s+(?:[-–—|·:]+|→)\s+|:\s+|：")  # noqa: RUF001
_DONE_WORD = re.compile(
    r"\b(?:DONE|COMPLETED?|MERGED|SHIPPED|FIXED|RESOLVED|CLOSED|FINISHED|DEPLOYED|ERLEDIGT|TERMINÉ|HECHO|FEITO|ГОТОВО|СДЕЛАНО)\b|完了|已完成|완료"
)
_OPEN_WORD = re.compile(
    r"\b(?:PARKED|BLOCKED|PENDING|TODO|WIP|IN[ -]PROGRESS|DEFERRED|NOT STARTED|NOT DONE|OPEN|WAITING|ON HOLD|NEXT|OFFEN|PENDIENTE|PENDENTE|EN COURS|В РАБОТЕ)\b|未完了|未完成|미완료|진행 ?중|进行中|進行中"
)
_MAX_TOPIC_WORDS = 5
_MAX_HEADING_WORDS = 9
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Match:
    """What a heading says, and whether its first words say so."""

    place: Place
    at_start: bool


def exact_places(headings: Iterable[str]) -> Mapping[str, Place]:
    """Give the section table of our own shape that the headings of a map fit best; empty when none does."""
    found = {_bare(heading) for heading in headings}
    best: Mapping[str, Place] = {}
    most = 0
    for shape in shapes():
        hits = len(found & shape.sections.keys())
        if hits >= max(shape.least, most + 1):
            best, most = shape.sections, hits
    return best


def heading_place(text: str, inherited: Place, exact: Mapping[str, Place], rules: Rules) -> Place:
    """Classify a heading that stands under a place; one that says nothing inherits it."""
    if (place := exact.get(_bare(text))) is not None:
        return place
    if rules["headings.superseded"].search(text):
        return Place.NOTHING
    words = len(_WORD.findall(_PARENTHESES.sub(" ", text)))
    match = earliest(text, rules)
    status = _status(text)
    if status is not None and (match is None or match.place not in {Place.DECISIONS, Place.CONSTRAINTS}):
        return status
    if match is None or inherited is Place.NOTHING:
        return inherited
    most = _MAX_HEADING_WORDS if match.place in {Place.CONSTRAINTS, Place.DECISIONS} else _MAX_TOPIC_WORDS
    if inherited in SECTIONS and not (match.at_start and words <= most):
        return inherited
    if match.place is Place.MIXED and inherited is not Place.PLAIN:
        return inherited
    return match.place if match.at_start or words <= _MAX_HEADING_WORDS else inherited


def label_place(text: str, rules: Rules) -> Place | None:
    """Classify a label line ("Done:", "**Offen**"); None when it says nothing."""
    if rules["headings.superseded"].search(text):
        return Place.NOTHING
    match = earliest(text, rules)
    if (
        match is None
        or match.place is Place.MIXED
        or not (match.at_start or len(_WORD.findall(text)) <= _MAX_TOPIC_WORDS)
    ):
        return _status(text)
    return match.place


def earliest(text: str, rules: Rules) -> Match | None:
    """Find the class whose key word comes first, in the head of a heading and then in all of it."""
    bare = _PARENTHESES.sub(" ", text)
    bare = _NUMBERING.sub("", bare, count=1)
    head = _TAIL.split(bare, maxsplit=1)[0]
    for part, leads in ((head, True), (bare, True), (text, False)):
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
    return Match(best[2], at_start=not text[: best[0]].strip(" *_`\"'“„«")) if best else None


def _status(text: str) -> Place | None:
    """Read the state that a heading carries: a sign at its end, or a word in capitals."""
    tail = text.rstrip(" *_)\ufe0f")
    if tail.endswith(tuple(_DONE_SIGN)):
        return Place.ACCOMPLISHED
    if tail.endswith(tuple(_OPEN_SIGN)):
        return Place.OPEN
    open_word, done_word = _OPEN_WORD.search(text), _DONE_WORD.search(text)
    if open_word and not (done_word and done_word.start() < open_word.start()):
        return Place.OPEN if not text.isupper() else None
    if done_word and not text.isupper():
        return Place.ACCOMPLISHED
    stripped = text.lstrip(" *_")
    if stripped[:1] and stripped[0] in _DONE_SIGN + _OPEN_SIGN and _earliest_word_is_missing(stripped):
        return Place.ACCOMPLISHED if stripped[0] in _DONE_SIGN else Place.OPEN
    return None


def _earliest_word_is_missing(text: str) -> bool:
    return not text[1:].strip()


def _bare(text: str) -> str:
    text = _PARENTHESES.sub(" ", text)
    return " ".join(_NUMBERING.sub("", text, count=1).lower().split()).rstrip(" :.!")

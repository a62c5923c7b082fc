"""The place that a heading or a label opens: exact tables of our own shapes first, then the earliest key word."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from distill.engines.extractive.own_signs import DONE_SIGNS, NO_SIGNS, OPEN_SIGNS
from distill.engines.extractive.places import SECTIONS, Place
from distill.engines.extractive.rules import Rules, rules_for, shapes

_MORE_SIGNS = "🎉🛑"
_NUMBERING = re.compile(r"^[\W_]*(?:(?:\d{1,3}|[A-Za-z]|[IVXivx]{1,4})[.):、．]\s*)?(?:\d+(?:\.\d+)*\s+)?")  # noqa: RUF001
_PARENTHESES = re.compile(r"[(（\[【][^()（）\[\]【】]{0,200}[)）\]】]")  # noqa: RUF001
_TAIL = re.compile(r"\s+(?:[-–—|·:]+|→)\s+|:\s+|：")  # noqa: RUF001
_CODE = re.compile(r"`[^`]*`")
_AROUND_CODE = " 0123456789.-–—:"  # noqa: RUF001
_PAIR = re.compile(r"\s+[/&]\s+|[・／]")  # noqa: RUF001
_STATED = re.compile(r"[(（]\s*([^()（）,，;；:：]{2,40})|\s[—–-]{1,2}\s+([^—–(),;:]{2,40}?)(?:[,;:(]|$)")  # noqa: RUF001
_MAX_STATED_WORDS = 3
_WORD_STEM = 5
_ADJECTIVES_FOLLOW = frozenset({"fr", "es", "pt", "it", "ar", "he"})
_EARLY = 6
_DIRECTIVES = frozenset({Place.CONSTRAINTS, Place.PITFALLS})
_SETTLED = frozenset({Place.DECISIONS, Place.CONSTRAINTS, Place.RULED_OUT, Place.PITFALLS})
_BUSY = frozenset({Place.ACCOMPLISHED, Place.OPEN})
_DASH = re.compile(r"\s[–—-]{1,2}\s")  # noqa: RUF001
_MAX_LABEL_WORDS = 4
_LEAST_TOLD_WORDS = 3
_STEP = re.compile(r"\W*(?:\w+ )?\d{1,2}\s?[.):]")
_MAX_TOPIC_WORDS = 5
_MAX_HEADING_WORDS = 9
_MAX_SKIP_WORDS = 4
_WORD = re.compile(r"\w+")
_WIDE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")


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
    if exact and (place := exact.get(_bare(text))) is not None:
        return place
    if _superseded(text, rules) or inherited is Place.NOTHING:
        return Place.NOTHING
    match = _of_pair(text, rules) or earliest(text, rules)
    if inherited is Place.OPEN and rules["marks.conditional"].match(_NUMBERING.sub("", text, count=1)):
        return inherited
    return _told(match, text, inherited, rules)


def _told(match: Match | None, text: str, inherited: Place, rules: Rules) -> Place:
    """Choose between the state, the key word and the form of a heading, and what it stands under."""
    status = _status(text, rules)
    if status is None and match is not None and match.place in {Place.ACCOMPLISHED, Place.OPEN}:
        status = _last_word(text, rules)
    if status is not None and (match is None or match.place not in _SETTLED or not match.at_start):
        return status
    untold = match is None or match.place is Place.MIXED
    if untold and inherited in {Place.PLAIN, Place.MIXED, Place.LOG} and rules["headings.log"].search(text):
        return Place.LOG
    if rules["headings.option"].match(text) and inherited not in _SETTLED:
        return Place.OPEN
    return match.place if match is not None and _takes(match, text, inherited, rules) else inherited


def _of_pair(text: str, rules: Rules) -> Match | None:
    """Read "caveats / blockers": directives are known by their words, so that the other name gives the place."""
    parts = _PAIR.split(_NUMBERING.sub("", text, count=1))
    found = [earliest(part, rules) for part in parts] if len(parts) == 2 else []  # noqa: PLR2004 - a pair
    places = [one.place for one in found if one is not None]
    if len(places) < len(parts) or not found or not _DIRECTIVES & set(places) or set(places) <= _DIRECTIVES:
        return None
    other = next((place for place in places if place in SECTIONS - _DIRECTIVES), Place.MIXED)
    return Match(other, at_start=True)


def _takes(match: Match, text: str, inherited: Place, rules: Rules) -> bool:
    """Say whether the key word of a heading counts: a long one below a heading that tells is a topic."""
    words = _word_count(_PARENTHESES.sub(" ", text))
    if match.place is Place.MIXED:
        return inherited is Place.PLAIN or (inherited is Place.OPEN and _names_state(text, rules))
    if match.place is Place.FINDINGS and inherited in SECTIONS:
        return False
    if match.place is Place.CONSTRAINTS and not match.at_start and _is_aside(text, rules):
        return False
    if inherited is Place.OPEN and match.place is Place.ACCOMPLISHED and _STEP.match(text):
        return False  # "1. Fix the build" is to be done
    if inherited in SECTIONS:
        return match.at_start and words <= (_MAX_HEADING_WORDS if match.place in _SETTLED else _MAX_TOPIC_WORDS)
    return match.at_start or words <= _MAX_HEADING_WORDS


def _names_state(text: str, rules: Rules) -> bool:
    """Say whether a heading announces how things stand, which is not what is to be done."""
    return any(rules["labels.state"].fullmatch(word) for word in _WORD.findall(text))


def label_place(text: str, rules: Rules, outer: Place = Place.PLAIN) -> Place | None:
    """Classify a label line ("Done:", "**Offen**"); None when it says nothing.

    Below a heading that tells, a label with a number, a title after a dash or many words names a part of it.
    """
    if outer in _BUSY and _is_part(text, rules):
        return Place.NOTHING if _superseded(text, rules) else None
    if _superseded(text, rules):
        return Place.NOTHING
    match = earliest(text, rules)
    if outer is Place.OPEN and " " in text and rules["marks.demand"].match(text):
        return None  # "Must update:" leads to what is to be done
    stated = _stated(text, rules) or _ends_with_state(text, match, rules)
    if match is None or match.place is Place.MIXED or (stated and match.place not in _SETTLED):
        return stated or _status(text, rules)
    words = _word_count(_PARENTHESES.sub(" ", text))
    if match.place is Place.SKIP:
        counts = match.at_start and words <= _MAX_SKIP_WORDS
    else:
        counts = match.at_start or words <= _MAX_TOPIC_WORDS
    return match.place if counts else _status(text, rules)


def _ends_with_state(text: str, match: Match | None, rules: Rules) -> Place | None:
    """Read the last word of a longer label that says nothing else: "Phases 0 to 7 are complete"."""
    words = text.rstrip(" :：*_").split()  # noqa: RUF001 - Chinese
    if len(words) < _LEAST_TOLD_WORDS or (match is not None and match.place is not Place.ACCOMPLISHED):
        return None
    return Place.ACCOMPLISHED if rules["status.done"].fullmatch(words[-1]) else None


def _is_aside(text: str, rules: Rules) -> bool:
    """Say whether the key word stands inside a longer clause, rather than at its end or in parentheses."""
    bare = _NUMBERING.sub("", _PARENTHESES.sub(" ", text), count=1).strip()
    found = rules["headings.constraints"].search(bare)
    return found is not None and not _WIDE.search(bare) and _word_count(bare[found.start() :]) >= _LEAST_TOLD_WORDS


def opens_section(text: str, rules: Rules) -> bool:
    """Say whether a label says in some words what follows ("What was done in the last session")."""
    match = earliest(text, rules)
    if _ends_with_state(text, match, rules) is not None:
        return True
    return match is not None and match.at_start and match.place in SECTIONS and _word_count(text) >= _LEAST_TOLD_WORDS


def _is_part(text: str, rules: Rules) -> bool:
    bare = _PARENTHESES.sub(" ", text)
    if _DASH.search(bare) or any(map(str.isdigit, bare)):
        return True
    match = earliest(text, rules)
    return _word_count(bare) > _MAX_LABEL_WORDS and not (match and match.at_start)


def _superseded(text: str, rules: Rules) -> bool:
    """Say whether a heading tells that what follows no longer holds, in its words or after them in parentheses."""
    pattern = rules["headings.superseded"]
    return bool(pattern.search(text) or pattern.search(_PARENTHESES.sub(" ", text).rstrip()))


def _word_count(text: str) -> float:
    """Count words; of Chinese, Japanese and Korean two letters make one."""
    wide = len(_WIDE.findall(text))
    return len(_WORD.findall(_WIDE.sub(" ", text))) + wide / 2


def earliest(text: str, rules: Rules) -> Match | None:
    """Find the class whose key word comes first, in the head of a heading and then in all of it."""
    return _earliest(text, rules.languages)


@lru_cache(maxsize=1024)
def _earliest(text: str, languages: frozenset[str]) -> Match | None:
    rules = rules_for(languages)
    without = _CODE.sub(" ", text) if "`" in text else text
    if without != text and (match := earliest(without.replace("`", " ").strip(_AROUND_CODE), rules)):
        return match  # the name of a file says less than the words beside it
    bare = _PARENTHESES.sub(" ", text)
    bare = _NUMBERING.sub("", bare, count=1)
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
    return Match(best[2], at_start=not text[: best[0]].strip(" *_`\"'“„«")) if best else None


def _status(text: str, rules: Rules) -> Place | None:
    """Read the state that a heading carries: a sign at its end, a word in capitals, or a sign and nothing else."""
    bare = text.strip(" *_)\ufe0f")
    sign = bare[-1:] if bare[-1:] in DONE_SIGNS + OPEN_SIGNS + NO_SIGNS + _MORE_SIGNS else ""
    if sign:
        return Place.ACCOMPLISHED if sign in DONE_SIGNS + _MORE_SIGNS[0] else Place.OPEN
    if (stated := _stated(text, rules)) or text.isupper():
        return stated
    if rules["shouted.dropped"].search(text):
        return Place.RULED_OUT
    still_open, done = rules["shouted.open"].search(text), rules["shouted.done"].search(text)
    if still_open and not (done and done.start() < still_open.start()):
        return Place.OPEN
    return Place.ACCOMPLISHED if done else None


def state_of(text: str, rules: Rules) -> Place | None:
    """Read the state that a heading carries beside what it names."""
    return _status(text, rules)


def _stated(text: str, rules: Rules) -> Place | None:
    """Read a state in parentheses: "(done)", "(all fixed, with tests)"."""
    found = _STATED.search(text)
    state = (found[1] or found[2]) if found else ""
    if not found or _word_count(state) > _MAX_STATED_WORDS:
        return None
    done, still_open = (rules[f"status.{name}"].search(state) for name in ("done", "open"))
    if still_open and not (done and done.start() < still_open.start()):
        return Place.OPEN if still_open.start() <= _EARLY else None
    return Place.ACCOMPLISHED if done and done.start() <= _EARLY else None


def _last_word(text: str, rules: Rules) -> Place | None:
    """Read the state that a short heading ends with, as where adjectives follow: "Tâches terminées"."""
    words = text.split()
    if not 1 < len(words) <= _MAX_STATED_WORDS or not rules.languages & _ADJECTIVES_FOLLOW:
        return None
    if rules["status.open"].match(words[-1]):
        return Place.OPEN
    done = rules["status.done"].match(words[-1])
    whole = (
        done is not None
        and len(done[0]) >= max(_WORD_STEM, len(words[-1]) - 2)
        and not rules["status.open"].search(text)
    )
    return Place.ACCOMPLISHED if whole else None


def _bare(text: str) -> str:
    text = _PARENTHESES.sub(" ", text)
    return " ".join(_NUMBERING.sub("", text, count=1).lower().split()).rstrip(" :.!")

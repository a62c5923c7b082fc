"""The place that a heading opens: exact tables of our own shapes first, then the earliest key word."""

import re
from collections.abc import Iterable, Mapping

from distill.engines.extractive.earliest import (
    ADJECTIVES_FOLLOW,
    NUMBERING,
    PARENTHESES,
    WIDE,
    WORD,
    Match,
    earliest,
    superseded,
    word_count,
)
from distill.engines.extractive.heading_states import last_word, state_of
from distill.engines.extractive.label_place import LEAST_TOLD_WORDS, MAX_TOPIC_WORDS, SETTLED
from distill.engines.extractive.newest import date_in
from distill.engines.extractive.places import BUSY, SECTIONS, Place
from distill.engines.extractive.rules import Rules, shapes

_PAIR = re.compile(r"\s+[/&]\s+|[・／]")  # noqa: RUF001
_DIRECTIVES = frozenset({Place.CONSTRAINTS, Place.PITFALLS})
_DAY = re.compile(r"\W*(?:\d{4}-\d\d-\d\d|\d{1,2}[./]\d{1,2}[./]\d{4})\b")
_STEP = re.compile(r"\W*(?:\w+ )?\d{1,2}\s?[.):]")
_NUMBERED = re.compile(r"\W*\d{1,2}[.)]\s")
_MAX_HEADING_WORDS = 9
_MOST_OF_ASPECT = 3
_LEAST_STEM = 5
_NUMBERED_PART = re.compile(r"\W*[^\W\d]+ (?:#?\d|[A-Z]?\w{0,3}-\w*\d)")
"""A heading that counts what it is about: "Task 0-F-2", "Issue 3: …"."""


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
    if (superseded(text, rules) and not _is_kept(text, rules)) or inherited is Place.NOTHING:
        return Place.NOTHING
    if not date_in(text):
        text = _undated(text, rules)
    match = _of_pair(text, rules) or earliest(text, rules)
    if match is not None and match.place is Place.DECISIONS and _is_pending(text, rules):
        match = Match(Place.OPEN, at_start=True)
    if inherited is Place.OPEN and rules["marks.conditional"].match(NUMBERING.sub("", text, count=1)):
        return inherited
    return _told(match, text, inherited, rules)


def _is_kept(text: str, rules: Rules) -> bool:
    """Say whether a heading of results is only called an archive in parentheses: "Completed sprints (archive)"."""
    head = PARENTHESES.sub(" ", text).rstrip()
    match = earliest(head, rules) if head != text and not superseded(head, rules) else None
    return match is not None and match.place is Place.ACCOMPLISHED and match.at_start


def _told(match: Match | None, text: str, inherited: Place, rules: Rules) -> Place:
    """Choose between the state, the key word and the form of a heading, and what it stands under."""
    if inherited in {Place.PLAIN, Place.MIXED, Place.LOG} and _is_day(text, match):
        return Place.LOG
    status = state_of(text, rules)
    if status is None and match is not None and match.place in {Place.ACCOMPLISHED, Place.OPEN}:
        status = last_word(text, rules)
    if status is not None and (match is None or match.place not in SETTLED or not match.at_start):
        return status
    takes = match is not None and _takes(match, text, inherited, rules)
    untold = not takes or (match is not None and match.place is Place.MIXED)
    if untold and inherited in {Place.PLAIN, Place.MIXED, Place.LOG} and rules["headings.log"].search(text):
        return Place.LOG
    if rules["headings.option"].match(text) and inherited not in SETTLED:
        return Place.OPEN
    if match is None or not takes:
        return Place.DETAIL if match is not None and _is_aspect(match, text, inherited, rules) else inherited
    return _of_topic(text, inherited, rules) if match.place is Place.SKIP else match.place


def _undated(text: str, rules: Rules) -> str:
    """Leave out parentheses that only tell when how things stand was written down: "State (updated)"."""
    if "(" not in text or not rules["headings.mixed"].search(text):
        return text
    return PARENTHESES.sub(lambda found: "" if rules["marks.renewed"].search(found[0]) else found[0], text).strip()


def _of_topic(text: str, inherited: Place, rules: Rules) -> Place:
    """Place what is told of "Tests" below what was done or is to be done: it is a part of that, and no reference."""
    if inherited not in BUSY or not rules["headings.topic"].match(NUMBERING.sub("", text, count=1)):
        return Place.SKIP
    return Place.DETAIL if inherited is Place.ACCOMPLISHED else inherited


def _is_aspect(match: Match, text: str, inherited: Place, rules: Rules) -> bool:
    """Say whether a short heading below results names what they are looked at by: "Code statistics"."""
    if inherited is not Place.ACCOMPLISHED or match.place is not Place.SKIP or not match.at_end:
        return False
    return not rules.languages & ADJECTIVES_FOLLOW and word_count(PARENTHESES.sub(" ", text)) <= _MOST_OF_ASPECT


def _is_day(text: str, match: Match | None) -> bool:
    """Say whether a heading is a day that is not over ("2026-09-09 (in progress)"): its items tell the rest."""
    return _DAY.match(text) is not None and match is not None and match.place is Place.OPEN and not match.at_start


def _of_pair(text: str, rules: Rules) -> Match | None:
    """Read "caveats / blockers": directives are known by their words, so that the other name gives the place."""
    parts = _PAIR.split(NUMBERING.sub("", text, count=1))
    found = [earliest(part, rules) for part in parts] if len(parts) == 2 else []  # noqa: PLR2004 - a pair
    places = [one.place for one in found if one is not None]
    if len(places) < len(parts) or not found:
        return None
    if Place.FINDINGS in places and (told := set(places) & SECTIONS):
        return Match(told.pop(), at_start=True)  # "Key decisions / findings"
    if not _DIRECTIVES & set(places) or set(places) <= _DIRECTIVES:
        return None
    other = next((place for place in places if place in SECTIONS - _DIRECTIVES), Place.MIXED)
    return Match(other, at_start=True)


def _takes(match: Match, text: str, inherited: Place, rules: Rules) -> bool:
    """Say whether the key word of a heading counts: a long one below a heading that tells is a topic."""
    words = word_count(NUMBERING.sub("", PARENTHESES.sub(" ", text), count=1))
    if match.place is Place.MIXED:
        return inherited is Place.PLAIN or (inherited in BUSY and _names_state(text, rules))
    if match.place is Place.FINDINGS and inherited in SECTIONS:
        return False
    if match.place is Place.CONSTRAINTS and not match.at_start and _is_aside(text, rules):
        return False
    if _is_part(match, text, inherited, rules):
        return False
    if inherited in SECTIONS:
        settles = match.at_end and match.place in SETTLED and not rules.languages & ADJECTIVES_FOLLOW
        settles = settles and not (inherited is Place.OPEN and _NUMBERED.match(text))  # "2. Double import warnings"
        return (match.at_start or settles) and words <= (
            _MAX_HEADING_WORDS if match.place in SETTLED else MAX_TOPIC_WORDS
        )
    leads = match.at_start or (inherited is Place.SKIP and match.at_end)
    return leads or (inherited is not Place.SKIP and words <= _MAX_HEADING_WORDS)


def _is_part(match: Match, text: str, inherited: Place, rules: Rules) -> bool:
    """Say whether a heading is a step of what is open ("1. Parser fixes") or a counted part of what was done."""
    if inherited is Place.OPEN:
        return match.place is Place.ACCOMPLISHED and _is_step(text, rules)
    counted = inherited is Place.ACCOMPLISHED and match.place is Place.OPEN and match.at_start
    return counted and _NUMBERED_PART.match(text) is not None


def _is_pending(text: str, rules: Rules) -> bool:
    """Say whether a heading about decisions says that they are still to be made: "Decisions of the board, pending"."""
    words = PARENTHESES.sub(" ", text).split()
    found = rules["status.open"].match(words[-1]) if len(words) > 1 else None
    return found is not None and (len(found[0]) >= _LEAST_STEM or found[0] == words[-1])


def _is_step(text: str, rules: Rules) -> bool:
    """Say whether a heading is something to do: "1. Parser fixes", "Complete the parser"."""
    order = rules["marks.todo"].match(NUMBERING.sub("", text, count=1))
    return _STEP.match(text) is not None or (order is not None and word_count(text) > 1)


def _is_aside(text: str, rules: Rules) -> bool:
    """Say whether the key word stands inside a longer clause, rather than at its end or in parentheses."""
    bare = NUMBERING.sub("", PARENTHESES.sub(" ", text), count=1).strip()
    found = rules["headings.constraints"].search(bare)
    return found is not None and not WIDE.search(bare) and word_count(bare[found.start() :]) >= LEAST_TOLD_WORDS


def _names_state(text: str, rules: Rules) -> bool:
    """Say whether a heading announces how things stand, which is not what is to be done."""
    return any(rules["labels.state"].fullmatch(word) for word in WORD.findall(text))


def _bare(text: str) -> str:
    text = PARENTHESES.sub(" ", text)
    return " ".join(NUMBERING.sub("", text, count=1).lower().split()).rstrip(" :.!")

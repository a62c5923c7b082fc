"""The place that a label line opens ("Done:", "**Offen**")."""

import re

from distill.engines.extractive.earliest import PARENTHESES, Match, earliest, superseded, word_count
from distill.engines.extractive.heading_states import signed_state, state_of, stated
from distill.engines.extractive.places import BUSY, SECTIONS, Place
from distill.engines.extractive.rules import Rules

SETTLED = frozenset({Place.DECISIONS, Place.CONSTRAINTS, Place.RULED_OUT, Place.PITFALLS})
MAX_TOPIC_WORDS = 5
LEAST_TOLD_WORDS = 3
_DASH = re.compile(r"\s[–—-]{1,2}\s")  # noqa: RUF001
_MAX_LABEL_WORDS = 4
_MAX_SKIP_WORDS = 4


def label_place(text: str, rules: Rules, outer: Place = Place.PLAIN) -> Place | None:
    """Classify a label line ("Done:", "**Offen**"); None when it says nothing.

    Below a heading that tells, a label with a number, a title after a dash or many words names a part of it.
    """
    if outer in BUSY and _is_part(text, rules):
        return Place.NOTHING if superseded(text, rules) else None
    if superseded(text, rules):
        return Place.NOTHING
    match = earliest(text, rules)
    if outer is Place.OPEN and " " in text and rules["marks.demand"].match(text):
        return None  # "Must update:" leads to what is to be done
    said = signed_state(text) or stated(text, rules) or _ends_with_state(text, match, rules)
    if match is None or match.place is Place.MIXED or (said and match.place not in SETTLED):
        return said or state_of(text, rules)
    words = word_count(PARENTHESES.sub(" ", text))
    if match.place is Place.SKIP and outer is Place.OPEN and rules["headings.topic"].match(text):
        return None  # what "Tests" are to be written
    if match.place is Place.SKIP:
        counts = match.at_start and words <= _MAX_SKIP_WORDS
    else:
        counts = match.at_start or words <= MAX_TOPIC_WORDS
    return match.place if counts else state_of(text, rules)


def _ends_with_state(text: str, match: Match | None, rules: Rules) -> Place | None:
    """Read the last word of a longer label that says nothing else: "Phases 0 to 7 are complete"."""
    words = text.rstrip(" :：*_").split()  # noqa: RUF001 - Chinese
    if len(words) < LEAST_TOLD_WORDS or (match is not None and match.place is not Place.ACCOMPLISHED):
        return None
    return Place.ACCOMPLISHED if rules["status.done"].fullmatch(words[-1]) else None


def opens_section(text: str, rules: Rules) -> bool:
    """Say whether a label says in some words what follows ("What was done in the last session")."""
    match = earliest(text, rules)
    if _ends_with_state(text, match, rules) is not None:
        return True
    return match is not None and match.at_start and match.place in SECTIONS and word_count(text) >= LEAST_TOLD_WORDS


def _is_part(text: str, rules: Rules) -> bool:
    bare = PARENTHESES.sub(" ", text)
    if _DASH.search(bare) or any(map(str.isdigit, bare)):
        return True
    match = earliest(text, rules)
    return word_count(bare) > _MAX_LABEL_WORDS and not (match and match.at_start)

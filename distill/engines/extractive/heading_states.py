"""The state that a heading or a label carries beside what it names."""

import re

from distill.engines.extractive.earliest import ADJECTIVES_FOLLOW, PARENTHESES, word_count
from distill.engines.extractive.own_signs import DONE_SIGNS, NO_SIGNS, OPEN_SIGNS
from distill.engines.extractive.places import Place
from distill.engines.extractive.rules import Rules

_MORE_SIGNS = "🎉🛑"
_STATED = re.compile(r"[(（]\s*([^()（）,，、;；:：]{2,40})|\s[—–-]{1,2}\s+([^—–(),;:]{2,40}?)(?:[,;:(]|$)")  # noqa: RUF001
_DAY = re.compile(r"\d[\d./:-]*")
_MAX_STATED_WORDS = 3
_WORD_STEM = 5
_TODAY = frozenset({"hoy", "ayer", "hoje", "ontem", "oggi", "ieri", "aujourd'hui", "aujourd’hui", "hier"})  # noqa: RUF001 - as people type it
_JOINS = frozenset({"and", "&", "+", "y", "e", "et", "ed", "und", "и", "was", "were"})
"""What stands before a last word that says how it ended."""
_EARLY = 6


def state_of(text: str, rules: Rules) -> Place | None:
    """Read the state that a heading carries: a sign at its end, a word in capitals, or a sign and nothing else."""
    if signed := signed_state(text):
        return signed
    if (said := stated(text, rules)) or text.isupper():
        return said
    if rules["shouted.dropped"].search(text):
        return Place.RULED_OUT
    still_open, done = rules["shouted.open"].search(text), rules["shouted.done"].search(text)
    if still_open and not (done and done.start() < still_open.start()):
        return Place.OPEN
    return Place.ACCOMPLISHED if done else None


def signed_state(text: str) -> Place | None:
    """Read the sign at the end of a heading."""
    sign = text.strip(" *_)\ufe0f")[-1:]
    if not sign or sign not in DONE_SIGNS + OPEN_SIGNS + NO_SIGNS + _MORE_SIGNS:
        return None
    return Place.ACCOMPLISHED if sign in DONE_SIGNS + _MORE_SIGNS[0] else Place.OPEN


def stated(text: str, rules: Rules) -> Place | None:
    """Read a state in parentheses: "(done)", "(all fixed, with tests)"."""
    found = _STATED.search(text)
    state = _DAY.sub("", found[1] or found[2]) if found else ""
    if not found or word_count(state) > _MAX_STATED_WORDS:
        return None
    done, still_open = (rules[f"status.{name}"].search(state) for name in ("done", "open"))
    if still_open and not (done and done.start() < still_open.start()):
        return Place.OPEN if still_open.start() <= _EARLY else None
    return Place.ACCOMPLISHED if done and done.start() <= _EARLY else None


def last_word(text: str, rules: Rules) -> Place | None:
    """Read the state that a short heading ends with, as where adjectives follow: "Tâches terminées"."""
    words = PARENTHESES.sub(" ", text).split()
    if len(words) > _MAX_STATED_WORDS and words[-2].lower() in _JOINS and _is_done(words[-1], text, rules):
        return Place.ACCOMPLISHED  # "Bugs found and fixed"
    if not 1 < len(words) <= _MAX_STATED_WORDS:
        return None
    if not rules.languages & ADJECTIVES_FOLLOW:
        # "Fehler behoben", not "Halb fertig"
        ends = rules["marks.trouble"].match(words[0]) and _is_done(words[-1], " ".join(words[1:]), rules)
        return Place.ACCOMPLISHED if ends else None
    if len(words) == _MAX_STATED_WORDS and words[-1].lower() in _TODAY:
        words.pop()
    if rules["status.open"].match(words[-1]):
        return Place.OPEN
    return Place.ACCOMPLISHED if _is_done(words[-1], text, rules) else None


def _is_done(word: str, text: str, rules: Rules) -> bool:
    """Say whether a word as a whole says done, and nothing beside it that it is open."""
    done = rules["status.done"].match(word)
    return done is not None and len(done[0]) >= max(_WORD_STEM, len(word) - 2) and not rules["status.open"].search(text)

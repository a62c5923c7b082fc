"""What the words of an entry say where its heading does not."""

import re

from distill.engines.extractive.entries import Entry
from distill.engines.extractive.evidence import HEAD_CHARACTERS, decides, demands, is_done, is_open, unproven
from distill.engines.extractive.places import Place
from distill.engines.extractive.prohibitions import begins_forbidding, forbids
from distill.engines.extractive.rules import Rules
from distill.engines.extractive.sentences import sentences
from distill.engines.extractive.tokens import HASH

_LEAST_CHARACTERS = 24
_READING = re.compile(r"[^:：\n.]{2,50}[:：]\s+\S")  # noqa: RUF001 - the colon of Chinese and Japanese
_TOLD = frozenset({Place.ACCOMPLISHED, Place.DECISIONS, Place.OPEN})
_ENDS = " .!)。！）"  # noqa: RUF001 - full stops of all scripts
_DATE_LINE = re.compile(r"(?:[^\W\d]+[.,:]?\s){0,3}(?:\d{1,2}[. ]\s?\w+[.,]?\s?\d{4}|\d{4}-\d\d-\d\d)\W{0,2}\S{0,12}")


def by_words(entry: Entry, rules: Rules) -> Place:
    """Classify an entry under a heading that does not tell; what forbids follows as a constraint of its own."""
    if entry.quoted:
        return _of_quote(entry.text, rules)
    if entry.place is Place.TEAM:
        return Place.OPEN if rules["marks.open"].search(entry.text) else Place.NOTHING
    if entry.place is Place.SKIP:
        return _in_reference(entry, rules)
    place = _by_evidence(entry, rules)
    return Place.NOTHING if place in _TOLD and _only_forbids(entry.text, rules) else place


def _by_evidence(entry: Entry, rules: Rules) -> Place:
    text = entry.text
    if begins_forbidding(text, rules) or rules["marks.boilerplate"].match(text) or _DATE_LINE.fullmatch(text):
        return Place.NOTHING
    if decides(entry, rules) or _gives_up(text, rules):
        return Place.DECISIONS
    place = _by_state(entry, rules)
    return Place.NOTHING if place is Place.ACCOMPLISHED and _is_reading(entry) else place


def _gives_up(text: str, rules: Rules) -> bool:
    """Say whether a text tells that something was given up, and nothing before that which was done."""
    found = rules["marks.abandoned"].search(text)
    if found is None or found.start() <= 2 * HEAD_CHARACTERS:
        return found is not None
    done = rules["marks.proven"].search(text)
    return done is None or done.start() > found.start()


def _is_reading(entry: Entry) -> bool:
    """Say whether an entry among how things stand is a name with its value ("Tests: 19 scenarios, run in CI")."""
    if entry.place is not Place.MIXED or entry.columns is not None or HASH.search(entry.text):
        return False
    return _READING.match(entry.text) is not None


def _only_forbids(text: str, rules: Rules) -> bool:
    """Say whether a text is one sentence that begins or ends by forbidding."""
    found = rules["marks.forbid_anywhere"].search(text)
    if found is None or not (found.start() == 0 or found.end() >= len(text.rstrip(_ENDS))):
        return False
    return next(sentences(text), "") == text


def _of_quote(text: str, rules: Rules) -> Place:
    """Classify a quotation that no heading explains: only what directs or decides counts."""
    if text.rstrip().endswith(("?", "？")):  # noqa: RUF001 - Chinese
        return Place.NOTHING
    if begins_forbidding(text, rules) or forbids(text, rules) or rules["marks.every"].search(text):
        return Place.CONSTRAINTS
    decided = rules["marks.decided"].search(text)
    return Place.DECISIONS if decided and decided.start() <= HEAD_CHARACTERS else Place.NOTHING


def _in_reference(entry: Entry, rules: Rules) -> Place:
    """Classify an entry among reference material: only what directs, or was left undone, counts."""
    if entry.columns is not None:
        return Place.SKIP
    if _directs(entry, rules):
        return Place.CONSTRAINTS
    if entry.prose:
        return Place.DECISIONS if rules["marks.decided"].search(entry.text) and decides(entry, rules) else Place.SKIP
    left = len(entry.text) >= _LEAST_CHARACTERS and unproven(entry.text, rules)
    return Place.OPEN if left else Place.SKIP


def _directs(entry: Entry, rules: Rules) -> bool:
    """Say whether an entry among reference material demands something, a sentence of it each time that it matters."""
    if rules["marks.every"].search(entry.text):
        return True
    return not entry.prose and rules["marks.demand"].search(entry.text) is not None


def _by_state(entry: Entry, rules: Rules) -> Place:
    forbids_too = entry.place is Place.FINDINGS and rules["marks.forbid"].search(entry.text)
    if forbids_too or rules["marks.person_said"].match(entry.text):
        return Place.CONSTRAINTS
    if is_open(entry, rules):
        return Place.OPEN
    if demands(entry, rules):
        return Place.CONSTRAINTS
    if is_done(entry, rules) and not (entry.aside and not _proves(entry.text, rules)):
        return Place.ACCOMPLISHED
    if entry.place is Place.DETAIL and not entry.prose and rules["marks.trouble"].search(entry.text):
        return Place.OPEN
    weak = entry.aside or entry.place in {Place.DETAIL, Place.FINDINGS}
    place = Place.NOTHING if weak else _by_weak_words(entry, rules)
    told = place in _TOLD and (entry.place is not Place.LOG or _only_forbids(entry.text, rules))
    return Place.NOTHING if told and forbids(entry.text, rules) else place


def _proves(text: str, rules: Rules) -> bool:
    return bool(rules["marks.proven"].search(text) or HASH.search(text))


def _by_weak_words(entry: Entry, rules: Rules) -> Place:
    """Take orders and what sounds like trouble for open, and what is told in the past for done: nothing is plainer."""
    if entry.place is Place.LOG and not entry.prose:
        return Place.ACCOMPLISHED
    if entry.place is Place.MIXED and not entry.prose and rules["marks.directive"].match(entry.text):
        return Place.CONSTRAINTS
    if rules["marks.trouble"].search(entry.text) or (not entry.prose and rules["marks.todo"].match(entry.text)):
        return Place.OPEN
    if rules["marks.because"].search(entry.text) and not entry.quoted:
        return Place.DECISIONS  # what has a reason was chosen
    return Place.ACCOMPLISHED if rules["marks.told"].search(entry.text) else entry.place

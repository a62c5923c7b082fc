"""What the words of a statement prove: that something is through, not through, chosen, or given up."""

import re

from distill.engines.extractive.entries import Entry
from distill.engines.extractive.places import Place
from distill.engines.extractive.rules import Rules
from distill.engines.extractive.tokens import HASH, NUMBERED, PRIORITY
from distill.engines.extractive.words import without

_LEAD_CHARACTERS = 16
"""Where a priority has to stand to make a finding of a statement."""
HEAD_CHARACTERS = 40
"""Where a word has to stand to speak for the whole statement."""
MAX_QUESTION = 300
_CHANGE = re.compile(
    r"\d\s?[^\W\d]{0,3}%?\s*(?:→|->|=>|to|auf|à|a|до)\s*[~<>]?\d[\d.,]*\s*(?:%|[kmg]?b\b|m?s\b|min\b|h\b)",
    re.IGNORECASE,
)
"""A figure that changed: "1.8 s → 0.4 s", "from 54 % to 69 %"."""
_PART_OF = re.compile(r"\b(\d{1,4}) (?:of|von|sur|de|di|из) (\d{1,4})\b")


def unproven(text: str, rules: Rules) -> bool:
    """Say whether a text tells that something was not run, sent, merged …, and nothing that was."""
    found = rules["marks.unproven"]
    return bool(found.search(text)) and not rules["marks.proven"].search(without(found, text))


def partly(text: str) -> bool:
    """Say whether a text tells that a part of several is through: "2 of 3 runs done"."""
    found = _PART_OF.search(text)
    return bool(found and int(found[1]) < int(found[2]))


def gives_reason(text: str, rules: Rules) -> bool:
    """Say whether a statement ends with a reason that is called one ("Why: …")."""
    return any(match.start() > HEAD_CHARACTERS // 2 for match in rules["split.why"].finditer(text))


def decides_too(text: str, rules: Rules) -> bool:
    """Say whether something done also says what was turned down for it, and why."""
    if rules["split.rejected"].search(text) or rules["marks.abandoned"].search(text):
        return True
    reasoned = rules["marks.instead"].search(text) and rules["marks.because"].search(text)
    return bool(reasoned and rules["marks.chose"].search(text[:HEAD_CHARACTERS]))


def decides(entry: Entry, rules: Rules) -> bool:
    """Say whether a statement tells what was settled: the word leads, or no other state comes before it."""
    text = entry.text
    found = rules["marks.decided"].search(text)
    if rules["marks.undecided"].search(text):
        return False
    if found is None or found.start() > MAX_QUESTION:
        return _reasoned_choice(text, rules)
    if found.start() <= HEAD_CHARACTERS:
        return True
    before = text[: found.start()]
    return not (rules["marks.done"].search(before) or rules["marks.open"].search(before))


def _reasoned_choice(text: str, rules: Rules) -> bool:
    """Say whether a text sets one thing against another and gives the reason."""
    if _CHANGE.search(text) or HASH.search(text):
        return False  # a result with its reason
    reasoned = rules["marks.because"].search(text) or rules["marks.therefore"].search(text)
    return bool(reasoned and rules["marks.instead"].search(text))


def demands(entry: Entry, rules: Rules) -> bool:
    """Say whether a statement demands something before it tells of anything done."""
    demand = rules["marks.demand"].search(entry.text)
    if demand is None or HASH.search(entry.text) or not (entry.prose or demand.start() < 2 * HEAD_CHARACTERS):
        return False
    done = rules["marks.done"].search(entry.text)
    return done is None or demand.start() < done.start()


def lacks(text: str, rules: Rules) -> bool:
    """Say whether a sentence tells what is missing, and nothing before that which is done."""
    found, done = rules["marks.open"].search(text), rules["marks.done"].search(text)
    return bool(found) and not done


def is_open(entry: Entry, rules: Rules) -> bool:
    """Say whether a statement tells that something is not through yet."""
    text = entry.text
    if rules["marks.undecided"].search(text) or partly(text) or unproven(text, rules):
        return True
    if PRIORITY.search(text[:_LEAD_CHARACTERS]) and not HASH.match(text.lstrip("`")):
        return not rules["marks.closed"].search(text)
    found = rules["marks.open"].search(text)
    if not found:
        return text.endswith(("?", "？")) and not entry.prose and len(text) < MAX_QUESTION  # noqa: RUF001 - Chinese
    if entry.place is Place.LOG and not entry.prose:
        return found.start() == 0 or unproven(text, rules) or not rules["marks.done"].search(text)
    if entry.prose or found.start() <= HEAD_CHARACTERS:
        return True
    done = rules["marks.done"].search(text)
    return not (done and done.start() < found.start())


def is_done(entry: Entry, rules: Rules) -> bool:
    """Say whether a statement tells of something that is through."""
    text = entry.text
    if unproven(text, rules) or partly(text):
        return False
    if _CHANGE.search(text):
        return True
    found = rules["marks.done"].search(text)
    if found is None:
        begins = NUMBERED.search(text[:HEAD_CHARACTERS]) or HASH.match(text.lstrip("`"))
        return bool(HASH.search(text)) if entry.prose else bool(begins)
    return entry.prose or found.start() < 2 * HEAD_CHARACTERS

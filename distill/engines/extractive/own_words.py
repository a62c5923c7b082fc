"""What the words of an entry say where its heading does not, or says something else."""

import re

from distill.engines.extractive.entries import Entry
from distill.engines.extractive.places import Place
from distill.engines.extractive.prohibitions import forbids
from distill.engines.extractive.rules import Rules
from distill.engines.extractive.tokens import HASH, NUMBERED, ids

HEAD_CHARACTERS = 40
"""Where a word has to stand to speak for the whole statement."""
MAX_QUESTION = 300
PRIORITY_LEAD = re.compile(r"\[?P[0-4]\]?\s*[—–:-]*\s*")  # noqa: RUF001 - dashes as people type them
_POLITE = re.compile(r"(?:(?:ok(?:ay)?|and|also|but|please|pls|bitte|por favor)\b[,:]?\s+){1,3}", re.IGNORECASE)
"""What people say before an order."""
_PERSON = re.compile(r"(?:the )?(?:user|owner|human|client|customer)\b", re.IGNORECASE)


def by_words(entry: Entry, rules: Rules) -> Place:
    """Classify an entry under a heading that does not tell."""
    text, head = entry.text, entry.text[:HEAD_CHARACTERS]
    if entry.place is Place.SKIP:
        return Place.CONSTRAINTS if not entry.prose and rules["marks.demand"].match(text) else Place.SKIP
    if rules["marks.forbid"].match(text):
        return Place.NOTHING  # the prohibition itself follows as a constraint
    if rules["marks.decided"].search(head) and not rules["marks.undecided"].search(text):
        return Place.DECISIONS
    if _is_open(entry, rules):
        return Place.OPEN
    if _is_done(entry, rules):
        return Place.ACCOMPLISHED
    demands = not entry.prose and rules["marks.demand"].search(head)
    return Place.CONSTRAINTS if demands else entry.place


def of_accomplished(entry: Entry, rules: Rules) -> Place:
    """Classify an entry under a heading that says done: it may decide, or say that it is not done."""
    text, head = entry.text, entry.text[:HEAD_CHARACTERS]
    begins_open = rules["marks.open"].match(PRIORITY_LEAD.sub("", text, count=1))
    if begins_open or unproven(text, rules) or (entry.prose and _lacks(text, rules)):
        return Place.OPEN
    if rules["marks.decided"].match(text) or (rules["marks.decided"].search(head) and _PERSON.match(head)):
        return Place.DECISIONS
    return Place.ACCOMPLISHED


def of_directive(entry: Entry, rules: Rules) -> Place:
    """Classify an entry among constraints or the user's own words."""
    if entry.struck:
        return Place.NOTHING
    if entry.place is Place.SAID:
        return Place.CONSTRAINTS if _holds_for_good(entry.text, rules) else Place.NOTHING
    if entry.place is not Place.PROMPTS:
        return entry.place
    says = rules["marks.forbid"].match(entry.text) or rules["marks.directive"].match(entry.text)
    return Place.CONSTRAINTS if says and not entry.text.rstrip().endswith("?") else Place.NOTHING


def _holds_for_good(text: str, rules: Rules) -> bool:
    """Say whether a sentence of the user forbids something or demands it for good; a question does not."""
    bare = _POLITE.sub("", text, count=1)
    holds = forbids(bare, rules) or rules["marks.demand"].match(bare)
    return bool(holds) and not text.rstrip().endswith(("?", "？"))  # noqa: RUF001 - Chinese


def unproven(text: str, rules: Rules) -> bool:
    """Say whether a text tells that something was not run, sent, merged …, and nothing that was."""
    found = rules["marks.unproven"]
    return bool(found.search(text)) and not rules["marks.proven"].search(found.sub(" ", text))


def decides_too(text: str, rules: Rules) -> bool:
    """Say whether something done also says what was turned down for it, and why."""
    if rules["split.rejected"].search(text):
        return True
    reasoned = rules["marks.instead"].search(text) and rules["marks.because"].search(text)
    return bool(reasoned and rules["marks.chose"].search(text[:HEAD_CHARACTERS]))


def _lacks(text: str, rules: Rules) -> bool:
    """Say whether a sentence tells what is missing, and nothing before that which is done."""
    found, done = rules["marks.open"].search(text), rules["marks.done"].search(text)
    return bool(found) and not done


def _is_open(entry: Entry, rules: Rules) -> bool:
    text = entry.text
    if rules["marks.undecided"].search(text):
        return True
    found = rules["marks.open"].search(text)
    if not found:
        return text.endswith(("?", "？")) and not entry.prose and len(text) < MAX_QUESTION  # noqa: RUF001 - Chinese
    if entry.prose or found.start() <= HEAD_CHARACTERS:
        return True
    done = rules["marks.done"].search(text)
    return not (done and done.start() < found.start())


def _is_done(entry: Entry, rules: Rules) -> bool:
    text = entry.text
    found = rules["marks.done"].search(text)
    if found is None:
        begins = NUMBERED.search(text[:HEAD_CHARACTERS]) or HASH.match(text.lstrip("`"))
        return bool(begins and not entry.prose)
    if unproven(text, rules):
        return False
    if entry.prose:
        return bool(ids(text)) or found.start() < HEAD_CHARACTERS // 2
    return found.start() < HEAD_CHARACTERS

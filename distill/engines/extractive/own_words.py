"""What the words of an entry say where its heading does not, or says something else."""

import re
from dataclasses import replace

from distill.engines.extractive.entries import Entry
from distill.engines.extractive.places import Place
from distill.engines.extractive.prohibitions import begins_forbidding, forbids
from distill.engines.extractive.rules import Rules
from distill.engines.extractive.tokens import HASH, NUMBERED, PRIORITY
from distill.engines.extractive.words import without

_LEAD_CHARACTERS = 16
"""Where a priority has to stand to make a finding of a statement."""
HEAD_CHARACTERS = 40
"""Where a word has to stand to speak for the whole statement."""
MAX_QUESTION = 300
_LAST_CHARACTERS = 12
_LEAST_CHARACTERS = 24
_MAX_GIVEN_UP = 120
_FETCHES = re.compile(r"`(?:cd|git (?:pull|fetch|checkout|clone|status|log))\b[^`]*`")
_QUOTED = re.compile(r"[\"“„«][^\"”“»\n]{1,80}[\"”“»]")
_QUOTES = "\"'“„«「『‹ "  # noqa: RUF001
PRIORITY_LEAD = re.compile(r"\[?P[0-4]\]?\s*[—–:-]*\s*")  # noqa: RUF001 - dashes as people type them
_POLITE = re.compile(r"(?:(?:ok(?:ay)?|and|also|but|please|pls|bitte|por favor)\b[,:]?\s+){1,3}", re.IGNORECASE)
"""What people say before an order."""
_CHANGE = re.compile(
    r"\d\s?[^\W\d]{0,3}%?\s*(?:→|->|=>|to|auf|à|a|до)\s*[~<>]?\d[\d.,]*\s*(?:%|[kmg]?b\b|m?s\b|min\b|h\b)",
    re.IGNORECASE,
)
"""A figure that changed: "1.8 s → 0.4 s", "from 54 % to 69 %"."""
_DATE_LINE = re.compile(r"(?:[^\W\d]+[.,:]?\s){0,3}(?:\d{1,2}[. ]\s?\w+[.,]?\s?\d{4}|\d{4}-\d\d-\d\d)\W{0,2}\S{0,12}")
_PART_OF = re.compile(r"\b(\d{1,4}) (?:of|von|sur|de|di|из) (\d{1,4})\b")
_PERSON = re.compile(r"(?:the )?(?:user|owner|human|client|customer)\b", re.IGNORECASE)


def by_words(entry: Entry, rules: Rules) -> Place:
    """Classify an entry under a heading that does not tell."""
    text = entry.text
    if entry.quoted:
        return _of_quote(text, rules)
    if entry.place is Place.TEAM:
        return Place.OPEN if rules["marks.open"].search(text) else Place.NOTHING
    if entry.place is Place.SKIP:
        return _in_reference(entry, rules)
    # What forbids follows as a constraint of its own.
    if begins_forbidding(text, rules) or rules["marks.boilerplate"].match(text) or _DATE_LINE.fullmatch(text):
        return Place.NOTHING
    if _decides(entry, rules) or rules["marks.abandoned"].search(text):
        return Place.DECISIONS
    return _by_state(entry, rules)


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
    if entry.columns is not None or entry.prose:
        return Place.SKIP
    if rules["marks.demand"].match(entry.text):
        return Place.CONSTRAINTS
    left = len(entry.text) >= _LEAST_CHARACTERS and unproven(entry.text, rules)
    return Place.OPEN if left else Place.SKIP


def _by_state(entry: Entry, rules: Rules) -> Place:
    forbids_too = entry.place is Place.FINDINGS and rules["marks.forbid"].search(entry.text)
    if forbids_too or rules["marks.person_said"].match(entry.text):
        return Place.CONSTRAINTS
    if _is_open(entry, rules):
        return Place.OPEN
    if _demands(entry, rules):
        return Place.CONSTRAINTS
    if _is_done(entry, rules):
        return Place.ACCOMPLISHED
    if entry.place is Place.DETAIL and not entry.prose and rules["marks.trouble"].search(entry.text):
        return Place.OPEN
    return Place.NOTHING if entry.place in {Place.DETAIL, Place.FINDINGS} else _by_weak_words(entry, rules)


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


def _decides(entry: Entry, rules: Rules) -> bool:
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


def _demands(entry: Entry, rules: Rules) -> bool:
    """Say whether a statement demands something before it tells of anything done."""
    demand = rules["marks.demand"].search(entry.text)
    if demand is None or HASH.search(entry.text) or not (entry.prose or demand.start() < 2 * HEAD_CHARACTERS):
        return False
    done = rules["marks.done"].search(entry.text)
    return done is None or demand.start() < done.start()


def of_accomplished(entry: Entry, rules: Rules) -> Place:
    """Classify an entry under a heading that says done: it may decide, or say that it is not done."""
    text, head = entry.text, entry.text[:HEAD_CHARACTERS]
    if entry.prose and rules["marks.boilerplate"].match(text):
        return Place.NOTHING
    begins_open = rules["marks.open"].match(PRIORITY_LEAD.sub("", text, count=1)) and not _ends_done(text, rules)
    if not begins_open and rules["marks.abandoned"].search(text):
        return Place.DECISIONS
    claim = text.partition(": ")[0] if entry.composed else text
    if begins_open or unproven(claim, rules) or (entry.prose and _lacks(text, rules)):
        return Place.OPEN
    if entry.prose and _decides(entry, rules):
        return Place.DECISIONS
    if rules["marks.decided"].match(text) or (rules["marks.decided"].search(head) and _PERSON.match(head)):
        return Place.DECISIONS
    return Place.ACCOMPLISHED


def of_open(entry: Entry, rules: Rules) -> Place:
    """Classify an entry under a heading that says open: something given up was settled, a sentence may tell what is."""
    text = entry.text
    if rules["marks.boilerplate"].match(text) or (entry.task is None and _gets_ready(text, rules)):
        return Place.NOTHING
    if entry.task is None and not entry.composed and _given_up(text, rules):
        return Place.DECISIONS
    told = entry.prose and rules["marks.proven"].search(text) and not rules["marks.open"].search(text)
    if told:
        return Place.NOTHING if unproven(text, rules) else Place.ACCOMPLISHED
    return Place.OPEN


def _gets_ready(text: str, rules: Rules) -> bool:
    """Say whether a step only gets the reader ready: files to read, branches to fetch."""
    return len(text) <= MAX_QUESTION // 2 and bool(rules["marks.reading"].match(text) or _FETCHES.match(text))


def _given_up(text: str, rules: Rules) -> bool:
    found = rules["marks.abandoned"].search(_QUOTED.sub(lambda match: " " * len(match[0]), text))
    return found is not None and found.start() <= _MAX_GIVEN_UP


def of_ruled_out(entry: Entry, rules: Rules) -> Place:
    """Classify an entry among what did not work: what only does not exist yet is open."""
    lacks = rules["marks.open"].search(entry.text) and not rules["marks.because"].search(entry.text)
    return Place.OPEN if lacks and not rules["marks.told"].search(entry.text) else Place.RULED_OUT


def of_directive(entry: Entry, rules: Rules) -> Place:
    """Classify an entry among constraints or the user's own words."""
    if entry.struck:
        return Place.NOTHING
    if entry.place is Place.SAID:
        return Place.CONSTRAINTS if _holds_for_good(entry.text, rules) else Place.NOTHING
    if entry.place is not Place.PROMPTS:
        if _tells_of_work(entry, rules):
            return by_words(replace(entry, place=Place.MIXED), rules)
        decides = entry.prose and rules["marks.decided"].match(entry.text)
        return Place.DECISIONS if decides else entry.place
    text = entry.text.lstrip(_QUOTES)
    says = rules["marks.forbid"].match(text) or rules["marks.directive"].match(text)
    return Place.CONSTRAINTS if says and not entry.text.rstrip().endswith("?") else Place.NOTHING


def _tells_of_work(entry: Entry, rules: Rules) -> bool:
    """Say whether an entry among constraints tells what was done, with a commit as evidence."""
    if not HASH.search(entry.text) or begins_forbidding(entry.text, rules):
        return False
    return bool(rules["marks.done"].search(entry.text))


def _ends_done(text: str, rules: Rules) -> bool:
    """Say whether the last words tell that it was done, as they do in languages that put the verb there."""
    return bool(rules["marks.done"].search(text[-_LAST_CHARACTERS:]))


def _holds_for_good(text: str, rules: Rules) -> bool:
    """Say whether a sentence of the user forbids something or demands it for good; a question does not."""
    bare = _POLITE.sub("", text, count=1)
    holds = forbids(bare, rules) or rules["marks.demand"].match(bare)
    return bool(holds) and not text.rstrip().endswith(("?", "？"))  # noqa: RUF001 - Chinese


def unproven(text: str, rules: Rules) -> bool:
    """Say whether a text tells that something was not run, sent, merged …, and nothing that was."""
    found = rules["marks.unproven"]
    return bool(found.search(text)) and not rules["marks.proven"].search(without(found, text))


def gives_reason(text: str, rules: Rules) -> bool:
    """Say whether a statement ends with a reason that is called one ("Why: …")."""
    return any(match.start() > HEAD_CHARACTERS // 2 for match in rules["split.why"].finditer(text))


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
    if rules["marks.undecided"].search(text) or partly(text) or unproven(text, rules):
        return True
    if PRIORITY.search(text[:_LEAD_CHARACTERS]):
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


def _is_done(entry: Entry, rules: Rules) -> bool:
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


def partly(text: str) -> bool:
    """Say whether a text tells that a part of several is through: "2 of 3 runs done"."""
    found = _PART_OF.search(text)
    return bool(found and int(found[1]) < int(found[2]))

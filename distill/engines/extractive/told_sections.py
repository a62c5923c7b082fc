"""What the words of an entry say below a heading that tells: that it is meant otherwise, or not at all."""

import re
from dataclasses import replace

from distill.engines.extractive.earliest import earliest
from distill.engines.extractive.entries import Entry
from distill.engines.extractive.evidence import HEAD_CHARACTERS, MAX_QUESTION, decides, lacks, unproven
from distill.engines.extractive.own_signs import names_setting
from distill.engines.extractive.own_words import by_words
from distill.engines.extractive.places import Place
from distill.engines.extractive.prohibitions import begins_forbidding, directs, forbids
from distill.engines.extractive.rules import Rules
from distill.engines.extractive.tokens import HASH, PRIORITY

_LAST_CHARACTERS = 12
_MAX_GIVEN_UP = 120
_MAX_CONDITION = 60
"""Characters of what stands before an order: "After the merge, run all gates"."""
_FETCHES = re.compile(r"`(?:cd|git (?:pull|fetch|checkout|clone|status|log))\b[^`]*`")
_QUOTED = re.compile(r"[\"“„«][^\"”“»\n]{1,80}[\"”“»]")
_CODE = re.compile(r"`[^`]*`")
_STOPS = ".!。！"  # noqa: RUF001 - full stops of all scripts
_QUOTES = "\"'“„«「『‹ "  # noqa: RUF001
PRIORITY_LEAD = re.compile(r"\[?P[0-4]\]?\s*[—–:-]*\s*")  # noqa: RUF001 - dashes as people type them
_POLITE = re.compile(r"(?:(?:ok(?:ay)?|and|also|but|please|pls|bitte|por favor)\b[,:]?\s+){1,3}", re.IGNORECASE)
"""What people say before an order."""
_RECORD = re.compile(r"ADR[- ]\d{1,4}\b")
"""A record of a decision, by its number."""
_PERSON = re.compile(r"(?:the )?(?:user|owner|human|client|customer)\b", re.IGNORECASE)


def of_accomplished(entry: Entry, rules: Rules) -> Place:
    """Classify an entry under a heading that says done: it may decide, or say that it is not done."""
    text, head = entry.text, entry.text[:HEAD_CHARACTERS]
    if entry.prose and (rules["marks.boilerplate"].match(text) or begins_forbidding(text, rules)):
        return Place.NOTHING  # what forbids follows as a constraint of its own
    if entry.task is None and rules["marks.about"].match(text):
        return Place.NOTHING
    begins_open = rules["marks.open"].match(PRIORITY_LEAD.sub("", text, count=1)) and not _ends_done(text, rules)
    if not begins_open and rules["marks.abandoned"].search(text):
        return Place.DECISIONS
    claim = text.partition(": ")[0] if entry.composed else text
    lacking = unproven(claim, rules) or (entry.prose and lacks(text, rules))
    if begins_open or lacking or _has_priority(entry, rules):
        return Place.OPEN
    by_person = rules["marks.decided"].search(head) and _PERSON.match(head)
    recorded = not entry.prose and _RECORD.match(text) and not rules["marks.done"].search(text)
    if recorded or rules["marks.decided"].match(text) or by_person or (entry.prose and decides(entry, rules)):
        return Place.DECISIONS
    explains = entry.aside and not any(rules[f"marks.{name}"].search(text) for name in ("done", "told"))
    return Place.NOTHING if explains else Place.ACCOMPLISHED


def _has_priority(entry: Entry, rules: Rules) -> bool:
    """Say whether an item has a priority and nothing that was done, below a heading that does not say done itself."""
    heading = entry.heading.text
    if not heading or not PRIORITY.search(entry.text[:_MAX_GIVEN_UP]) or HASH.search(entry.text):
        return False
    told = earliest(heading, rules)
    inherited = told is None or told.place is not Place.ACCOMPLISHED
    return inherited and not any(rules[f"marks.{name}"].search(entry.text) for name in ("done", "closed"))


def of_open(entry: Entry, rules: Rules) -> Place:
    """Classify an entry under a heading that says open: something given up was settled, a sentence may tell what is."""
    text = entry.text
    plain_item = entry.task is None and not entry.composed
    if rules["marks.boilerplate"].match(text) or (plain_item and _says_nothing_to_do(text, rules)):
        return Place.NOTHING
    if entry.task is None and not entry.composed and _given_up(text, rules):
        return Place.DECISIONS
    if entry.aside and not _says_open(text, rules):
        return Place.NOTHING
    forbids_too = entry.task is None and not entry.composed and rules["marks.forbid"].search(text)
    if forbids_too and begins_forbidding(text, rules):
        return Place.NOTHING  # what forbids follows as a constraint of its own
    told = entry.prose and rules["marks.proven"].search(text) and not rules["marks.open"].search(text)
    if told and not _orders(text, rules):
        return Place.NOTHING if unproven(text, rules) else Place.ACCOMPLISHED
    return Place.OPEN


def _says_open(text: str, rules: Rules) -> bool:
    """Say whether a sentence tells by its own words that something is to be done."""
    names = ("open", "waits", "undecided", "demand", "prefer", "trouble")
    return _orders(text, rules) or any(rules[f"marks.{name}"].search(text) for name in names)


def _orders(text: str, rules: Rules) -> bool:
    """Say whether a text begins with an order, or gives one after the condition that it begins with."""
    text = _CODE.sub("x", text).rstrip(_STOPS)  # where the verb stands at the end, neither belongs to it
    head, _, tail = text.partition(", ")
    after = rules["marks.todo"].match(tail) if len(head) <= _MAX_CONDITION else None
    return after is not None or rules["marks.todo"].match(text) is not None


def _says_nothing_to_do(text: str, rules: Rules) -> bool:
    """Say whether an entry only gets the reader ready, or is the priority, state or likely cause of an item."""
    return _gets_ready(text, rules) or rules["marks.about"].match(text) is not None


def _gets_ready(text: str, rules: Rules) -> bool:
    """Say whether a step only gets the reader ready: files to read, branches to fetch."""
    return len(text) <= MAX_QUESTION and bool(rules["marks.reading"].match(text) or _FETCHES.match(text))


def _given_up(text: str, rules: Rules) -> bool:
    found = rules["marks.abandoned"].search(_QUOTED.sub(lambda match: " " * len(match[0]), text))
    return found is not None and found.start() <= _MAX_GIVEN_UP


def of_ruled_out(entry: Entry, rules: Rules) -> Place:
    """Classify an entry among what did not work: what only does not exist yet is open."""
    lacks = rules["marks.open"].search(entry.text) and not rules["marks.because"].search(entry.text)
    return Place.OPEN if lacks and not rules["marks.told"].search(entry.text) else Place.RULED_OUT


def of_directive(entry: Entry, rules: Rules) -> Place:
    """Classify an entry among constraints or the user's own words."""
    looked_up = entry.columns is not None and names_setting(entry.text)
    if entry.struck or (looked_up and not directs(entry.text, rules)):
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

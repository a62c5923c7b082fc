"""The sections an entry belongs to: its own signs and words over the place it stands in."""

import re
from collections.abc import Iterator
from dataclasses import replace

from distill.engines.extractive.entries import Entry
from distill.engines.extractive.labels import lead, split_labelled
from distill.engines.extractive.places import SECTIONS, Place
from distill.engines.extractive.rules import Rules
from distill.engines.extractive.sentences import sentences
from distill.engines.extractive.tokens import HASH, NUMBERED, ids
from distill.maps.blocks import Task

_DONE_SIGNS = "✅✔☑✓"
_OPEN_SIGNS = "⏳⌛🔄🚧⏸🔴🟡⬜🔜☐"
_NO_SIGNS = "❌✗✘"
_SIGN = re.compile(rf"[{_DONE_SIGNS}{_OPEN_SIGNS}{_NO_SIGNS}][\ufe0f]?\s*")
_STEP_BOX = re.compile(r"\[(?:->|→|~|\.\.\.|…|wip|WIP)\]\s*")
_TRIMMED = " .:—–-()[]*_!"  # noqa: RUF001
_PRIORITY_LEAD = re.compile(r"\[?P[0-4]\]?\s*[—–:-]*\s*")  # noqa: RUF001
_HEAD_CHARACTERS = 40
_DANGLING = re.compile(r"\b(?:it|that|this|then|them|those|these|so)\b", re.IGNORECASE)
_MAX_QUESTION = 300
_CLAUSE = re.compile(r"[,，、;；:：]\s*|\s[—–-]\s")  # noqa: RUF001
_BEFORE_WORDS = " *_-—–⚠\ufe0f🚫❌❗‼\"“„'"  # noqa: RUF001
_PROMPT_END = re.compile(r"(?<=[.!?;])\s+|(?<=[。！？；])(?=\S)")  # noqa: RUF001


def classified(entry: Entry, rules: Rules) -> Iterator[tuple[Place, Entry]]:
    """Give an entry under each place that it belongs to; nothing where it says nothing."""
    if entry.place is Place.NOTHING or _says_nothing(entry.text, rules):
        return
    if entry.columns is None and not entry.active:
        is_prompt = entry.place is Place.PROMPTS
        parts = _PROMPT_END.split(entry.text) if is_prompt else split_labelled(entry.text, rules)
        if len(parts) > 1:
            for part in parts:
                yield from classified(replace(entry, text=part), rules)
            return
    place, entry = _placed(entry, rules)
    if place is Place.DECISIONS and entry.columns is None:
        told = [sentence for sentence in sentences(entry.text) if _begins_forbidding(sentence, rules)]
        if told and len(" ".join(told)) < len(entry.text):
            yield from ((Place.CONSTRAINTS, replace(entry, text=sentence)) for sentence in told)
            entry = replace(entry, text=" ".join(one for one in sentences(entry.text) if one not in told))
    if place in SECTIONS or place in {Place.RULED_OUT, Place.PITFALLS}:
        yield place, entry
    if place is Place.ACCOMPLISHED and _decides_too(entry.text, rules):
        yield Place.DECISIONS, entry
    if place not in {Place.CONSTRAINTS, Place.PITFALLS, Place.RULED_OUT, Place.DECISIONS}:
        for sentence in _prohibitions(entry, rules):
            yield Place.CONSTRAINTS, replace(entry, text=sentence, columns=None, active=False)


def _placed(entry: Entry, rules: Rules) -> tuple[Place, Entry]:
    """Choose the one place of an entry and take the label or sign off that said so."""
    place = entry.place
    if place in {Place.CONSTRAINTS, Place.PITFALLS, Place.PROMPTS}:
        return _of_directive(entry, rules), entry
    if (own := _own_sign(entry, rules)) is not None:
        sign = _SIGN.match(entry.text)
        return own, replace(entry, text=entry.text[sign.end() :]) if sign else entry
    if place not in SECTIONS and rules["split.meta"].match(entry.text):
        return Place.NOTHING, entry
    if (labelled := lead(entry.text, rules)) is not None:
        return _labelled(entry, labelled, rules)
    match place:
        case Place.ACCOMPLISHED:
            return _of_accomplished(entry, rules), entry
        case Place.DECISIONS:
            return (Place.OPEN if rules["marks.undecided"].search(entry.text) else place), entry
        case Place.OPEN | Place.RULED_OUT:
            return place, entry
        case Place.TEAM:
            return (Place.OPEN if rules["marks.open"].search(entry.text) else Place.NOTHING), entry
        case _:
            return _by_marks(entry, rules), entry


def _own_sign(entry: Entry, rules: Rules) -> Place | None:
    """Read what an entry says of itself: box, strike, sign, status column."""
    if entry.task is Task.DONE:
        return Place.ACCOMPLISHED
    if entry.struck:
        return Place.NOTHING if entry.place is Place.DECISIONS else Place.ACCOMPLISHED
    if entry.task is Task.CANCELLED:
        return Place.NOTHING
    if entry.task is not None:
        return Place.OPEN
    if entry.columns is not None and (own := _of_columns(entry, rules)) is not None:
        return own
    first = entry.text[:1]
    if first and first in _DONE_SIGNS and entry.place is not Place.DECISIONS:
        return Place.ACCOMPLISHED
    if first and (first in _OPEN_SIGNS or (first in _NO_SIGNS and entry.place is not Place.SKIP)):
        return Place.RULED_OUT if entry.place is Place.RULED_OUT else Place.OPEN
    return Place.OPEN if _STEP_BOX.match(entry.text) else None


def _of_columns(entry: Entry, rules: Rules) -> Place | None:
    columns = entry.columns
    if columns is None:
        return None
    if columns.status and entry.place not in {Place.DECISIONS, Place.RULED_OUT, Place.NOTHING}:
        if (state := status_place(columns.status, rules)) is not None:
            return state
    if columns.is_decision and entry.place is not Place.RULED_OUT:
        return Place.OPEN if rules["marks.undecided"].search(entry.text) else Place.DECISIONS
    if entry.place in {Place.PLAIN, Place.MIXED, Place.SKIP, Place.SUMMARY}:
        return Place.NOTHING
    return None


def status_place(status: str, rules: Rules) -> Place | None:
    """Read a status cell: its earliest word or sign decides."""
    sign = next((char for char in status if char in _DONE_SIGNS + _OPEN_SIGNS + _NO_SIGNS + "🟢"), "")
    if sign:
        return Place.ACCOMPLISHED if sign in _DONE_SIGNS + "🟢" else Place.OPEN
    done, still_open = rules["status.done"].search(status), rules["status.open"].search(status)
    if done and not (still_open and still_open.start() <= done.start()):
        return Place.ACCOMPLISHED
    return Place.OPEN if still_open else None


def _labelled(entry: Entry, labelled: tuple[Place, str], rules: Rules) -> tuple[Place, Entry]:
    place, rest = labelled
    if _says_nothing(rest, rules):
        return Place.NOTHING, entry
    if place is Place.DECISIONS:
        return (Place.OPEN if rules["marks.undecided"].search(entry.text) else place), entry
    if place is Place.CONSTRAINTS or entry.place is Place.RULED_OUT:
        return (entry.place if entry.place in SECTIONS or entry.place is Place.RULED_OUT else place), entry
    if place is Place.ACCOMPLISHED and _unproven(rest, rules):
        return Place.OPEN, entry
    if entry.place in SECTIONS and entry.place is not place:
        return place, entry
    return place, replace(entry, text=rest)


def _of_directive(entry: Entry, rules: Rules) -> Place:
    if entry.struck:
        return Place.NOTHING
    if entry.place is not Place.PROMPTS:
        return entry.place
    says = rules["marks.forbid"].match(entry.text) or rules["marks.directive"].match(entry.text)
    return Place.CONSTRAINTS if says and not entry.text.rstrip().endswith("?") else Place.NOTHING


def _of_accomplished(entry: Entry, rules: Rules) -> Place:
    text = entry.text
    if _unproven(text, rules):
        return Place.OPEN
    head = text[:_HEAD_CHARACTERS]
    if rules["marks.decided"].match(text) or (rules["marks.decided"].search(head) and _names_a_person(head)):
        return Place.DECISIONS
    if rules["marks.open"].match(_PRIORITY_LEAD.sub("", text, count=1)):
        return Place.OPEN
    return Place.ACCOMPLISHED


def _names_a_person(head: str) -> bool:
    return bool(re.match(r"(?:the )?(?:user|owner|human|client|customer)\b", head, re.IGNORECASE))


def _unproven(text: str, rules: Rules) -> bool:
    return bool(rules["marks.unproven"].search(text)) and not rules["marks.proven"].search(
        rules["marks.unproven"].sub(" ", text)
    )


def _by_marks(entry: Entry, rules: Rules) -> Place:
    """Classify an entry under a heading that does not tell, by its own words only."""
    if entry.place is Place.SKIP:
        return Place.SKIP
    text = entry.text
    if rules["marks.forbid"].match(text):
        return Place.NOTHING  # the prohibition itself follows as a constraint
    if rules["marks.undecided"].search(text):
        return Place.OPEN
    head = text[:_HEAD_CHARACTERS]
    if rules["marks.decided"].search(head):
        return Place.DECISIONS
    if _is_open(entry, rules):
        return Place.OPEN
    if _is_done(entry, rules):
        return Place.ACCOMPLISHED
    if not entry.prose and rules["marks.demand"].search(head):
        return Place.CONSTRAINTS
    return entry.place


def _is_open(entry: Entry, rules: Rules) -> bool:
    found = rules["marks.open"].search(entry.text)
    if not found:
        return entry.text.endswith(("?", "？")) and not entry.prose and len(entry.text) < _MAX_QUESTION  # noqa: RUF001
    done = rules["marks.done"].search(entry.text)
    return not (done and done.start() < found.start() and not entry.prose and found.start() > _HEAD_CHARACTERS)


def _is_done(entry: Entry, rules: Rules) -> bool:
    text = entry.text
    found = rules["marks.done"].search(text)
    if found is None:
        return bool(not entry.prose and (NUMBERED.search(text[:_HEAD_CHARACTERS]) or HASH.match(text.lstrip("`"))))
    if _unproven(text, rules):
        return False
    return (
        found.start() < _HEAD_CHARACTERS
        if not entry.prose
        else bool(ids(text) or found.start() < _HEAD_CHARACTERS // 2)
    )


def _decides_too(text: str, rules: Rules) -> bool:
    """Say whether something done also says what was turned down for it, and why."""
    return bool(rules["split.rejected"].search(text)) or bool(
        rules["marks.instead"].search(text)
        and rules["marks.because"].search(text)
        and rules["marks.chose"].search(text[:_HEAD_CHARACTERS])
    )


def _prohibitions(entry: Entry, rules: Rules) -> Iterator[str]:
    """Give the sentences of an entry that forbid something, with the one before where they lean on it."""
    if entry.quoted and entry.place not in SECTIONS:
        return
    if not (rules["marks.forbid"].search(entry.text)):
        return
    before = ""
    for sentence in sentences(entry.text):
        if _forbids(sentence, rules):
            yield f"{before} {sentence}" if before and _DANGLING.search(sentence[-20:]) else sentence
        before = sentence


def _begins_forbidding(sentence: str, rules: Rules) -> bool:
    return bool(rules["marks.forbid"].match(sentence.lstrip(_BEFORE_WORDS)))


def _forbids(sentence: str, rules: Rules) -> bool:
    if _begins_forbidding(sentence, rules) or rules["marks.forbid_anywhere"].search(sentence):
        return True
    if any(_begins_forbidding(clause, rules) for clause in _CLAUSE.split(sentence)[1:]):
        return True
    shouted = rules["marks.forbid"].search(sentence)
    return bool(shouted and shouted[0].isupper() and shouted[0].upper() != shouted[0].lower())


def _says_nothing(text: str, rules: Rules) -> bool:
    bare = _PRIORITY_LEAD.sub("", text.strip(_TRIMMED), count=1).strip(_TRIMMED)
    first = next(sentences(bare), "").strip(_TRIMMED) if len(bare) < _MAX_QUESTION else bare
    return not bare or bool(rules["marks.none"].fullmatch(bare) or rules["marks.none"].fullmatch(first))

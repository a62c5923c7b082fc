"""The sections an entry belongs to: its own signs and words over the place it stands in."""

import re
from collections.abc import Iterator
from dataclasses import replace

from distill.engines.extractive.entries import Entry
from distill.engines.extractive.evidence import MAX_QUESTION, decides_too, gives_reason, unproven
from distill.engines.extractive.labels import lead, split_labelled
from distill.engines.extractive.noise import is_noise
from distill.engines.extractive.own_signs import SIGN, day_leads, own_place
from distill.engines.extractive.own_words import by_words
from distill.engines.extractive.places import BUSY, SECTIONS, TELLING, Place
from distill.engines.extractive.prohibitions import begins_forbidding, leading_prohibitions, prohibitions
from distill.engines.extractive.rules import Rules
from distill.engines.extractive.sentences import sentences
from distill.engines.extractive.told_sections import PRIORITY_LEAD, of_accomplished, of_directive, of_open, of_ruled_out

_MEANT = frozenset({Place.DECISIONS, Place.OPEN, Place.RULED_OUT})
_UNTOLD = frozenset({Place.PLAIN, Place.MIXED, Place.DETAIL})
_MAX_STATE = 24
_TRIMMED = " .:—–-()[]*_!"  # noqa: RUF001 - dashes as people type them
_PROMPT_END = re.compile(r"(?<=[.!?;])\s+|(?<=[。！？；])(?=\S)")  # noqa: RUF001 - full stops of all scripts


def classified(entry: Entry, rules: Rules) -> Iterator[tuple[Place, Entry]]:
    """Give an entry under each place that it belongs to; nothing where it says nothing."""
    if entry.place is Place.NOTHING or _says_nothing(entry.text, rules) or is_noise(entry, rules):
        return
    if entry.place in _UNTOLD and day_leads(entry):
        entry = replace(entry, place=Place.LOG)
    parts = _parts(entry, rules)
    if len(parts) > 1:
        for part in parts:
            yield from classified(replace(entry, text=part), rules)
        return
    place, told = _placed(entry, rules)
    if place is Place.DECISIONS and told.columns is None:
        for sentence in _forbidden_too(told.text, rules):
            yield Place.CONSTRAINTS, replace(told, text=sentence)
    if place in TELLING:
        yield place, told
    if place is Place.ACCOMPLISHED and decides_too(told.text, rules):
        yield Place.DECISIONS, told
    for sentence in _directives(place, told, rules):
        yield Place.CONSTRAINTS, replace(told, text=sentence, columns=None, active=False)


def _directives(place: Place, told: Entry, rules: Rules) -> Iterator[str]:
    """Give what an entry of another section forbids, and what follows from a lesson."""
    if told.columns is not None and told.columns.status:
        return  # "no audit" beside a red light says how things stand
    if not told.active and (place in {Place.ACCOMPLISHED, Place.OPEN} or place not in TELLING):
        yield from prohibitions(told, rules)
        yield from _bindings(told, rules)
    elif place is Place.DECISIONS and told.columns is None and rules["marks.lesson"].match(told.text):
        yield from (one for one in sentences(told.text) if rules["marks.demand"].search(one))


def _bindings(told: Entry, rules: Rules) -> Iterator[str]:
    """Give the sentences of an entry that say what has to stay as it is: the first one where it is in capitals."""
    if told.quoted or not rules["marks.binding"].search(told.text):
        return
    for index, sentence in enumerate(sentences(told.text)):
        found = rules["marks.binding"].search(sentence)
        if found is None or rules["marks.forbid"].search(sentence):
            continue
        if index or told.prose or sentence[found.start() : found.end()].split()[0].isupper():
            yield sentence


def _parts(entry: Entry, rules: Rules) -> list[str]:
    """Split what says two things: prompts by sentence, the rest at labels ("Done: …; next: …")."""
    if entry.columns is not None or entry.active or entry.composed or entry.place is Place.SAID:
        return []
    if ":" not in entry.text and "：" not in entry.text and entry.place is not Place.PROMPTS:  # noqa: RUF001
        return []
    if entry.place is Place.PROMPTS:
        return [part for part in _PROMPT_END.split(entry.text) if part]
    return split_labelled(entry.text, rules)


def _forbidden_too(text: str, rules: Rules) -> list[str]:
    """Give the sentences of a decision that begin by forbidding, where it says more than that."""
    told = leading_prohibitions(text, rules)
    return told if told and any(one not in told for one in sentences(text)) else []


def _placed(entry: Entry, rules: Rules) -> tuple[Place, Entry]:
    """Choose the one place of an entry and take the label or sign off that said so."""
    has_state = entry.columns is not None and bool(entry.columns.status)
    boxed = entry.task is not None and entry.place is Place.CONSTRAINTS and not begins_forbidding(entry.text, rules)
    if entry.place in {Place.CONSTRAINTS, Place.PITFALLS, Place.PROMPTS, Place.SAID} and not (has_state or boxed):
        return of_directive(entry, rules), entry
    own = own_place(entry, rules)
    if own is not None:
        sign = SIGN.match(entry.text)
        return own, replace(entry, text=entry.text[sign.end() :]) if sign else entry
    if (entry.place not in _MEANT or entry.prose) and _is_meta(entry.text, rules):
        return Place.NOTHING, entry
    labelled = lead(entry.text, rules)
    if labelled is None:
        return _by_place(entry, rules), entry
    place, told = _labelled(entry, *labelled, rules)
    name = entry.text.partition(":")[0].lower() if place is Place.OPEN else ""
    return place, replace(told, step=name) if rules["labels.step"].match(name) else told


def _by_place(entry: Entry, rules: Rules) -> Place:
    match entry.place:
        case Place.ACCOMPLISHED | Place.OPEN if not entry.active and gives_reason(entry.text, rules):
            return Place.DECISIONS
        case Place.ACCOMPLISHED:
            return of_accomplished(entry, rules)
        case Place.DECISIONS:
            return Place.OPEN if rules["marks.undecided"].search(entry.text) else entry.place
        case Place.OPEN:
            return of_open(entry, rules)
        case Place.RULED_OUT:
            return of_ruled_out(entry, rules)
        case _:
            return by_words(entry, rules)


def _labelled(entry: Entry, place: Place, rest: str, rules: Rules) -> tuple[Place, Entry]:
    """Place an entry that begins with a label; the label goes where the section says the same."""
    if _says_nothing(rest, rules):
        return Place.NOTHING, entry
    if place is Place.CONSTRAINTS and entry.place in BUSY and _names_rule(entry, rest):
        return place, entry
    if entry.place is Place.RULED_OUT or (place is Place.CONSTRAINTS and entry.place in SECTIONS):
        return entry.place, entry
    if place is Place.DECISIONS:
        return (Place.OPEN if rules["marks.undecided"].search(entry.text) else place), entry
    label = entry.text[: len(entry.text) - len(rest)]
    if place is Place.ACCOMPLISHED and (unproven(rest, rules) or _is_to_come(label, entry, rules)):
        return Place.OPEN, entry
    keeps_label = place is Place.CONSTRAINTS or (entry.place in SECTIONS and entry.place is not place)
    return place, entry if keeps_label else replace(entry, text=rest)


def _names_rule(entry: Entry, rest: str) -> bool:
    """Say whether a label names which rule it is ("Ship rule: …") rather than how weighty ("Important: …")."""
    return not entry.composed and " " in entry.text[: len(entry.text) - len(rest)].strip()


def _is_to_come(label: str, entry: Entry, rules: Rules) -> bool:
    """Say whether a label of something to be done names its kind ("New: a tool for it") rather than its state."""
    return entry.place is Place.OPEN and rules["status.done"].search(label) is None


def _is_meta(text: str, rules: Rules) -> bool:
    return bool(rules["split.meta"].match(text) or rules["split.bare_state"].match(text))


def _says_nothing(text: str, rules: Rules) -> bool:
    bare = PRIORITY_LEAD.sub("", text.strip(_TRIMMED), count=1).strip(_TRIMMED)
    if not bare or (len(bare) <= _MAX_STATE and _is_state(bare, rules)):
        return True
    if not rules["marks.none"].match(bare):
        return len(bare) < MAX_QUESTION // 5 and rules["marks.nothing_left"].search(bare) is not None
    if rules["marks.none"].fullmatch(bare):
        return True
    first = next(sentences(bare), "").strip(_TRIMMED) if len(bare) < MAX_QUESTION else bare
    return bool(rules["marks.none"].fullmatch(first))


def _is_state(text: str, rules: Rules) -> bool:
    return any(rules[f"status.{name}"].fullmatch(text) for name in ("done", "open"))

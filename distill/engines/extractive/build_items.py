"""Classified entries to items of the digest."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache

from distill.engines.extractive.classify import classified
from distill.engines.extractive.decision_parts import parts_of
from distill.engines.extractive.entries import FAR, Entry
from distill.engines.extractive.foreign import without_orders
from distill.engines.extractive.found import Found
from distill.engines.extractive.noise import is_noise
from distill.engines.extractive.places import SECTIONS, Place
from distill.engines.extractive.rules import Rules
from distill.engines.extractive.sentences import MOST_CHARACTERS, cut, sentences
from distill.engines.extractive.tokens import HASH, PATH, PRIORITY, ids
from distill.model import (
    Accomplishment,
    Constraint,
    Decision,
    DecisionStatus,
    Force,
    Item,
    Lines,
    OpenItem,
    Section,
)
from distill.pages.quotation import bare

_MAX_HEADING = 60
_MAX_PART = 200
MOST_OF_DIRECTIVE = 300
"""Characters of a directive, so that its quotation marks and force fit into the bullet."""
_NAMED_BY_HEADING = frozenset({Place.ACCOMPLISHED, Place.OPEN, Place.DECISIONS})
_LEADING_BOX = re.compile(r"^\[(?:->|→|~|\.\.\.|…| |x|X)\]\s*")
_URGENCY = {"P0": 10, "P1": 7, "P2": 4, "P3": 2, "P4": 1}
SECTION_OF = {
    Place.ACCOMPLISHED: Section.ACCOMPLISHED,
    Place.DECISIONS: Section.DECISIONS,
    Place.RULED_OUT: Section.DECISIONS,
    Place.OPEN: Section.OPEN_ITEMS,
    Place.CONSTRAINTS: Section.CONSTRAINTS,
    Place.PITFALLS: Section.CONSTRAINTS,
}


def found_items(entry: Entry, order: int, rules: Rules) -> Iterator[Found]:
    """Give the items that one entry stands for, with their weights."""
    told_of = list(classified(entry, rules))
    names = not told_of and _only_names(entry, rules)
    for place, told in _bounded([(Place.ACCOMPLISHED, entry)] if names else told_of):
        text = without_orders(_LEADING_BOX.sub("", told.text).strip(), rules)
        if len(text) < 3:  # noqa: PLR2004 - shorter is a stray sign
            continue
        shown, lines = _with_heading(text, told, place, rules)
        item = _item(place, told if lines == told.lines else replace(told, lines=lines), shown, rules)
        yield Found(
            section=SECTION_OF[place],
            item=item,
            order=order,
            weight=_weight(place, entry, text, rules),
            weak=entry.place in {Place.SUMMARY, Place.TEAM} or (entry.prose and entry.place not in SECTIONS),
            active=entry.active,
            prose=entry.prose,
            boxed=entry.task is not None,
            stated=bool(entry.columns and entry.columns.status),
            dated=entry.dated,
            step=told.step if place is Place.OPEN else "",
            place=told.place,
            heading=entry.heading.line,
            part=entry.heading.text if entry.heading.part else "",
            names=names,
        )


def _only_names(entry: Entry, rules: Rules) -> bool:
    """Say whether an item among results only names things or proves something."""
    listed = entry.place is Place.ACCOMPLISHED and not entry.prose and not entry.quoted
    return listed and is_noise(entry, rules)


def _bounded(told: Iterable[tuple[Place, Entry]]) -> Iterator[tuple[Place, Entry]]:
    """Give a directive too long for one bullet sentence by sentence: it is kept in its own words, not cut."""
    for place, entry in told:
        if place in {Place.CONSTRAINTS, Place.PITFALLS} and len(entry.text) > MOST_OF_DIRECTIVE:
            for text in _runs(sentences(bare(entry.text))):
                yield place, replace(entry, text=text)
        else:
            yield place, entry


def _runs(parts: Iterable[str]) -> Iterator[str]:
    """Join sentences as long as they fit one bullet."""
    held = ""
    for part in parts:
        if held and len(held) + len(part) >= MOST_OF_DIRECTIVE:
            yield held
            held = ""
        held = f"{held} {part}" if held else part
    if held:
        yield held


def _item(place: Place, entry: Entry, text: str, rules: Rules) -> Item:
    match place:
        case Place.DECISIONS | Place.RULED_OUT:
            return _decision(place, entry, text, rules)
        case Place.OPEN:
            return _open_item(entry, text, rules)
        case Place.CONSTRAINTS | Place.PITFALLS:
            return Constraint(text=cut(text), lines=entry.lines, force=_force(place, text, rules))
        case _:
            return Accomplishment(text=cut(text), lines=entry.lines)


def _decision(place: Place, entry: Entry, text: str, rules: Rules) -> Decision:
    for name, status in (("ruled_out", DecisionStatus.REJECTED), ("proposed", DecisionStatus.PROPOSED)):
        if (head := rules[f"split.{name}"].match(text)) and text[head.end() :].strip():
            return _stated(text[head.end() :], entry, status, rules)
    if place is Place.RULED_OUT:
        return Decision(what=cut(text), lines=entry.lines, status=DecisionStatus.REJECTED)
    return _stated(text, entry, DecisionStatus.ACCEPTED, rules)


def _stated(text: str, entry: Entry, status: DecisionStatus, rules: Rules) -> Decision:
    """Take a decision apart; of what was turned down only a reason is told apart."""
    parts = parts_of(text, rules, entry.columns)
    room = MOST_CHARACTERS - min(len(parts.why), _MAX_PART) - min(len(parts.rejected), _MAX_PART)
    return Decision(
        what=cut(parts.what, max(room, 100)),
        why=cut(parts.why, _MAX_PART),
        rejected=cut(parts.rejected, _MAX_PART),
        lines=entry.lines,
        status=status,
    )


def _open_item(entry: Entry, text: str, rules: Rules) -> OpenItem:
    if match := rules["split.blocks"].match(text):
        blocker, blocked = (group for group in match.groups() if group)
        return OpenItem(text=cut(blocked), lines=entry.lines, blocked_by=cut(blocker, _MAX_PART))
    if match := rules["split.waits"].match(text):
        waiting, cause = (group for group in match.groups() if group)
        return OpenItem(text=cut(waiting), lines=entry.lines, blocked_by=cut(cause, _MAX_PART))
    columns = entry.columns
    shown = cut(text)
    owner = columns.owner if columns and columns.owner not in shown else ""
    blocked = columns.blocked if columns and columns.blocked not in shown else ""
    return OpenItem(text=shown, lines=entry.lines, owner=owner, blocked_by=blocked)


def _force(place: Place, text: str, rules: Rules) -> Force:
    if rules["marks.forbid"].search(text) or rules["marks.demand"].search(text):
        return Force.MUST
    return Force.SHOULD if place is Place.PITFALLS or rules["marks.prefer"].search(text) else Force.MUST


def _with_heading(text: str, entry: Entry, place: Place, rules: Rules) -> tuple[str, Lines]:
    """Put the heading in front where it says what the text does not: an id of its own, or what it is that was dropped.

    The lines then begin with those of the heading; it is left out where it stands too far above.
    """
    heading, named, numbered = _of_heading(entry.heading.text)
    if (
        entry.active
        or entry.heading.part
        or not heading
        or len(heading) > _MAX_HEADING
        or heading.lower() in text.lower()
    ):
        return text, entry.lines
    lines = Lines(min(entry.heading.line, entry.lines.first), entry.lines.last)
    dropped = entry.place is Place.RULED_OUT and rules["headings.ruled_out"].search(heading) is None
    adds = named and named - _handles(text) if place in _NAMED_BY_HEADING else dropped
    if not adds or lines.last - lines.first > FAR:
        return text, entry.lines
    return f"{heading}: {text}", lines if numbered else entry.lines


@lru_cache(maxsize=256)
def _of_heading(text: str) -> tuple[str, frozenset[str], bool]:
    """Give a heading without its number, what can be looked up in it, and whether it holds a digit."""
    heading = _numberless(text.rstrip(":. "))
    return heading, _handles(heading), any(map(str.isdigit, heading))


def _handles(text: str) -> frozenset[str]:
    return ids(text) | frozenset(PRIORITY.findall(text)) if "P" in text else ids(text)


def _numberless(heading: str) -> str:
    return re.sub(r"^\W*\d{1,2}[.)]\s*", "", heading)


def _handle_weight(text: str) -> int:
    """Weigh what can be looked up: a priority most, then tickets, hashes, paths and queue items."""
    weight = int(("/" in text or "`" in text) and bool(PATH.search(text)))
    if not any(map(str.isdigit, text)):
        return weight
    priority = PRIORITY.search(text)
    weight += _URGENCY[priority[0]] if priority else 0
    named = ids(text)
    hashes = sum(bool(HASH.fullmatch(name)) for name in named)
    queued = sum(name.startswith("qitem-") for name in named)
    return weight + 2 * (len(named) > hashes + queued) + bool(hashes) + bool(queued)


def _weight(place: Place, entry: Entry, text: str, rules: Rules) -> int:
    weight = 6 if entry.active else 0
    weight -= 4 if entry.prose else 0
    weight -= 3 if entry.place not in SECTIONS and entry.task is None else 0
    weight += _handle_weight(text)
    if place is Place.OPEN:
        weight += (
            2 * bool(rules["marks.waits"].search(text)) + bool(entry.task) + bool(rules["marks.owner"].search(text))
        )
    if place is Place.DECISIONS:
        weight += 3 * bool(rules["split.why"].search(text)) + 2 * bool(rules["split.rejected"].search(text))
    if place in {Place.CONSTRAINTS, Place.PITFALLS}:
        weight += 3 * bool(rules["marks.forbid"].search(text))
    return weight

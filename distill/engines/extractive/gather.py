"""Statements that belong together share a bullet: parts of one thing, sentences of one paragraph, many short results.

What was joined stands in the order of the map, nothing is left out, and an id of its own keeps a bullet of its own.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from distill.engines.extractive.entries import FAR
from distill.engines.extractive.found import Found
from distill.engines.extractive.leaning import together
from distill.engines.extractive.noise import is_proof
from distill.engines.extractive.rules import Rules
from distill.engines.extractive.sentences import MOST_CHARACTERS
from distill.engines.extractive.tokens import ids
from distill.model import Accomplishment, Constraint, Decision, Item, Lines, OpenItem, Section

_CROWDED = 12
"""Results from which on the short ones of a list share bullets."""
_SHORT = 60
"""Characters of such a result."""
_MOST = 240
_MOST_OF_PROSE = 300
"""Characters of a directive that is kept whole."""
_NEAR_LINES = 2
_SAME_LIST = 8
_FILE = re.compile(r"`?[\w*./-]+\.[a-z]{1,5}`?(?![\w.])")
_STOPS = ".;。"
_DIRECTING = ("forbid", "forbid_anywhere", "demand")


def gathered(found: Sequence[Found], rules: Rules) -> list[Found]:
    """Join what belongs together."""
    crowded = sum(one.section is Section.ACCOMPLISHED for one in found) > _CROWDED
    kept: list[Found] = []
    for one in found:
        if kept and _shares(kept[-1], one, rules, crowded=crowded):
            kept[-1] = _both(kept[-1], one)
        else:
            kept.append(one)
    return _with_labels(kept)


def _shares(before: Found, one: Found, rules: Rules, *, crowded: bool) -> bool:
    if before.section is not one.section or before.heading != one.heading or before.active or one.active:
        return False
    length = len(before.text) + len(one.text) + 2
    gap = one.lines.first - before.lines.last
    if one.prose:
        return length <= _MOST_OF_PROSE and _goes_on(before, one, gap, rules)
    if before.prose or length > _MOST or not 0 <= gap <= _SAME_LIST:
        return False
    if gap <= _NEAR_LINES and (_are_parts(before, one) or _proves(before, one, rules)):
        return True
    return crowded and _are_short(before, one)


def _goes_on(before: Found, one: Found, gap: int, rules: Rules) -> bool:
    """Say whether a sentence goes on where another ends; one that directs by its own words stands alone."""
    same = before.prose and before.lines == one.lines and before.order + 1 == one.order
    if isinstance(one.item, Constraint):
        return same and not any(rules[f"marks.{name}"].search(one.text) for name in _DIRECTING)
    return same or (0 <= gap <= _NEAR_LINES and not before.boxed)


def _are_parts(before: Found, one: Found) -> bool:
    """Say whether both are parts of what a label names; a decision with its own reason is none."""
    if not one.part or one.section is Section.CONSTRAINTS or before.boxed or one.boxed:
        return False
    return not isinstance(one.item, Decision) or not (one.item.why or one.item.rejected)


def _proves(before: Found, one: Found, rules: Rules) -> bool:
    """Say whether a result only proves the one before, or names one more file."""
    if one.section is not Section.ACCOMPLISHED or before.boxed or one.boxed:
        return False
    return is_proof(one.text, rules) or bool(_FILE.match(before.text) and _FILE.match(one.text))


def _are_short(before: Found, one: Found) -> bool:
    """Say whether two results are so short that they are read as one; a row of a table stays one."""
    if one.section is not Section.ACCOMPLISHED or len(one.text) > _SHORT or " · " in one.text or ids(one.text):
        return False
    return (before.parts > 1 or len(before.text) <= _SHORT) and not ids(before.text)


def _both(before: Found, one: Found) -> Found:
    lines = Lines(min(before.lines.first, one.lines.first), max(before.lines.last, one.lines.last))
    item = together(before.item, one.item) if one.prose else together(_unstopped(before.item), one.item, "; ")
    return replace(
        before,
        item=replace(item, lines=lines),
        weight=max(before.weight, one.weight),
        order=one.order,
        prose=before.prose or one.prose,
        parts=before.parts + one.parts,
    )


def _unstopped(item: Item) -> Item:
    """Take the stop off the end of a text that goes on."""
    if isinstance(item, Decision):
        return replace(item, what=item.what.rstrip(_STOPS))
    return replace(item, text=item.text.rstrip(_STOPS))


def _with_labels(kept: Sequence[Found]) -> list[Found]:
    """Put labels in front of the parts that they name, and leave out what is only such a label."""
    told = {(one.section, one.lines.first) for one in kept if _is_label(one)}
    named = [_named(one, told=(one.section, one.heading) in told) if one.part else one for one in kept]
    labels = {(one.section, one.heading) for one, before in zip(named, kept, strict=True) if one is not before}
    return [one for one in named if not _is_label(one) or (one.section, one.lines.first) not in labels]


def _is_label(one: Found) -> bool:
    return one.parts == 1 and one.lines.first == one.lines.last


def _named(one: Found, *, told: bool) -> Found:
    """Put the label in front of several parts, or of one where it is told itself or holds an id of its own."""
    label = one.part.rstrip(" :：")  # noqa: RUF001 - Chinese
    adds = bool(ids(label) - ids(one.text))
    near = 0 <= one.lines.first - one.heading <= (FAR if adds else _NEAR_LINES)
    if len(label) + len(one.text) + 2 > MOST_CHARACTERS or not near or not (adds or told or one.parts > 1):
        return one
    lines = Lines(min(one.heading, one.lines.first), one.lines.last)
    match one.item:
        case Decision(what=what):
            return replace(one, item=replace(one.item, what=f"{label}: {what}", lines=lines))
        case Accomplishment(text=text) | OpenItem(text=text) | Constraint(text=text):
            return replace(one, item=replace(one.item, text=f"{label}: {text}", lines=lines))

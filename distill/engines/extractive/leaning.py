"""Sentences that lean on the one before ("It still needs …") stand with it, or nobody knows what they speak of."""

from collections.abc import Iterable
from dataclasses import replace

from distill.engines.extractive.found import Found
from distill.engines.extractive.rules import Rules
from distill.engines.extractive.sentences import MOST_CHARACTERS
from distill.model import Accomplishment, Constraint, Decision, Item, OpenItem, Section

_SHORT = {Section.ACCOMPLISHED: 220, Section.OPEN_ITEMS: 120}


def joined(found: Iterable[Found], rules: Rules) -> list[Found]:
    """Join sentences of one paragraph and one section where the second begins with a word that points back."""
    kept: list[Found] = []
    for one in found:
        if kept and one.prose and _leans(kept[-1], one, rules):
            kept[-1] = replace(
                kept[-1],
                item=together(kept[-1].item, one.item),
                weight=max(kept[-1].weight, one.weight),
                order=one.order,
            )
        else:
            kept.append(one)
    return kept


def _leans(before: Found, one: Found, rules: Rules) -> bool:
    return (
        before.prose
        and before.section is one.section
        and before.lines == one.lines
        and before.order + 1 == one.order
        and len(before.text) + len(one.text) < MOST_CHARACTERS
        and (_is_short(before, one) or bool(rules["marks.leans"].match(one.text)))
    )


def _is_short(before: Found, one: Found) -> bool:
    """Say whether two sentences below a heading that tells nothing are so short that they are read as one."""
    most = _SHORT.get(one.section, 0) if one.weak else 0
    return len(before.text) + len(one.text) < most


def together(first: Item, second: Item, joint: str = " ") -> Item:
    """Join two items of one section: their texts by `joint`; a reason or blocker is the first that there is."""
    match first, second:
        case Decision(), Decision():
            what = f"{first.what}{joint}{second.what}"
            return replace(first, what=what, why=first.why or second.why, rejected=first.rejected or second.rejected)
        case OpenItem(), OpenItem():
            text = f"{first.text}{joint}{second.text}"
            return replace(first, text=text, blocked_by=first.blocked_by or second.blocked_by)
        case Accomplishment(), Accomplishment():
            return replace(first, text=f"{first.text}{joint}{second.text}")
        case Constraint(), Constraint():
            return replace(first, text=f"{first.text}{joint}{second.text}")
        case _:
            raise AssertionError("only items of one section are joined")

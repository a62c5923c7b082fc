"""Digests of long maps made shorter: a page that is half as long as its map saves nobody a reading."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from distill.engines.extractive.found import Found
from distill.engines.extractive.sentences import MOST_CHARACTERS, cut
from distill.engines.extractive.tokens import ids
from distill.model import Accomplishment, Constraint, Decision, Item, OpenItem, Section

_SHARE = 0.5
_FRAME_CHARACTERS = 700
"""Front matter and headings of a page."""
_FRAME_OF_ITEM = 12
"""Bullet, box and line numbers."""
_LEAST_ROOM = 1800
_MOST_ITEMS = 30
"""Most items of a section: no limit found 4 % more in a trial, and twice as much that nobody asked for."""
_MOST_OF_LONG = 45
_ROOM_OF_ITEM = 360
"""Characters of room from which on a section may hold one more: three of them share it."""
_LEAST_CHARACTERS = 110
"""Shortest cut: below it one of twelve results no longer says what it is known by."""
_LEAST_OF_SENTENCE = 200
"""Sentences of running text name what they are about later than items do."""
_MOST_ID_CHARACTERS = 48
_LEAST_WHAT = 90
_LEAST_DECISION = 200
"""Decisions are few, and one cut short no longer says what was decided."""


@dataclass(frozen=True, slots=True)
class Room:
    """What a page may hold: characters of all items, and items of a section."""

    characters: int
    items: int


def room_for(text: str, *, dense: bool) -> Room:
    """Say how much of a map its page may hold, so that it is about half as long as the map.

    A `dense` map, one of our own shapes, says nothing in vain: its page may be as long as it needs.
    """
    if dense:
        return Room(len(text), _MOST_ITEMS)
    characters = max(_LEAST_ROOM, int(_SHARE * len(text)) - _FRAME_CHARACTERS)
    return Room(characters, max(_MOST_ITEMS, min(_MOST_OF_LONG, characters // _ROOM_OF_ITEM)))


def fitted(chosen: Mapping[Section, Sequence[Found]], room: int) -> dict[Section, list[Found]]:
    """Cut the texts, never the constraints, as little as it takes until all items fit; none is left out for it."""
    kept = {section: list(items) for section, items in chosen.items()}
    least, most = _LEAST_CHARACTERS, MOST_CHARACTERS
    if _size(kept) <= room:
        return kept
    while least < most:
        cap = (least + most + 1) // 2
        least, most = (cap, most) if _size(_all_cut(chosen, cap)) <= room else (least, cap - 1)
    return _all_cut(chosen, least)


def _size(kept: Mapping[Section, Sequence[Found]]) -> int:
    return sum(len(one.text) + _FRAME_OF_ITEM for items in kept.values() for one in items)


def _all_cut(chosen: Mapping[Section, Sequence[Found]], cap: int) -> dict[Section, list[Found]]:
    return {section: [_cut(one, cap) for one in items] for section, items in chosen.items()}


def _cut(one: Found, cap: int) -> Found:
    cap = min((max(cap, _LEAST_OF_SENTENCE) if one.prose else cap) * one.parts, MOST_CHARACTERS)
    return one if one.active or len(one.text) <= cap else replace(one, item=_shorter(one.item, cap))


def _shorter(item: Item, cap: int) -> Item:
    match item:
        case Accomplishment():
            return replace(item, text=_with_ids(item.text, cap))
        case OpenItem():
            return replace(item, text=_with_ids(item.text, max(cap - len(item.owner) - len(item.blocked_by), cap // 2)))
        case Decision():
            cap = max(cap, _LEAST_DECISION)
            why, rejected = cut(item.why, cap // 2), cut(item.rejected, cap // 3)
            return replace(
                item,
                what=_with_ids(item.what, max(cap - len(why) - len(rejected), cap // 2, _LEAST_WHAT)),
                why=why,
                rejected=rejected,
            )
        case Constraint():
            return item


def _with_ids(text: str, cap: int) -> str:
    """Cut a text, and keep the ids that stood in what was cut off: a page is searched by them."""
    short = cut(text, cap)
    if short == text:
        return text
    lost = sorted(ids(text) - ids(short), key=text.index)
    kept: list[str] = []
    while lost and sum(map(len, kept)) + len(lost[0]) + 2 * len(kept) <= _MOST_ID_CHARACTERS:
        kept.append(lost.pop(0))
    if not kept:
        return short
    tail = f" [{', '.join(kept)}]"
    return cut(text, cap - len(tail)) + tail

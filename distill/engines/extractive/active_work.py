"""Blocks of active work: a heading with State, Queue item, What to do next becomes one entry."""

import re
from collections.abc import Iterator, Sequence

from distill.engines.extractive.entries import Entry
from distill.engines.extractive.own_signs import status_place
from distill.engines.extractive.places import Place
from distill.engines.extractive.rules import Rules
from distill.engines.extractive.sentences import MOST_CHARACTERS, cut
from distill.engines.extractive.tokens import ids
from distill.maps.blocks import Block, Heading, ListItem, Paragraph
from distill.maps.plain import plain
from distill.model import Lines

_FIELD = re.compile(r"([^:：\n]{1,40}?)\s*[:：]\s*(.*)$", re.DOTALL)  # noqa: RUF001
_COLON = re.compile(r"[:：]")  # noqa: RUF001
_MAX_LABEL = 60
"""Where the colon of a label stands at the latest, its markup counted."""
_LEAST_FIELDS = 2


def active_entry(heading: Heading, body: Sequence[Block], place: Place, rules: Rules) -> Entry | None:
    """Make one entry of a heading and its fields; None when what stands under it is no such block."""
    if heading.level == 1 or place is Place.NOTHING:
        return None
    fields = list(_fields(body, rules))
    title = plain(heading.text)
    if not _is_work(title, [name for name, _, _ in fields], place, rules):
        return None
    state = next((value for name, value, _ in fields if rules["labels.state"].fullmatch(name)), "")
    place = status_place(state, rules) or Place.OPEN
    parts, last = _fitting(title, fields, rules)
    return Entry(text="; ".join(parts), lines=Lines(heading.lines.first, last), place=place, active=True)


def _is_work(title: str, names: Sequence[str], place: Place, rules: Rules) -> bool:
    """Tell a row of work from a head of data: it has a next step, an id, or stands where work stands."""
    if sum(bool(rules["labels.field"].fullmatch(name)) for name in names) < _LEAST_FIELDS:
        return False
    if any(rules["labels.step"].fullmatch(name) for name in names):
        return True
    stands_as_work = place in {Place.OPEN, Place.ACCOMPLISHED} or bool(ids(title))
    return stands_as_work and any(rules["labels.state"].fullmatch(name) for name in names)


def _fields(body: Sequence[Block], rules: Rules) -> Iterator[tuple[str, str, int]]:
    """Give label, value and last line of each field; of steps in a list only the first counts."""
    waiting: tuple[str, int] | None = None
    for block in body:
        if not isinstance(block, ListItem | Paragraph) or not (waiting or _COLON.search(block.text, 0, _MAX_LABEL)):
            continue
        text = plain(block.text)
        if waiting and block.depth > waiting[1]:
            yield waiting[0], text, block.lines.last
            waiting = None
            continue
        match = _FIELD.match(text)
        if not match or (block.depth > 0 and not rules["labels.field"].fullmatch(match[1].strip())):
            continue
        if match[2].strip():
            yield match[1].strip(), match[2].strip(), block.lines.last
        else:
            waiting = (match[1].strip(), block.depth)


def _fitting(title: str, fields: Sequence[tuple[str, str, int]], rules: Rules) -> tuple[list[str], int]:
    """Take the fields that fit, the weightiest first, and give them in the order of the map."""
    room = MOST_CHARACTERS - len(title)
    order = sorted(range(len(fields)), key=lambda index: (_rank(fields[index][0], rules), index))
    kept: set[int] = set()
    texts = [f"{name}: {value}" for name, value, _ in fields]
    for index in order:
        if _rank(fields[index][0], rules) == 0:
            texts[index] = cut(texts[index], max(60, min(len(texts[index]), room - 2)))
        if len(texts[index]) + 2 <= room:
            kept.add(index)
            room -= len(texts[index]) + 2
    last = max((fields[index][2] for index in kept), default=1)
    return [title.rstrip(" :."), *(texts[index].rstrip(" .;") for index in sorted(kept))], last


def _rank(name: str, rules: Rules) -> int:
    for rank, label in enumerate(("state", "step", "blocked", "owner", "field")):
        if rules[f"labels.{label}"].fullmatch(name):
            return 0 if rank <= 1 else rank
    return 9

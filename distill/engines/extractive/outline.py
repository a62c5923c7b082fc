"""Blocks of a map to entries, section by section, each with the place its heading or label gives it."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from distill.engines.extractive.active_work import active_entry
from distill.engines.extractive.entries import Entry, Title
from distill.engines.extractive.heading_items import heading_entries, named_next, stated_entry
from distill.engines.extractive.label_place import label_place, opens_section
from distill.engines.extractive.labels import LABELS, is_label, label_text
from distill.engines.extractive.list_entries import top_entries
from distill.engines.extractive.newest import date_in
from distill.engines.extractive.own_signs import DONE_SIGNS
from distill.engines.extractive.place_of import exact_places, heading_place
from distill.engines.extractive.places import SECTIONS, TELLING, Place
from distill.engines.extractive.reasons import with_reasons
from distill.engines.extractive.rows import row_entry
from distill.engines.extractive.rules import Rules
from distill.engines.extractive.running_text import code_entries, paragraph_entries, quote_entries
from distill.engines.extractive.sentences import sentences
from distill.engines.extractive.tokens import ids
from distill.maps.blocks import Block, Code, Heading, ListItem, Paragraph, Quote, Rule, TableRow
from distill.maps.plain import plain

_BOLD = re.compile(r"(?:\*\*|__)([^*\n]{1,90}?)(?:\*\*|__)")
_NUMBERED = re.compile(r"\d")
_CODE_HEADING = re.compile(r"\W{0,4}(?:\d+[.)]\s*)?`[^`]+`\W*$")
_DASHED = re.compile(r"\s[–—-]{1,2}\s+\S")  # noqa: RUF001
_PARTED = frozenset({Place.ACCOMPLISHED, Place.OPEN})
_MOST_LOOKED_AT = 100
_MOST_LABEL = 6
"""Words of a last sentence that is a label."""
_STRUCTURED = 3
"""Headings with a key word from which on one without is about a detail."""


@dataclass(frozen=True, slots=True)
class _Section:
    heading: Heading | None
    body: Sequence[Block]


def shape_of(blocks: Sequence[Block]) -> Mapping[str, Place]:
    """Give the section table of our own shape that a map has; empty for any other text."""
    headings = [plain(block.text) for block in blocks if isinstance(block, Heading)]
    return exact_places(headings + list(_labels(blocks)))


def entries_of(blocks: Sequence[Block], exact: Mapping[str, Place], rules: Rules) -> Iterator[Entry]:
    """Walk the sections of a map in order and give their entries; `exact` is the table of its shape."""
    sections = [_Section(one.heading, list(with_reasons(one.body, rules))) for one in _sections(blocks)]
    headings = [section.heading for section in sections if section.heading]
    title = next((heading for heading in headings if heading.level == 1), None) if len(headings) > 1 else None
    path: list[tuple[int, Place, str]] = []
    places = (heading_place(plain(one.text), Place.PLAIN, exact, rules) for one in headings[:_MOST_LOOKED_AT])
    structured = sum(1 for _ in islice((place for place in places if place in TELLING), _STRUCTURED)) == _STRUCTURED
    planned = title is not None and rules["headings.open"].search(plain(title.text)) is not None
    roadmap = title is not None and rules["headings.roadmap"].search(plain(title.text)) is not None
    for index, section in enumerate(sections):
        heading = section.heading
        if heading is None:
            yield from _body(section.body, Place.PLAIN, Title(), exact, rules)
            continue
        while path and path[-1][0] >= heading.level:
            path.pop()
        inherited = path[-1][1] if path else Place.PLAIN
        text = plain(heading.text)
        place = Place.PLAIN if heading is title else heading_place(text, inherited, exact, rules)
        dated = date_in(text) or (path[-1][2] if path else "")
        if place is inherited is Place.ACCOMPLISHED and _CODE_HEADING.match(heading.text):
            place = Place.DETAIL  # what is said of a file or a function describes it more often than not
        path.append((heading.level, place, dated))
        leaf = index + 1 == len(sections) or _level(sections[index + 1]) <= heading.level
        alone = inherited in TELLING or bool(ids(text)) or rules["headings.option"].match(text) is not None
        told: Iterable[Entry] | None = (
            heading_entries(Title(text, heading.lines.first), section.body, place, rules, leaf=leaf) if alone else None
        )
        if told is None:
            untold = structured and place is Place.PLAIN and heading is not title
            body = Place.DETAIL if untold else place
            if planned and place is Place.PLAIN and heading is not title and _is_steps(section.body):
                body = Place.OPEN
            if roadmap and place in {Place.PLAIN, Place.MIXED} and heading is not title and _is_plan(section.body):
                body = Place.OPEN
            told = _section_entries(heading, text, section.body, body, exact, rules)
            if (named := named_next(Title(text, heading.lines.first), body, rules)) is not None:
                told = [named, *told]
            elif alone and body in _PARTED and (stated := stated_entry(Title(text, heading.lines.first), body, rules)):
                told = [stated, *told]
        step = text.lower() if dated and place is Place.OPEN and rules["labels.step"].match(text) else ""
        for entry in told:
            yield replace(entry, dated=dated, step=entry.step or step) if dated else entry


def _is_steps(body: Sequence[Block]) -> bool:
    """Say whether a section lists numbered steps, none of which is said to be done."""
    steps = [block for block in body if isinstance(block, ListItem) and block.depth == 0]
    numbered = [block for block in steps if block.ordinal is not None]
    return len(numbered) > 1 and not any(sign in block.text for block in steps for sign in DONE_SIGNS)


def _is_plan(body: Sequence[Block]) -> bool:
    """Say whether a section lists items, none of which is said to be done."""
    items = [block for block in body if isinstance(block, ListItem)]
    return bool(items) and not any(sign in block.text for block in items for sign in DONE_SIGNS)


def _level(section: _Section) -> int:
    return section.heading.level if section.heading else 1


def _section_entries(
    heading: Heading, text: str, body: Sequence[Block], place: Place, exact: Mapping[str, Place], rules: Rules
) -> Iterator[Entry]:
    if active := active_entry(heading, body, place, rules):
        yield active
        # What the block forbids is a constraint all the same; its steps belong to the block.
        for entry in _body(body, Place.SKIP, Title(), exact, rules):
            yield replace(entry, text=rules["split.field"].sub("", entry.text), place=Place.SKIP)
        return
    yield from _body(body, place, Title(text, heading.lines.first), exact, rules)


def _sections(blocks: Sequence[Block]) -> Iterator[_Section]:
    heading: Heading | None = None
    start = 0
    for index, block in enumerate(blocks):
        if isinstance(block, Heading):
            if heading is not None or index > start:
                yield _Section(heading, blocks[start:index])
            heading, start = block, index + 1
    if heading is not None or start < len(blocks):
        yield _Section(heading, blocks[start:])


def _labels(blocks: Sequence[Block]) -> Iterator[str]:
    for block in blocks:
        if isinstance(block, Paragraph | ListItem) and block.depth == 0:
            head = block.text.partition("\n")[0]
            if is_label(head):
                yield label_text(head)


def _body(
    body: Sequence[Block], place: Place, heading: Title, exact: Mapping[str, Place], rules: Rules
) -> Iterator[Entry]:
    """Walk the blocks under one heading; a label line that says something opens a place of its own."""
    under, outer = heading, place
    index, ruled_off, listed, told, led = 0, False, False, False, False
    has_items = _has_items(body)
    while index < len(body):
        block = body[index]
        end = index + 1
        ruled_off = ruled_off or isinstance(block, Rule)
        if led and not isinstance(block, ListItem | Code):
            place, under, led = outer, heading, False
        if _opens_log(body, index) and outer not in TELLING | {Place.NOTHING, Place.SKIP}:
            outer = place = Place.LOG
        if isinstance(block, Paragraph) and block.depth == 0 and is_label(block.text) and end < len(body):
            label = label_text(block.text)
            has_items, told = _has_items(body[end:]), False
            found = _place_of_label(label, outer, exact, rules)
            leads = isinstance(body[end], ListItem) and outer is Place.ACCOMPLISHED and not _NUMBERED.search(label)
            if outer in _PARTED and found is None and _DASHED.search(label) and not leads:
                yield Entry(text=label, lines=block.lines, place=outer)
            if outer is not Place.NOTHING:
                place, listed = found or place, False
                under = Title(label, block.lines.first) if found or outer in TELLING else heading
        else:
            while isinstance(block, ListItem) and end < len(body) and _belongs(body[end], block):
                end += 1
            if end == index + 1 < len(body) and (found := _flat_label(block, body[end], rules)):
                place, under = (found if outer is not Place.NOTHING else place), Title()
                index = end
                continue
            if isinstance(block, ListItem):
                listed = True
            elif listed and isinstance(block, Paragraph) and outer not in TELLING:
                place, under = outer, heading  # a label holds for the list below it
            # A sentence below a rule is the foot of the map rather than one more of the section.
            stray = ruled_off and isinstance(block, Paragraph) and place in TELLING
            at = Place.PLAIN if stray else place
            for entry in _block_entries(block, body[index + 1 : end], at, under, exact, rules):
                beside = has_items or (told and at is Place.OPEN)
                aside = entry.prose and beside and isinstance(block, Paragraph) and not block.text.startswith("**")
                told = told or isinstance(block, Paragraph)
                yield replace(entry, aside=True) if aside else entry
            if end < len(body) and isinstance(body[end], ListItem) and (label := _last_label(block)):
                if (found := _place_of_label(label, outer, exact, rules)) in SECTIONS and outer is not Place.NOTHING:
                    place, under, led = found or place, Title(label, block.lines.last), True
        index = end


def _last_label(block: Block) -> str:
    """Give the last sentence of a paragraph where it is a label for the list below; empty otherwise."""
    if not isinstance(block, Paragraph) or not block.text.endswith((":", "：")):  # noqa: RUF001 - Chinese
        return ""
    *before, last = sentences(plain(block.text))
    return last.rstrip(":： ") if before and len(last.split()) <= _MOST_LABEL else ""  # noqa: RUF001 - Chinese


def _has_items(blocks: Iterable[Block]) -> bool:
    """Say whether a list or a table stands before the next label."""
    for block in blocks:
        if isinstance(block, ListItem | TableRow):
            return True
        if isinstance(block, Paragraph) and is_label(block.text):
            return False
    return False


def _place_of_label(label: str, outer: Place, exact: Mapping[str, Place], rules: Rules) -> Place | None:
    """Classify a label line; among reference material one that opens a section of a page has to say so plainly."""
    found = exact.get(label.lower()) or label_place(label, rules, outer)
    if outer is Place.SKIP and not (opens_section(label, rules) or _is_plain_label(label, rules)):
        return None
    return found


def _is_plain_label(label: str, rules: Rules) -> bool:
    return any(rules[name].fullmatch(label) for name, _ in LABELS)


def _opens_log(body: Sequence[Block], index: int) -> bool:
    """Say whether a paragraph that begins with a date in bold leads to what was new then."""
    block = body[index]
    if not isinstance(block, Paragraph) or block.depth or index + 1 == len(body):
        return False
    return bool((bold := _BOLD.match(block.text)) and date_in(bold[1]))


def _flat_label(block: Block, following: Block, rules: Rules) -> Place | None:
    """Read an item "Done:" without children: it places the items beside it."""
    if not isinstance(block, ListItem) or not isinstance(following, ListItem) or block.depth != following.depth:
        return None
    if block.task is not None or not is_label(block.text):
        return None
    label = label_text(block.text)
    return next((place for name, place in LABELS if rules[name].fullmatch(label)), None)


def _block_entries(
    block: Block, below: Sequence[Block], place: Place, heading: Title, exact: Mapping[str, Place], rules: Rules
) -> Iterator[Entry]:
    match block:
        case Paragraph():
            yield from paragraph_entries(block, place, heading, rules)
        case ListItem():
            yield from top_entries(block, below, place, heading, exact, rules)
        case TableRow():
            yield from filter(None, [row_entry(block, place, heading, rules)])
        case Code():
            yield from code_entries(block, place)
        case Quote():
            yield from quote_entries(block, place)
        case Heading() | Rule():
            pass


def _belongs(block: Block, item: ListItem) -> bool:
    match block:
        case ListItem() | Paragraph() | TableRow() | Code():
            return block.depth > item.depth
        case Quote() | Heading() | Rule():
            return False

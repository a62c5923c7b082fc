"""Blocks of a map to entries, section by section, each with the place its heading or label gives it."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from distill.engines.extractive.active_work import active_entry
from distill.engines.extractive.earliest import earliest, word_count
from distill.engines.extractive.entries import Entry, Title
from distill.engines.extractive.heading_items import heading_entries, named_next, named_rule, stated_entry
from distill.engines.extractive.labels import is_label, label_text
from distill.engines.extractive.newest import date_in
from distill.engines.extractive.own_signs import DONE_SIGNS
from distill.engines.extractive.place_of import exact_places, heading_place
from distill.engines.extractive.places import TELLING, Place
from distill.engines.extractive.reasons import with_reasons
from distill.engines.extractive.rules import Rules
from distill.engines.extractive.section_body import PARTED, body_entries
from distill.engines.extractive.tokens import ids
from distill.maps.blocks import Block, Heading, ListItem, Paragraph
from distill.maps.plain import plain

_CODE_HEADING = re.compile(r"\W{0,4}(?:\d+[.)]\s*)?`[^`]+`\W*$")
_MOST_LOOKED_AT = 100
_ISSUES_WORDS = 3
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


@dataclass(frozen=True, slots=True)
class _Kind:
    """What the headings of a map together say of those without a key word."""

    title: Heading | None
    structured: bool
    """Several headings have key words: one without is about a detail."""
    steps: bool
    """The title looks ahead: numbered steps are to be done."""
    roadmap: bool
    """The title is that of a plan: any list is to be done."""
    issues: bool
    """The title is a class of its own ("Known issues"): each heading is one of them."""
    decisions: bool
    """The title begins with what was decided: so does what stands below headings without a key word."""


def entries_of(blocks: Sequence[Block], exact: Mapping[str, Place], rules: Rules) -> Iterator[Entry]:
    """Walk the sections of a map in order and give their entries; `exact` is the table of its shape."""
    sections = [_Section(one.heading, list(with_reasons(one.body, rules))) for one in _sections(blocks)]
    kind = _kind_of([section.heading for section in sections if section.heading], exact, rules)
    path: list[tuple[int, Place, str]] = []
    for index, section in enumerate(sections):
        heading = section.heading
        if heading is None:
            yield from body_entries(section.body, Place.PLAIN, Title(), exact, rules)
            continue
        while path and path[-1][0] >= heading.level:
            path.pop()
        inherited, day = path[-1][1:] if path else (Place.PLAIN, "")
        text = plain(heading.text)
        place = _place(heading, text, inherited, kind, exact, rules)
        dated = date_in(text) or day
        path.append((heading.level, _left_to_parts(heading, place), dated))
        leaf = index + 1 == len(sections) or _level(sections[index + 1]) <= heading.level
        told = _entries(section, text, place, inherited, kind, exact, rules, leaf=leaf)
        step = text.lower() if dated and place is Place.OPEN and rules["labels.step"].match(text) else ""
        for entry in told:
            yield replace(entry, dated=dated, step=entry.step or step) if dated else entry


def _left_to_parts(heading: Heading, place: Place) -> Place:
    """Give the place that parts below a heading inherit: "# Version: 0.15" at the top says nothing of them."""
    return Place.PLAIN if heading.level == 1 and place is Place.SKIP else place


def _kind_of(headings: Sequence[Heading], exact: Mapping[str, Place], rules: Rules) -> _Kind:
    title = next((heading for heading in headings if heading.level == 1), None) if len(headings) > 1 else None
    places = (heading_place(plain(one.text), Place.PLAIN, exact, rules) for one in headings[:_MOST_LOOKED_AT])
    structured = sum(1 for _ in islice((one for one in places if one in TELLING), _STRUCTURED)) == _STRUCTURED
    text = plain(title.text) if title is not None else ""
    begins = earliest(text, rules) if text else None
    told = begins if text and not structured and word_count(text) <= _ISSUES_WORDS else None
    session = rules["headings.mixed"].search(text) or rules["headings.log"].search(text)
    return _Kind(
        title,
        structured=structured,
        steps=rules["headings.open"].search(text) is not None,
        roadmap=rules["headings.roadmap"].search(text) is not None,
        decisions=begins is not None and begins.place is Place.DECISIONS and begins.at_start,
        issues=told is not None and told.place is Place.OPEN and (told.at_start or told.at_end) and not session,
    )


def _place(
    heading: Heading, text: str, inherited: Place, kind: _Kind, exact: Mapping[str, Place], rules: Rules
) -> Place:
    if heading is kind.title:
        return Place.OPEN if kind.issues else Place.DECISIONS if kind.decisions else Place.PLAIN
    place = heading_place(text, inherited, exact, rules)
    # What is said of a file or a function describes it more often than it tells what was done.
    return Place.DETAIL if place is inherited is Place.ACCOMPLISHED and _CODE_HEADING.match(heading.text) else place


def _entries(
    section: _Section,
    text: str,
    place: Place,
    inherited: Place,
    kind: _Kind,
    exact: Mapping[str, Place],
    rules: Rules,
    *,
    leaf: bool,
) -> Iterable[Entry]:
    """Give the entries of a section; its heading may be one of them, or lead to them."""
    if (heading := section.heading) is None:
        return ()
    title = Title(text, heading.lines.first)
    alone = inherited in TELLING or bool(ids(text)) or rules["headings.option"].match(text) is not None
    told = heading_entries(title, section.body, place, rules, leaf=leaf) if alone else None
    if told is not None:
        return told
    body = place if heading is kind.title else _of_untold(place, section.body, kind)
    entries = _section_entries(heading, text, section.body, body, exact, rules)
    named = named_next(title, body, rules) or named_rule(title, body, rules)
    if named is None and alone and body in PARTED:
        named = stated_entry(title, section.body, body, rules)
        if named is not None:
            entries = _parts_of(named, title, entries)
    return entries if named is None else [named, *entries]


def _parts_of(named: Entry, title: Title, entries: Iterable[Entry]) -> Iterator[Entry]:
    """Mark what stands below a heading that is an item itself as parts of it."""
    part = replace(title, text=named.text, part=True)
    return (replace(entry, heading=part) if entry.heading == title else entry for entry in entries)


def _of_untold(place: Place, body: Sequence[Block], kind: _Kind) -> Place:
    """Place what stands below a heading without a key word by what kind of map it is in."""
    if kind.roadmap and place in {Place.PLAIN, Place.MIXED} and _is_plan(body):
        return Place.OPEN
    if place is not Place.PLAIN:
        return place
    if kind.steps and _is_steps(body):
        return Place.OPEN
    return Place.DETAIL if kind.structured else place


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
        for entry in body_entries(body, Place.SKIP, Title(), exact, rules):
            yield replace(entry, text=rules["split.field"].sub("", entry.text), place=Place.SKIP)
        return
    yield from body_entries(body, place, Title(text, heading.lines.first), exact, rules)


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

"""The blocks below one heading to entries: label lines open places of their own, sentences beside lists explain."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from distill.engines.extractive.earliest import word_count
from distill.engines.extractive.entries import Entry, Title
from distill.engines.extractive.label_place import label_place, opens_section
from distill.engines.extractive.labels import LABELS, is_label, label_text
from distill.engines.extractive.list_entries import top_entries
from distill.engines.extractive.newest import date_in
from distill.engines.extractive.own_signs import DONE_SIGNS
from distill.engines.extractive.places import SECTIONS, TELLING, Place
from distill.engines.extractive.rows import row_entry
from distill.engines.extractive.rules import Rules
from distill.engines.extractive.running_text import code_entries, paragraph_entries, quote_entries
from distill.engines.extractive.sentences import sentences
from distill.engines.extractive.tokens import ids
from distill.maps.blocks import Block, Code, Heading, ListItem, Paragraph, Quote, Rule, TableRow
from distill.maps.plain import plain

_BOLD = re.compile(r"(?:\*\*|__)([^*\n]{1,90}?)(?:\*\*|__)")
_NUMBERED = re.compile(r"\d")
_DASHED = re.compile(r"\s[–—-]{1,2}\s+\S")  # noqa: RUF001
PARTED = frozenset({Place.ACCOMPLISHED, Place.OPEN})
_LEAST_DONE = 3
"""Items that begin with what was done from which on a list can be one of results."""
_OF_ITEMS = 3
"""Of so many items all but one begin so."""
_MOST_LABEL = 6
"""Words of a last sentence that is a label."""


def body_entries(
    body: Sequence[Block], place: Place, heading: Title, exact: Mapping[str, Place], rules: Rules
) -> Iterator[Entry]:
    """Walk the blocks under one heading; a label line that says something opens a place of its own."""
    if place is Place.OPEN and _tell_of_work(body, rules):
        place = Place.ACCOMPLISHED
    return _Walk(body, heading, exact, rules, outer=place, place=place, under=heading).entries() if body else iter(())


def _tell_of_work(body: Sequence[Block], rules: Rules) -> bool:
    """Say whether most items of a list begin with what was done: "Key actions: checked …, found …, added …"."""
    items = [block.text.lstrip("*_ ") for block in body if isinstance(block, ListItem) and block.task is None]
    done = sum(rules["marks.done"].match(text) is not None for text in items)
    return done >= _LEAST_DONE and done * _OF_ITEMS >= len(items) * (_OF_ITEMS - 1)


@dataclass(slots=True)
class _Walk:
    """Where a walk through a section stands."""

    body: Sequence[Block]
    heading: Title
    exact: Mapping[str, Place]
    rules: Rules
    outer: Place
    place: Place
    under: Title
    label_end: int = 0
    """Where the blocks after the last label begin."""
    has_items: bool | None = None
    """A list follows before the next label, so that sentences explain it; None until it is asked for."""
    ruled_off: bool = False
    listed: bool = False
    told: bool = False
    """A paragraph has told already what the section is about."""
    led: bool = False
    """The place is that of a label at the end of a paragraph: it holds for one list."""

    def entries(self) -> Iterator[Entry]:
        """Give the entries of all blocks in their order."""
        index = 0
        while index < len(self.body):
            block = self.body[index]
            end = self._end(block, index) if isinstance(block, ListItem) else index + 1
            self._before(index)
            if isinstance(block, Paragraph) and block.depth == 0 and is_label(block.text) and end < len(self.body):
                yield from self._at_label(block, end)
            elif end == index + 1 < len(self.body) and (found := _flat_label(block, self.body[end], self.rules)):
                self.place, self.under = (found if self.outer is not Place.NOTHING else self.place), Title()
            else:
                yield from self._of_block(block, self.body[index + 1 : end])
                if isinstance(block, Paragraph) and end < len(self.body):
                    self._look_for_label(block, end)
            index = end

    def _end(self, item: ListItem, index: int) -> int:
        end = index + 1
        while end < len(self.body) and _belongs(self.body[end], item):
            end += 1
        return end

    def _before(self, index: int) -> None:
        block = self.body[index]
        self.ruled_off = self.ruled_off or isinstance(block, Rule)
        if self.led and not isinstance(block, ListItem | Code):
            self.place, self.under, self.led = self.outer, self.heading, False
        if (
            isinstance(block, Paragraph)
            and _opens_log(block, last=index + 1 == len(self.body))
            and self.outer not in TELLING | {Place.NOTHING, Place.SKIP}
        ):
            self.outer = self.place = Place.LOG

    def _at_label(self, block: Paragraph, end: int) -> Iterator[Entry]:
        label = label_text(block.text)
        self.label_end, self.has_items, self.told = end, None, False
        found = _place_of_label(label, self.outer, self.exact, self.rules)
        if self.outer is Place.OPEN and self.rules["marks.forbid"].match(label) and word_count(label) > _MOST_LABEL:
            found = None  # "Do not call these fixed until they were run:" leads to what is open
            yield Entry(text=label, lines=block.lines, place=Place.CONSTRAINTS, heading=self.heading)
        # "Group A — names": what a list of results is about is none of them.
        leads = self.outer is Place.ACCOMPLISHED and isinstance(self.body[end], ListItem)
        if self.outer in PARTED and found is None and _DASHED.search(label) and not (leads and _is_name(label)):
            yield Entry(text=label, lines=block.lines, place=self.outer)
        if self.outer is not Place.NOTHING:
            self.place, self.listed = found or self.place, False
            named = Title(label, block.lines.first, part=found is None or (found is self.outer and bool(ids(label))))
            self.under = named if found or self.outer in TELLING else self.heading

    def _of_block(self, block: Block, below: Sequence[Block]) -> Iterator[Entry]:
        if isinstance(block, ListItem):
            self.listed = True
        elif self.listed and isinstance(block, Paragraph) and self.outer not in TELLING:
            self.place, self.under = self.outer, self.heading  # a label holds for the list below it
        # A sentence below a rule is the foot of the map rather than one more of the section.
        stray = self.ruled_off and isinstance(block, Paragraph) and self.place in TELLING
        place = Place.PLAIN if stray else self.place
        entries = _block_entries(block, below, place, self.under, self.exact, self.rules)
        return self._asides(block, entries, place) if isinstance(block, Paragraph) else entries

    def _asides(self, block: Paragraph, entries: Iterator[Entry], place: Place) -> Iterator[Entry]:
        """Mark the sentences that stand beside items."""
        for entry in entries:
            beside = self._has_items() or (self.told and place is Place.OPEN)
            aside = entry.prose and beside and not block.text.startswith("**")
            self.told = True
            yield replace(entry, aside=True) if aside else entry

    def _has_items(self) -> bool:
        if self.has_items is None:
            self.has_items = _has_items(self.body, self.label_end)
        return self.has_items

    def _look_for_label(self, block: Paragraph, end: int) -> None:
        """Let a label that ends a paragraph place the list below it."""
        if not isinstance(self.body[end], ListItem) or self.outer is Place.NOTHING:
            return
        label = _last_label(block)
        found = _place_of_label(label, self.outer, self.exact, self.rules) if label else None
        if found is not None and found in SECTIONS:
            self.place, self.under, self.led = found, Title(label, block.lines.last), True


def _is_name(label: str) -> bool:
    """Say whether a label tells nothing but what its list is about, and that it is done."""
    return _NUMBERED.search(label) is None or label.rstrip("*_ \ufe0f")[-1:] in DONE_SIGNS


def _last_label(block: Paragraph) -> str:
    """Give the last sentence of a paragraph where it is a label for the list below; empty otherwise."""
    if not block.text.endswith((":", "：")):  # noqa: RUF001 - Chinese
        return ""
    *before, last = sentences(plain(block.text))
    return last.rstrip(":： ") if before and len(last.split()) <= _MOST_LABEL else ""  # noqa: RUF001 - Chinese


def _has_items(body: Sequence[Block], start: int) -> bool:
    """Say whether a list or a table stands before the next label."""
    for index in range(start, len(body)):
        block = body[index]
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


def _opens_log(block: Paragraph, *, last: bool) -> bool:
    """Say whether a paragraph that begins with a date in bold leads to what was new then."""
    if block.depth or last:
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
            return paragraph_entries(block, place, heading, rules)
        case ListItem():
            return top_entries(block, below, place, heading, exact, rules)
        case TableRow():
            return filter(None, [row_entry(block, place, heading, rules)])
        case Code():
            return code_entries(block, place)
        case Quote():
            return quote_entries(block, place)
        case Heading() | Rule():
            return iter(())


def _belongs(block: Block, item: ListItem) -> bool:
    match block:
        case ListItem() | Paragraph() | TableRow() | Code():
            return block.depth > item.depth
        case Quote() | Heading() | Rule():
            return False

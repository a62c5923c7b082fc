"""A list item with all that hangs on it to entries."""

import re
from collections.abc import Iterator, Mapping, Sequence

from distill.engines.extractive.entries import Entry, Title
from distill.engines.extractive.label_place import label_place
from distill.engines.extractive.labels import is_label, label_text
from distill.engines.extractive.noise import names_only
from distill.engines.extractive.places import TELLING, Place
from distill.engines.extractive.rows import row_entry
from distill.engines.extractive.rules import Rules
from distill.engines.extractive.running_text import paragraph_entries
from distill.engines.extractive.sentences import MOST_CHARACTERS
from distill.engines.extractive.tokens import ids
from distill.maps.blocks import Block, Code, ListItem, Paragraph, TableRow
from distill.maps.plain import has_strike, plain
from distill.model import Lines

_MAX_RAW = 6000
_LEAST_WORDS = 8
_LEAST_DONE = 3
"""Words of a label that begins with what was done, and says to what."""
_TOLD_OF = frozenset({Place.ACCOMPLISHED, Place.MIXED, Place.LOG, Place.DETAIL})
_HEAD_LINE = re.compile(r"[^\n]{1,90}")
_SIGN_LEAD = re.compile(r"[*_\s]*[✅✔☑❌✗⏳⌛🔄🚧⏸⬜]")
_SIGNS = "✅✔☑❌✗⏳⌛🔄🚧⏸🔴🟡🟢⬜"


def top_entries(
    item: ListItem, below: Sequence[Block], place: Place, heading: Title, exact: Mapping[str, Place], rules: Rules
) -> Iterator[Entry]:
    """Give the entries of a top-level item; one that is a section of our own shape places what hangs on it."""
    head = _HEAD_LINE.match(item.text)
    own = exact.get(label_text(head[0]).lower()) if head and is_label(head[0]) else None
    if own is None or head is None:
        yield from item_entries(item, below, place, heading, rules)
        return
    rest = item.text[head.end() + 1 :]
    if rest.strip():
        lines = Lines(min(item.lines.first + 1, item.lines.last), item.lines.last)
        yield from paragraph_entries(Paragraph(text=rest, lines=lines), own, Title(), rules)
    yield from _each(list(below), own, Title(), Title(), rules)


def item_entries(item: ListItem, below: Sequence[Block], place: Place, heading: Title, rules: Rules) -> Iterator[Entry]:
    """Give one entry for an item and its children, or several where the children stand for themselves."""
    text = plain(item.text[:_MAX_RAW])
    children = [block for block in below if not isinstance(block, Code)]
    if children and place not in TELLING and names_only(text):
        yield from _each(children, Place.DETAIL, heading, Title(), rules)  # a file with what is in it
        return
    if children and item.task is None and is_label(item.text) and not _SIGN_LEAD.match(item.text):
        found = _label_place(item.text, rules, place)
        if (found or place) in _TOLD_OF and not _stand_alone(children) and _tells(text, children, rules):
            yield _entry(item, text, children, found or place, heading)
            yield from _each(children, Place.SKIP, heading, Title(text, item.lines.first), rules)
            return
        if found is not None and place is not Place.NOTHING:
            yield from _each(
                children,
                found,
                heading,
                Title(text, item.lines.first, part=True) if found is place and ids(text) else Title(),
                rules,
            )
            return
        if place not in TELLING or _stand_alone(children) or _length(text, children) > MOST_CHARACTERS:
            yield from _each(children, place, heading, Title(text, item.lines.first, part=True), rules)
            return
    if not children or (not _stand_alone(children) and _length(text, children) <= MOST_CHARACTERS):
        yield _entry(item, text, children, place, heading)
        return
    lead = Title(text, item.lines.first, part=True)
    if place is Place.ACCOMPLISHED and item.task is None and not _stand_alone(children):
        yield _entry(item, text, children, place, heading)
        yield from _each(children, Place.SKIP, heading, lead, rules)
        return
    yield _entry(item, text, [], place, heading)
    yield from _each(children, place, heading, lead, rules)


def _tells(label: str, children: Sequence[Block], rules: Rules) -> bool:
    """Say whether a line before a list tells itself what was done, so that the list holds its details."""
    if len(label.split()) >= _LEAST_DONE and rules["marks.done"].match(label):
        return True
    long = len(label.split()) >= _LEAST_WORDS or "`" in label
    if not long and not all(names_only(_text(child)) for child in children):
        return False
    return len(label.split()) > 1 and rules["marks.done"].search(label) is not None


def _label_place(markdown: str, rules: Rules, outer: Place) -> Place | None:
    """Give the place that a label opens; one without a colon has to be the bare key word, or it is a subject."""
    label = label_text(markdown)
    if rules["labels.meta"].fullmatch(label):
        return Place.SKIP
    bare_word = any(rules[f"labels.{name}"].fullmatch(label) for name in ("decision", "done", "open", "constraint"))
    ends = plain(markdown).endswith((":", "：", ":**"))  # noqa: RUF001 - the colon of Chinese and Japanese
    return label_place(label, rules, outer) if ends or bare_word else None


def _each(blocks: Sequence[Block], place: Place, heading: Title, lead: Title, rules: Rules) -> Iterator[Entry]:
    """Give the children as entries of their own, each with its own children."""
    index = 0
    while index < len(blocks):
        block = blocks[index]
        end = index + 1
        if isinstance(block, TableRow):
            if entry := row_entry(block, place, heading, rules):
                yield entry
        elif isinstance(block, ListItem):
            while end < len(blocks) and getattr(blocks[end], "depth", 0) > block.depth:
                end += 1
            for entry in item_entries(block, blocks[index + 1 : end], place, _nearest(lead, heading), rules):
                yield entry
        elif isinstance(block, Paragraph):
            yield from paragraph_entries(block, place, _nearest(lead, heading), rules)
        index = end


def _nearest(lead: Title, heading: Title) -> Title:
    return lead if lead.text else heading


def _entry(item: ListItem, text: str, children: Sequence[Block], place: Place, heading: Title) -> Entry:
    last = max([item.lines.last, *(child.lines.last for child in children)])
    return Entry(
        text=_joined(text, children),
        lines=Lines(item.lines.first, last),
        place=place,
        heading=heading,
        task=item.task,
        struck=has_strike(item.text),
        composed=bool(children),
    )


def _joined(text: str, children: Sequence[Block]) -> str:
    parts = [part for child in children if (part := _text(child))]
    if not parts:
        return text
    ending = " " if text.endswith((":", "：", ".", "。")) else " — "  # noqa: RUF001
    return f"{text}{ending if text else ''}{'; '.join(part.rstrip('.;') for part in parts)}"


def _text(block: Block) -> str:
    match block:
        case TableRow():
            return " · ".join(plain(cell) for cell in block.cells if cell)
        case ListItem() | Paragraph():
            return plain(block.text[:_MAX_RAW])
        case _:
            return ""


def _length(text: str, children: Sequence[Block]) -> int:
    return len(text) + sum(len(_text(child)) + 2 for child in children)


def _stand_alone(children: Sequence[Block]) -> bool:
    items = [child for child in children if isinstance(child, ListItem)]
    return any(child.task or child.text.lstrip("*_ ")[:1] in _SIGNS for child in items if child.text) or any(
        isinstance(child, TableRow) for child in children
    )

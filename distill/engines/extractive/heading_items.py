"""Headings that are items themselves: "Issue: nick collisions 🔴" with some sentences under it."""

import re
from collections.abc import Iterator, Sequence
from itertools import islice, pairwise

from distill.engines.extractive.earliest import WIDE, earliest, word_count
from distill.engines.extractive.entries import Entry, Title
from distill.engines.extractive.heading_states import state_of
from distill.engines.extractive.label_place import SETTLED, label_place
from distill.engines.extractive.labels import is_label, label_text, lead
from distill.engines.extractive.list_entries import item_entries
from distill.engines.extractive.own_signs import DONE_SIGNS, NO_SIGNS, OPEN_SIGNS
from distill.engines.extractive.places import Place
from distill.engines.extractive.prohibitions import forbids
from distill.engines.extractive.rules import Rules
from distill.engines.extractive.running_text import paragraph_entries
from distill.engines.extractive.sentences import MOST_CHARACTERS, sentences
from distill.engines.extractive.tokens import ids
from distill.maps.blocks import Block, Code, ListItem, Paragraph, Rule, TableRow
from distill.maps.plain import plain
from distill.model import Lines

_SUBJECT = frozenset({Place.ACCOMPLISHED, Place.OPEN})
_SIGNS = re.compile(rf"\s*[{DONE_SIGNS}{OPEN_SIGNS}{NO_SIGNS}\ufe0f]+\s*")
_NUMBER = re.compile(r"^\W*\d{1,2}[.)]\s*")
_INLINE = re.compile(r"(?:\*\*|__)([^*\n]{1,60}?)[:：]?(?:\*\*|__)\s*[:：]?\s+\S")  # noqa: RUF001
_WORD = re.compile(r"\w+")
_LEAST_WORDS = 2
_LEAST_STATED = 3
_DASH = re.compile(r"\s[–—-]{1,2}\s|[:：]\s*")  # noqa: RUF001
_STEP = re.compile(rf"\W*(?:\w+ )?\d{{1,2}}\s?[.):]\s*(?:\S+\s\S|(?=\S*{WIDE.pattern}{{4}})\S{{6,}})")
"""A step of a plan: "1. Write the letter", "Step 2: Pull the plug"."""
_MARKED = re.compile(rf"[{OPEN_SIGNS}{NO_SIGNS}]|P[0-4]\b")
"""What says of a heading that it is to be done, and how soon."""
_SEVERAL = 2
_LEAST_STEPS = 4
"""Numbered items that are the steps of what is to be done; fewer are ways to do it."""
_ASIDE = frozenset({Place.SKIP, Place.NOTHING})


def heading_entries(
    title: Title, body: Sequence[Block], place: Place, rules: Rules, *, leaf: bool
) -> list[Entry] | None:
    """Give the entries of a heading that tells of one thing; None where it only names what its items are about."""
    subject = _SIGNS.sub(" ", _NUMBER.sub("", title.text)).strip(" .:")
    if place not in _SUBJECT or len(subject) > MOST_CHARACTERS // 2 or not _is_subject(subject, rules):
        return None
    held = [block for block in body if not isinstance(block, Rule)]
    if not held:
        return [_entry(subject, Lines(title.line, title.line), place)] if leaf else None
    if (
        _is_labelled(held[0])
        and not _holds_lists(held, rules)
        and (_has_colon(held[0]) or not any(isinstance(block, ListItem) for block in held))
    ):
        return list(_of_labels(subject, title, held, place, rules))
    if _is_prose(held):
        return list(_of_prose(subject, title, held, place, rules))
    if place is Place.OPEN and (count := _leading_prose(held)):
        return [
            *_of_prose(subject, title, held[:count], place, rules),
            *_of_items(held[count:], place, title, rules),
        ]
    return None


def _holds_lists(body: Sequence[Block], rules: Rules) -> bool:
    """Say whether several labels lead to lists of results or of what is to be done: a section, not one thing."""
    led = (block for block, below in pairwise(body) if isinstance(below, ListItem) and _leads(block, rules))
    return sum(1 for _ in islice(led, _SEVERAL)) == _SEVERAL


def _leads(block: Block, rules: Rules) -> bool:
    if not isinstance(block, Paragraph) or block.depth or not is_label(block.text):
        return False
    return label_place(label_text(block.text), rules) in _SUBJECT


def _leading_prose(body: Sequence[Block]) -> int:
    """Count the paragraphs before a list where nothing but its items follows them."""
    count = next((index for index, block in enumerate(body) if not isinstance(block, Paragraph)), len(body))
    label = any(isinstance(block, Paragraph) and is_label(block.text) for block in body[:count])
    return 0 if label or not all(isinstance(block, ListItem | Code) for block in body[count:]) else count


def _of_items(body: Sequence[Block], place: Place, title: Title, rules: Rules) -> Iterator[Entry]:
    index = 0
    while index < len(body):
        block, end = body[index], index + 1
        while end < len(body) and getattr(body[end], "depth", 0) > getattr(block, "depth", 0):
            end += 1
        if isinstance(block, ListItem):
            yield from item_entries(block, body[index + 1 : end], place, title, rules)
        index = end


def stated_entry(title: Title, body: Sequence[Block], place: Place, rules: Rules) -> Entry | None:
    """Give a heading as an item where it names a thing and says of it that it is done or open, or has a number."""
    told_alone = not any(isinstance(block, ListItem | TableRow) for block in body)
    subject = _SIGNS.sub(" ", _NUMBER.sub("", title.text)).strip(" .:")
    numbered = place is Place.OPEN and _STEP.match(title.text) is not None
    is_step = numbered and (told_alone or rules["marks.todo"].match(subject) is not None)
    marked = place is Place.OPEN and _MARKED.match(title.text) is not None
    stated = marked or state_of(title.text, rules) is place
    if not is_step and (not stated or len(_WORD.findall(subject)) <= _LEAST_STATED):
        return None
    return _entry(subject, Lines(title.line, title.line), place) if _is_subject(subject, rules) else None


def named_next(title: Title, place: Place, rules: Rules) -> Entry | None:
    """Give what a heading names after it said that it comes next: "The next task — the mast detangle"."""
    if place is not Place.OPEN or not _DASH.search(title.text):
        return None
    head, _, tail = _DASH.sub("\n", title.text, count=1).partition("\n")
    if len(tail.split()) < _LEAST_WORDS or len(head.split()) > _LEAST_STATED + 1:
        return None
    if rules["headings.next"].search(head) is None or earliest(tail, rules) is not None:
        return None
    return _entry(tail.strip(" .:"), Lines(title.line, title.line), place)


def named_rule(title: Title, place: Place, rules: Rules) -> Entry | None:
    """Give what a heading forbids behind its name: "The one rule: look it up, never guess"."""
    if place in SETTLED | {Place.NOTHING} or not _DASH.search(title.text):
        return None
    head, _, tail = _DASH.sub("\n", title.text, count=1).partition("\n")
    match = earliest(head, rules)
    is_rule = match is not None and match.place is Place.CONSTRAINTS
    if word_count(tail) <= _LEAST_WORDS or not (is_rule or forbids(tail, rules)):
        return None
    return _entry(tail.strip(" .:"), Lines(title.line, title.line), Place.CONSTRAINTS)


def _is_subject(subject: str, rules: Rules) -> bool:
    """Say whether a heading names more than the class of what stands below it."""
    match = earliest(subject, rules)
    words = len(_WORD.findall(subject))
    return bool(words) if match is None else words > _LEAST_WORDS or bool(ids(subject))


def _is_labelled(block: Block) -> bool:
    return isinstance(block, Paragraph) and block.depth == 0 and bool(_INLINE.match(block.text))


def _has_colon(block: Block) -> bool:
    return isinstance(block, Paragraph) and ":" in block.text[: block.text.find("**", 2) + 3]


def _is_prose(blocks: Sequence[Block]) -> bool:
    return all(isinstance(block, Paragraph | Code) for block in blocks) and not any(
        isinstance(block, Paragraph) and is_label(block.text) for block in blocks
    )


def _of_labels(subject: str, title: Title, body: Sequence[Block], place: Place, rules: Rules) -> Iterator[Entry]:
    """Join what the labels below a heading say to it; what a label places elsewhere stands for itself."""
    parts: list[Paragraph] = []
    aside = False
    steps = place is Place.OPEN and sum(map(_is_step, body)) >= _LEAST_STEPS
    for block in body:
        if isinstance(block, ListItem) and (block.task is not None or (steps and _is_step(block))) and not aside:
            yield Entry(text=plain(block.text), lines=block.lines, place=place, task=block.task)
        if not isinstance(block, Paragraph) or block.depth:
            continue
        found = _INLINE.match(block.text)
        label = found[1] if found else block.text if is_label(block.text) else ""
        aside = bool(label) and label_place(label_text(label), rules) in _ASIDE
        if aside or is_label(block.text):
            continue
        if lead(plain(block.text), rules):
            yield from paragraph_entries(block, place, title, rules)
        else:
            parts.append(block)
    yield _joined(subject, title, [(plain(part.text), part.lines) for part in parts], place)


def _of_prose(subject: str, title: Title, body: Sequence[Block], place: Place, rules: Rules) -> Iterator[Entry]:
    """Join the sentences below a heading to it; those that decide, forbid or say otherwise stand for themselves."""
    parts: list[tuple[str, Lines]] = []
    for block in body:
        if not isinstance(block, Paragraph):
            continue
        for sentence in sentences(plain(block.text)):
            if _stands_alone(sentence, place, rules):
                yield Entry(text=sentence, lines=block.lines, place=place, heading=title, prose=True)
            elif not rules["split.meta"].match(sentence):
                parts.append((sentence, block.lines))
    yield _joined(subject, title, parts, place)


def _stands_alone(sentence: str, place: Place, rules: Rules) -> bool:
    names = ["decided", "forbid_anywhere"] + (["open"] if place is Place.ACCOMPLISHED else [])
    return any(rules[f"marks.{name}"].search(sentence) for name in names)


def _is_step(block: Block) -> bool:
    return isinstance(block, ListItem) and block.ordinal is not None and not block.depth


def _joined(subject: str, title: Title, parts: Sequence[tuple[str, Lines]], place: Place) -> Entry:
    text, last = subject, title.line
    for part, lines in parts:
        if len(text) + len(part) + 2 > MOST_CHARACTERS:
            break
        text = f"{text}{': ' if text is subject else ' '}{part}"
        last = lines.last
    return _entry(text, Lines(title.line, last), place)


def _entry(text: str, lines: Lines, place: Place) -> Entry:
    return Entry(text=text, lines=lines, place=place, composed=True)

"""Paragraphs, fenced lines and quotes to entries."""

import re
from collections.abc import Iterable, Iterator

from distill.engines.extractive.entries import Entry, Title
from distill.engines.extractive.labels import is_label, lead
from distill.engines.extractive.own_signs import DONE_SIGNS, NO_SIGNS, OPEN_SIGNS
from distill.engines.extractive.places import SECTIONS, TELLING, Place
from distill.engines.extractive.rules import Rules
from distill.engines.extractive.sentences import MOST_CHARACTERS, sentences
from distill.maps.blocks import Code, Paragraph, Quote
from distill.maps.plain import plain
from distill.model import Lines

_FENCED_ITEM = re.compile(
    r"\s*(?:[-*] )?(?:(?=[0-9a-f]*\d)[0-9a-f]{7,40}|#\d{1,6}|[A-Z][A-Z0-9]{0,9}-\d{1,6})\b[\s:(–—-]+\S.{2,}"  # noqa: RUF001
)
_FENCED_SIGN = re.compile(rf"\s*(?:[-*] )?(?=[{DONE_SIGNS}{OPEN_SIGNS}{NO_SIGNS}])\S+\s*\S.{{7,}}")
_FENCED_COMMIT = re.compile(r"\s*(?=[0-9a-f]*\d)[0-9a-f]{7,40}\s+\S")
_COMMITS = re.compile(r"^\s*(?=[0-9a-f]*\d)(?=[0-9]*[a-f])[0-9a-f]{7,40}\s+\S", re.MULTILINE)
_CHORE = re.compile(r"\s*[0-9a-f]{7,40}\s+(?:docs|chore|style|wip|merge|bump)\b", re.IGNORECASE)
"""A commit that nobody looks up again."""
_UNTOLD = frozenset({Place.PLAIN, Place.MIXED, Place.LOG, Place.DETAIL})
_TYPED_LINE = re.compile(r"[^\n]+(?:\n(?=[^\W\d_A-ZÀ-ÖØ-ÞА-Я])[^\n]*)*")
"""A line as people type prompts; one that goes on in small letters was wrapped."""
_BOLD_LEAD = re.compile(r"(?:\*\*|__)[^*\n]{3,80}[.!?。](?:\*\*|__)\s+\S")
"""A title in bold with its own full stop: the paragraph is one item."""
_LEAST_WORDS = 4
_LEAST_COMMITS = 2
_MAX_RAW = 20_000
_LEAST_CHARACTERS = 8


def paragraph_entries(block: Paragraph, place: Place, heading: Title, rules: Rules) -> Iterator[Entry]:
    """Give a paragraph sentence by sentence; whole where it decides something or opens with a label."""
    if is_label(block.text):
        return
    text = plain(block.text[:_MAX_RAW])
    led = place in TELLING and _BOLD_LEAD.match(block.text) is not None
    if led:
        yield Entry(text=text, lines=block.lines, place=place, heading=heading)
        return
    whole = len(text) <= MOST_CHARACTERS and (place in {Place.DECISIONS, Place.RULED_OUT} or _is_labelled(text, rules))
    pieces = [text] if whole or place is Place.PROMPTS else _with_reasons(sentences(text), rules)
    for piece in pieces:
        if piece.endswith(":") and "`" in piece and place in SECTIONS and rules["marks.done"].search(piece):
            piece = piece.rstrip(":")  # noqa: PLW2901 - says what is done before a list of its parts
        if len(piece) >= _LEAST_CHARACTERS and not piece.endswith((":", "：")):  # noqa: RUF001
            yield Entry(text=piece, lines=block.lines, place=place, heading=heading, prose=not whole)


def _is_labelled(text: str, rules: Rules) -> bool:
    """Say whether a paragraph opens with a label that holds for all of it."""
    label = lead(text, rules)
    if label is None or label[0] is Place.DECISIONS:
        return label is not None
    return not any(lead(part, rules) or rules["marks.decided"].match(part) for part in list(sentences(text))[1:])


def _with_reasons(parts: Iterable[str], rules: Rules) -> Iterator[str]:
    """Keep a sentence with the one before where that tells what was settled and it tells nothing of its own."""
    before = ""
    for part in parts:
        if before and _is_reason(before, part, rules):
            before = f"{before} {part}"
            continue
        if before:
            yield before
        before = part
    if before:
        yield before


def _is_reason(before: str, part: str, rules: Rules) -> bool:
    if len(before) + len(part) >= MOST_CHARACTERS or not rules["marks.decided"].search(before):
        return False
    if any(rules[f"marks.{name}"].search(part) for name in ("decided", "open", "forbid", "demand")):
        return False
    return bool(rules["marks.contrast"].search(part) or not rules["marks.done"].search(part))


def code_entries(block: Code, place: Place) -> Iterator[Entry]:
    """Give the fenced lines that begin with an id, where the section says what they are."""
    if place not in SECTIONS | _UNTOLD and (
        place is not Place.SKIP or len(_COMMITS.findall(block.text)) < _LEAST_COMMITS
    ):
        return
    for offset, line in enumerate(block.text.split("\n")):
        if _FENCED_SIGN.match(line) and place is not Place.SKIP:
            number = block.lines.first + offset
            yield Entry(text=plain(line.strip()), lines=Lines(number, number), place=place)
        elif _FENCED_ITEM.match(line) and (place in SECTIONS or _FENCED_COMMIT.match(line)):
            number = block.lines.first + offset
            if _CHORE.match(line) or (place is Place.SKIP and len(line.split()) < _LEAST_WORDS):
                continue
            text = " ".join(line.replace("`", "'").split()).removeprefix("- ").removeprefix("* ")
            yield Entry(
                text=text,
                lines=Lines(number, number),
                place=place if place in SECTIONS else Place.SUMMARY if place is Place.SKIP else Place.ACCOMPLISHED,
            )


def quote_entries(block: Quote, place: Place) -> Iterator[Entry]:
    """Give a quotation where the section says what it is; anywhere else it is somebody's talk."""
    if place is Place.SAID:
        yield from _said(block)
    elif place in SECTIONS | _UNTOLD or place is Place.PROMPTS:
        yield Entry(text=plain(block.text[:_MAX_RAW]), lines=block.lines, place=place, quoted=True, prose=True)


def _said(block: Quote) -> Iterator[Entry]:
    """Give what a user typed sentence by sentence, each with the lines it stands on."""
    text = block.text[:_MAX_RAW]
    for line in _TYPED_LINE.finditer(text):
        first = block.lines.first + text.count("\n", 0, line.start())
        lines = Lines(first, first + line[0].count("\n"))
        for sentence in sentences(plain(line[0])):
            yield Entry(text=sentence, lines=lines, place=Place.SAID, quoted=True, prose=True)

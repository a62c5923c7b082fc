"""Where the reading list stands in a map: the lines below its heading, without what is fenced."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from distill.maps.reading_words import names
from distill.maps.source_lines import fence_mark, next_fence, prepared

LABEL_LEVEL = 7
"""The level of a bold line or a line that ends in a colon: below all headings."""
_HEADING = re.compile(r"[ \t>]{0,12}(#{1,6})[ \t]+(\S.{0,300})")
_LABEL = re.compile(r"[ \t>]{0,12}(?:\*\*|__)([^*_|]{1,90})(?:\*\*|__)[:：]?[ \t]*$|([^\W\d_][^|]{1,90})[:：][ \t]*$")  # noqa: RUF001
_UNDERLINE = re.compile(r"[ \t]{0,3}(?:=+|-{3,})[ \t]*$")


@dataclass(frozen=True, slots=True)
class NumberedLine:
    """A line of a map that is no part of a fence."""

    number: int
    text: str
    level: int = 0
    """1 to 7 for a heading or a label, 0 for all else."""


def sections(text: str) -> Iterator[Sequence[NumberedLine]]:
    """Give the lines below each heading that names a reading list, down to the next heading that is not below it."""
    lines = list(_lines(text))
    for index, line in enumerate(lines):
        if line.level and names("headings", line.text):
            yield lines[index + 1 : _end(lines, index)]


def all_lines(text: str) -> Sequence[NumberedLine]:
    """Give all lines, for maps whose list has no heading that is known."""
    return list(_lines(text))


def _end(lines: Sequence[NumberedLine], start: int) -> int:
    index = start + 1
    while index < len(lines) and not _ends(lines[index], lines[start].level):
        index += 1
    return index


def _ends(line: NumberedLine, level: int) -> bool:
    return 0 < line.level <= level and not (line.level == LABEL_LEVEL and names("tier", line.text))


def _lines(text: str) -> Iterator[NumberedLine]:
    fence = ""
    rows = _without_comments(text.split("\n"))
    for index, row in enumerate(rows):
        if mark := fence_mark(row):
            fence = next_fence(fence, mark)
        elif not fence:
            yield NumberedLine(index + 1, row, _level(row, rows[index + 1] if index + 1 < len(rows) else ""))


def _without_comments(rows: list[str]) -> list[str]:
    """Blank out lines that are nothing but comment; all others stay as they are, for the places in them."""
    if not any("<!--" in row for row in rows):
        return rows
    return [row if bare.strip() else "" for row, bare in zip(rows, prepared(rows), strict=True)]


def _level(row: str, below: str) -> int:
    if match := _HEADING.match(row):
        return len(match[1])
    if row.strip() and "|" not in row and len(row) < 100 and _UNDERLINE.match(below):  # noqa: PLR2004 - a title is short
        return 1 if "=" in below else 2
    return LABEL_LEVEL if len(row) < 120 and _LABEL.match(row) else 0  # noqa: PLR2004 - a label is short

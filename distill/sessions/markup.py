"""Texts of others inside a document of ours: quoted, or with headings below our own, and each part bounded."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

from distill.maps.blocks import Block, Heading
from distill.maps.markdown import blocks

Value = TypeVar("Value")
_HEADING = re.compile(r"[ \t]*(#{1,6})[ \t]*")
_UNDERLINE = re.compile(r"[ \t]*(?:=+|-+)[ \t]*")
_FENCE = re.compile(r"`{3,}|~{3,}")
_DEEPEST = 6
_BEFORE = 2
"""Blank lines before a text when it is parsed, so that a rule at its beginning is no front matter."""
_NEXT = "The next part"


def quoted(text: str) -> list[str]:
    """Give the lines of a text as a quotation, word for word."""
    return [f"> {line}".rstrip() for line in text.split("\n")]


def embedded(text: str, level: int) -> list[str]:
    """Give the lines of a text with its headings below `level`, and nothing in it that reaches beyond its end.

    The parser of maps says what is a heading and what is still open at the end; where no fence closes it, it is quoted.
    """
    lines = text.replace("<!--", "&lt;!--").split("\n")
    for block in _parsed(lines):
        if isinstance(block, Heading):
            _put_below(lines, block.lines.first - _BEFORE - 1, min(_DEEPEST, level + block.level))
    for end in ([], *([fence] for fence in sorted(set(_FENCE.findall(text))))):
        if _ends(closed := [*lines, *end]):
            return closed
    return quoted(text)


def _put_below(lines: list[str], index: int, level: int) -> None:
    """Write the heading that stands at `index` as one of `level`; a line that underlines it goes."""
    mark = _HEADING.match(lines[index])
    title = lines[index][mark.end() :] if mark else lines[index].strip()
    lines[index] = f"{'#' * level} {title}"
    if not mark and index + 1 < len(lines) and _UNDERLINE.fullmatch(lines[index + 1]):
        lines[index + 1] = ""


def _parsed(lines: list[str]) -> Sequence[Block]:
    return blocks("\n" * _BEFORE + "\n".join(lines))


def _ends(lines: list[str]) -> bool:
    """Tell whether a heading after the lines is one."""
    last = _parsed([*lines, "", f"## {_NEXT}"])[-1]
    return isinstance(last, Heading) and (last.level, last.text) == (2, _NEXT)


def within(
    values: Iterable[Value], most_bytes: int, lines_of: Callable[[Value], list[str]]
) -> Iterator[tuple[Value, list[str]]]:
    """Give values with their lines until `most_bytes` are used up."""
    room = most_bytes
    for value in values:
        lines = lines_of(value)
        room -= sum(len(line.encode("utf-8", "replace")) + 1 for line in lines)
        if room < 0:
            return
        yield value, lines


def first_bytes(text: str, most_bytes: int) -> str:
    """Cut a text to a number of bytes, at the end of a line where there is one."""
    data = text.encode("utf-8", "replace")
    if len(data) <= most_bytes:
        return text
    kept = data[:most_bytes].decode("utf-8", "ignore")
    return kept.rpartition("\n")[0] or kept


def code(text: str) -> str:
    """Give a path or a command as a code span; backticks inside it cannot end it."""
    return f"`{text.replace('`', chr(39))}`"

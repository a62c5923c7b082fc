"""A map in pieces that parse as the whole does: plain ones are read at once, the others by the Markdown parser.

Most lines of most maps are headings and one-line bullets in the first column; those need no parser. And time and memory
of the parser grow with a piece, not with the map.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from distill.maps.blocks import Block, Heading
from distill.maps.paragraphs import split_item, split_paragraph
from distill.maps.source_lines import fence_mark, next_fence
from distill.model import Lines

LEAST_CHARACTERS = 30_000
"""Size from which a piece for the parser ends where it can."""
LEAST_LINES = 6
"""Plain lines in a row that are worth a piece of their own."""
_FRESH_START = re.compile(r"#{1,6} +\S|[-*+] \S")
_HEADING = re.compile(r"(#{1,6}) +([^\s#](?:.*[^\s#])?) *$")
# Text that begins no block of its own inside the item or at the start of a line.
_TEXT = r"[^\W\d_].*|\*\*[^\W_].*|`[^`].*|\[[^\]\n]{1,40}\].*"
_BULLET = re.compile(rf"[-*+] {{1,3}}({_TEXT})$")
_PARAGRAPH = re.compile(rf"(?:{_TEXT})$")


@dataclass(frozen=True, slots=True)
class Piece:
    """A range of lines, the end excluded; a plain one holds headings, one-line bullets and one-line paragraphs only."""

    start: int
    end: int
    plain: bool = False


def pieces(lines: Sequence[str], least: int = LEAST_CHARACTERS, least_lines: int = LEAST_LINES) -> Iterator[Piece]:
    """Cut at headings and bullets in the first column outside fences: both end all that was open before."""
    start, size, fence, index = 0, 0, "", 0
    while index < len(lines):
        line = lines[index]
        if not fence and line[:1] in {"#", "-", "*", "+"} and _FRESH_START.match(line):
            end = _plain_end(lines, index)
            if end - index >= least_lines:
                yield from [Piece(start, index)] if index > start else []
                yield Piece(index, end, plain=True)
                start, size, index = end, 0, end
                continue
            if size >= least:
                yield Piece(start, index)
                start, size = index, 0
        size += len(line) + 1
        index += 1
        if mark := fence_mark(line):
            fence = next_fence(fence, mark)
    if start < len(lines):
        yield Piece(start, len(lines))


def plain_blocks(lines: Sequence[str], piece: Piece) -> Iterator[Block]:
    """Read the blocks of a plain piece."""
    for number in range(piece.start + 1, piece.end + 1):
        line = lines[number - 1]
        if heading := _HEADING.match(line):
            yield Heading(level=len(heading[1]), text=heading[2], lines=Lines(number, number))
        elif bullet := _BULLET.match(line):
            yield from split_item([bullet[1].strip()], number, [False], 0, None)
        elif line.strip():
            yield from split_paragraph([line.strip()], number)


def _plain_end(lines: Sequence[str], start: int) -> int:
    """Find where plain lines end; the last of them goes to the parser where something else may hang on it."""
    last = index = start
    before_is_text = True
    while index < len(lines):
        line = lines[index]
        if not line.strip():
            before_is_text = False
        elif _is_plain(line, before_is_text=before_is_text):
            last = index
            before_is_text = not line.startswith("#")
        else:
            return last
        index += 1
    return index


def _is_plain(line: str, *, before_is_text: bool) -> bool:
    if "\t" in line or "```" in line or "~~~" in line:
        return False
    if line[0] in "#-+*":
        return bool(_HEADING.match(line) or _BULLET.match(line)) or (
            not before_is_text and bool(_PARAGRAPH.match(line))
        )
    return not before_is_text and bool(_PARAGRAPH.match(line))

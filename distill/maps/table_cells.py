"""One line of a table as cells, each with where it stands in the line."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

_TICKS = re.compile(r"`+")
_DELIMITER_CELL = re.compile(r":?-+:?$")


@dataclass(frozen=True, slots=True)
class Cell:
    """The text of a cell without the blanks around it, and its place: `line[start:end] == text`."""

    text: str
    start: int
    end: int


def cells(line: str) -> tuple[Cell, ...]:
    r"""Split a line at its pipes in linear time; those in code spans and `\|` do not count.

    The border pipes make no cells; a line without a pipe is one cell.
    """
    ends = list(_ends(line))
    spans = list(zip([0, *(end + 1 for end in ends)], [*ends, len(line)], strict=True))
    if len(spans) > 1 and not line[slice(*spans[0])].strip(" \t>"):
        spans = spans[1:]
    if len(spans) > 1 and not line[slice(*spans[-1])].strip():
        spans = spans[:-1]
    return tuple(_cell(line, start, end) for start, end in spans)


def is_delimiter(found: tuple[Cell, ...]) -> bool:
    """Tell whether the line is the rule below a table's header."""
    return len(found) > 1 and all(_DELIMITER_CELL.match(cell.text) for cell in found)


def _cell(line: str, start: int, end: int) -> Cell:
    text = line[start:end]
    bare = text.strip()
    start += len(text) - len(text.lstrip()) if bare else min(1, len(text))
    return Cell(bare, start, start + len(bare))


def _ends(line: str) -> Iterator[int]:
    closing = _closings(line)
    place = 0
    for match in re.finditer(r"`+|\||\\.?", line):
        if match.start() < place:
            continue
        if match[0] == "|":
            yield match.start()
        elif match[0][0] == "`":
            place = closing.get(match.start(), place)


def _closings(line: str) -> dict[int, int]:
    """Give for each run of backticks where the code span ends that it may open."""
    closing: dict[int, int] = {}
    next_of_length: dict[int, int] = {}
    for match in reversed(list(_TICKS.finditer(line))):
        length = len(match[0])
        if length in next_of_length:
            closing[match.start()] = next_of_length[length]
        next_of_length[length] = match.end()
    return closing

"""The lines of a reading list that is a table."""

import re
from collections.abc import Iterator, Sequence

from distill.maps.entry import EntryKind, entry_of
from distill.maps.figures import Figure, figure_in
from distill.maps.reading_line import LineRole, ReadingLine, names_tier
from distill.maps.reading_sections import NumberedLine
from distill.maps.reading_words import names
from distill.maps.table_cells import Cell, cells, is_delimiter

_DASHES = re.compile(r"[-‐–—−―ー─]+$")  # noqa: RUF001
_ROLES = ("tokens", "path", "why", "rank")
_POSITIONS = {2: ("path", "tokens"), 3: ("path", "tokens", "why"), 4: ("rank", "path", "tokens", "why")}
"""What columns without known words are, by their number."""
_MOST_POSITIONS = max(_POSITIONS)

Columns = dict[str, int]


def table_lines(lines: Sequence[NumberedLine], *, headed: bool) -> Iterator[ReadingLine]:
    """Read the tables below a reading list's heading; without a heading only those whose header tells what they are."""
    columns: Columns | None = None
    for index, line in enumerate(lines):
        found = cells(line.text) if "|" in line.text else ()
        if line.level and names_tier(line.text):
            yield ReadingLine(number=line.number, role=LineRole.TIER_HEADING, text=line.text.strip(" #*_"))
        if len(found) < 2:  # noqa: PLR2004 - no row of a table
            columns = None
        elif columns is not None:
            yield from [] if is_delimiter(found) or "path" not in columns else [_line(line, found, columns)]
        elif index + 1 < len(lines) and is_delimiter(cells(lines[index + 1].text)):
            columns = _columns(found, headed=headed)


def _columns(header: tuple[Cell, ...], *, headed: bool) -> Columns:
    """Tell which column is which; empty for a table that is no reading list."""
    columns: Columns = {}
    for place, cell in enumerate(header):
        role = next((role for role in _ROLES if role not in columns and names(role, cell.text)), None)
        if role:
            columns[role] = place
    known = "path" in columns and "tokens" in columns
    if known or not headed:
        return columns if known else {}
    if "path" in columns:
        return columns
    return {role: place for place, role in enumerate(_POSITIONS[min(len(header), _MOST_POSITIONS)])}


def _line(line: NumberedLine, found: tuple[Cell, ...], columns: Columns) -> ReadingLine:
    entry, rank = _cell(found, columns, "path"), _cell(found, columns, "rank")
    figure = _figure(found, columns, "tokens")
    if _is_tier(entry, rank):
        figure = figure or _figure(found, columns, "why", sure=True) or _figure(found, columns, "path", sure=True)
        role = LineRole.TIER
    else:
        role = LineRole.ROW
    return ReadingLine(
        number=line.number,
        role=role,
        text=entry,
        rank=int(rank[:9]) if rank.isascii() and rank.isdigit() else None,
        figure=figure,
        blank=None if figure else _blank(found, columns),
        why=_cell(found, columns, "why"),
    )


def _is_tier(entry: str, rank: str) -> bool:
    if _DASHES.match(rank):
        return entry_of(entry).kind is EntryKind.NAME
    return not rank.isdigit() and names_tier(entry)


def _cell(found: tuple[Cell, ...], columns: Columns, role: str) -> str:
    place = columns.get(role, len(found))
    return found[place].text.replace("\\|", "|") if place < len(found) else ""


def _figure(found: tuple[Cell, ...], columns: Columns, role: str, *, sure: bool = False) -> Figure | None:
    figure = figure_in(_cell(found, columns, role), sure=sure)
    return figure and Figure(figure.tokens, figure.written, figure.start + found[columns[role]].start)


def _blank(found: tuple[Cell, ...], columns: Columns) -> tuple[int, int] | None:
    """Find where a figure is missing; words in its place (`lookup only`) are no gap."""
    place = columns.get("tokens", len(found))
    if place >= len(found) or any(c.isalnum() for c in found[place].text):
        return None
    return found[place].start, found[place].end

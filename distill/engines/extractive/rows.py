"""Rows of tables to entries: which column says what."""

import re
from collections.abc import Sequence
from dataclasses import replace

from distill.engines.extractive.entries import Columns, Entry, Title
from distill.engines.extractive.own_signs import SIGN as STATE_SIGN
from distill.engines.extractive.own_signs import status_place
from distill.engines.extractive.places import Place
from distill.engines.extractive.prohibitions import directs
from distill.engines.extractive.rules import Rules
from distill.maps.blocks import TableRow, Task
from distill.maps.plain import has_strike, plain

_SHORT_STATE = 3
_INDEX_HEADER = re.compile(r"(?i)#|no\.?|nr\.?|n[º°]|序号|番号|번호|№|")
_INDEX = re.compile(r"\d{1,3}\.?")
_EMPTY = re.compile(r"[-–—\s/.·?]*|n/?a|none", re.IGNORECASE)  # noqa: RUF001
_BOX = re.compile(r"\[( |x|X)\]")
_NAMES = ("status", "decision", "why", "rejected", "owner", "blocked", "done")
_SETTLED = frozenset({Place.DECISIONS, Place.CONSTRAINTS, Place.RULED_OUT, Place.PITFALLS})
_LEAST_DATA = 2
_LEAST_CHOSEN = 3
_UNTOLD = frozenset({Place.PLAIN, Place.MIXED, Place.DETAIL, Place.FINDINGS})
_TOLD_BY_COLUMNS = ("status", "decision", "rejected", "owner", "blocked", "done")


def row_entry(row: TableRow, place: Place, heading: Title, rules: Rules) -> Entry | None:
    """Make an entry of a row; None for one without text."""
    cells = [plain(cell) for cell in row.cells]
    names = [_column(plain(title), rules) for title in row.header] + [""] * max(0, len(cells) - len(row.header))
    held = [
        (name, cell)
        for index, (name, cell) in enumerate(zip(names, cells, strict=False))
        if cell and not _EMPTY.fullmatch(cell) and not (index == 0 and _is_index(row, cell))
    ]
    if not held or _is_looked_up(row, place, names, rules):
        return None
    columns = _columns(held, names, rules)
    if place in _UNTOLD and _gives_reasons(row, names, rules):
        columns = replace(columns, is_decision=True)
    if not columns.status and (state := next((cell for _, cell in held[1:] if _is_state(cell, rules)), "")):
        columns = replace(columns, status=state)
    text = " · ".join(cell for _, cell in held)
    box = _BOX.search(text)
    task = (Task.DONE if box[1] in "xX" else Task.OPEN) if box else None
    return Entry(
        text=_BOX.sub("", text).strip(" ·"),
        lines=row.lines,
        place=place,
        heading=heading,
        task=task,
        struck=has_strike(row.cells[0]) or (len(row.cells) > 1 and has_strike(row.cells[1])),
        columns=replace(columns, is_check=bool(row.header) and _is_check(row, rules)),
    )


def _is_check(row: TableRow, rules: Rules) -> bool:
    return any(rules["columns.check"].fullmatch(plain(title).strip(" :*")) for title in row.header[:2])


def _is_looked_up(row: TableRow, place: Place, names: Sequence[str], rules: Rules) -> bool:
    """Say whether a row only holds data; among directives one that directs nothing does."""
    if place not in _SETTLED:
        return _is_data(row, names, rules)
    directive = place not in {Place.CONSTRAINTS, Place.PITFALLS} or directs(" ".join(row.cells), rules)
    return not directive and _is_data(row, names, rules)


def _is_data(row: TableRow, names: Sequence[str], rules: Rules) -> bool:
    """Say whether a table is one to look things up in: by what its columns are called."""
    told = names[1:] if names[:1] == ["blocked"] else names  # "Dependency | version | purpose"
    if any(name in _TOLD_BY_COLUMNS for name in told):
        return False
    return sum(bool(rules["columns.data"].fullmatch(plain(title).strip(" :*"))) for title in row.header) >= _LEAST_DATA


def _is_state(cell: str, rules: Rules) -> bool:
    """Say whether a cell is a state whatever its column is called: a sign leads it, or it is a word for one."""
    named = any(rules[f"status.{name}"].fullmatch(cell) for name in ("done", "open"))
    return bool(STATE_SIGN.match(cell)) or (named and len(cell) > _SHORT_STATE)


def _column(title: str, rules: Rules) -> str:
    for name in _NAMES:
        if rules[f"columns.{name}"].fullmatch(title.strip(" :*")):
            return name
    return ""


def _is_index(row: TableRow, cell: str) -> bool:
    header = row.header[0].strip() if row.header else ""
    return bool(_INDEX.fullmatch(cell) and _INDEX_HEADER.fullmatch(header))


def _gives_reasons(row: TableRow, names: Sequence[str], rules: Rules) -> bool:
    """Say whether a table of three columns ends with why, and names no state: what was chosen, for what."""
    if len(names) < _LEAST_CHOSEN or any(name in _TOLD_BY_COLUMNS for name in names):
        return False
    return rules["labels.why"].fullmatch(plain(row.header[-1]).strip(" :*¿?")) is not None


def _columns(held: list[tuple[str, str]], names: list[str], rules: Rules) -> Columns:
    def of(name: str) -> str:
        return next((cell for held_name, cell in held if held_name == name), "")

    rest = [cell for name, cell in held if name in {"", "decision", "done"}]
    what = " · ".join(rest) if rest else held[0][1]
    states = sorted((cell for name, cell in held if name == "status"), key=lambda cell: not STATE_SIGN.match(cell))
    told = (cell for cell in states if status_place(cell, rules) is not None)
    status = next(told, "") or of("status") or ("done" if "done" in names and of("done") else "")
    return Columns(
        status=status,
        what=what,
        why=of("why"),
        rejected=of("rejected"),
        owner=of("owner"),
        blocked=of("blocked"),
        is_decision="decision" in names,
    )

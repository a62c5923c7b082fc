"""Rows that the agent gives up, each with its reason: nothing is passed over in silence."""

from collections.abc import Iterable
from dataclasses import dataclass

from distill.restore.audit import Audited

ITSELF = "map"
"""What names the row of the map itself."""


@dataclass(frozen=True, slots=True)
class Acceptance:
    """A row, as the agent names it (its number, `L` and its line, or its entry), and why it is enough."""

    row: str
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    """The rows, parted by what they are for the restore."""

    proven: tuple[Audited, ...]
    accepted: tuple[tuple[Audited, str], ...]
    owed: tuple[Audited, ...]
    unknown: tuple[str, ...]
    """Acceptances that name no row."""


def settle(rows: tuple[Audited, ...], acceptances: Iterable[Acceptance]) -> Settled:
    """Part the rows; what is proven needs no acceptance, and a number that two rows have names none."""
    reasons: dict[int, str] = {}
    unknown: list[str] = []
    for one in acceptances:
        named = [index for index, row in enumerate(rows) if _names(one.row, row)]
        if len(named) == 1:
            reasons[named[0]] = one.why
        else:
            unknown.append(one.row)
    open_rows = [(index, row) for index, row in enumerate(rows) if not row.is_settled]
    return Settled(
        proven=tuple(row for row in rows if row.is_settled),
        accepted=tuple((row, reasons[index]) for index, row in open_rows if index in reasons),
        owed=tuple(row for index, row in open_rows if index not in reasons),
        unknown=tuple(unknown),
    )


def name_of(row: Audited) -> str:
    """Name a row as an acceptance names it: by its number, else by its line, else as the map."""
    if row.row.rank is not None:
        return str(row.row.rank)
    return f"L{row.row.line}" if row.row.line else ITSELF


def _names(said: str, row: Audited) -> bool:
    wanted = said.strip()
    return wanted in {name_of(row), row.row.entry} or (bool(row.row.line) and wanted == f"L{row.row.line}")

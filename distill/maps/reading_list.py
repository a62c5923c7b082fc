"""The ranked reading list of a map: what to read after a compaction, in which order, up to which tier."""

from dataclasses import dataclass

from distill.maps.entry import EntryKind, entry_of
from distill.maps.reading_line import LineRole, ReadingLine
from distill.maps.reading_lines import reading_lines
from distill.maps.reading_words import names
from distill.model import Lines

__all__ = ["EntryKind", "ReadingList", "Row", "TierLine", "reading_list"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One entry of the list."""

    line: int
    """1-based, of the normalised text."""
    rank: int | None
    entry: str
    kind: EntryKind
    tokens: int | None
    """As the map says; None where it says nothing."""
    why: str = ""
    tier: int = 1
    """1 for what stands up to the first tier line; one more than there are lines for what stands after the last."""
    ranges: tuple[Lines, ...] = ()
    """The lines of the file that are meant; empty: all of them."""
    means_this_map: bool = False
    """Whether the entry is a name for the map itself, such as `this map`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TierLine:
    """A line between tiers; in a table it gives the running total of all rows above it."""

    line: int
    label: str
    total: int | None


@dataclass(frozen=True, slots=True)
class ReadingList:
    """Rows and tier lines, in the order of the map."""

    rows: tuple[Row, ...] = ()
    tiers: tuple[TierLine, ...] = ()

    def to_tier(self, tier: int) -> tuple[Row, ...]:
        """Give the rows to read when reading stops at a tier, counted from 1."""
        return tuple(row for row in self.rows if row.tier <= tier)


def reading_list(text: str) -> ReadingList:
    """Read the reading list of normalised text: a table, or a numbered list below a heading; empty when there is none.

    Linear in the size of the text; never raises.
    """
    rows: list[Row] = []
    tiers: list[TierLine] = []
    tier = 1
    for line in reading_lines(text):
        if line.role is LineRole.ROW:
            rows.append(_row(line, tier))
            continue
        tiers.append(TierLine(line=line.number, label=line.text, total=line.figure.tokens if line.figure else None))
        if rows or line.role is LineRole.TIER:
            tier += 1
    return ReadingList(tuple(rows), tuple(tiers))


def _row(line: ReadingLine, tier: int) -> Row:
    entry = entry_of(line.text)
    return Row(
        line=line.number,
        rank=line.rank,
        entry=entry.text,
        kind=entry.kind,
        tokens=line.figure.tokens if line.figure else None,
        why=line.why,
        tier=tier,
        ranges=entry.ranges,
        means_this_map=entry.kind is EntryKind.NAME and names("this_map", entry.text[:40]),
    )

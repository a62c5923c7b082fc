"""One line of a reading list with its parts."""

from dataclasses import dataclass
from enum import StrEnum

from distill.maps.entry import EntryKind, entry_of
from distill.maps.figures import Figure
from distill.maps.reading_words import names

_MARKS = " \t*_-‐–—−―ー─=#>~:.|"  # noqa: RUF001
_LABEL_HEAD = 24


class LineRole(StrEnum):
    """What a line of the list is."""

    ROW = "row"
    TIER = "tier"
    """It closes a tier: what is above it is read."""
    TIER_HEADING = "tier-heading"
    """It opens a tier."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadingLine:
    """A row or a tier line as it is written."""

    number: int
    role: LineRole
    text: str
    """The entry with its markup, or the label of a tier."""
    rank: int | None = None
    figure: Figure | None = None
    """With its place in the line."""
    blank: tuple[int, int] | None = None
    """Where the line has a place for a figure and none in it."""
    why: str = ""


def names_tier(text: str) -> bool:
    """Tell whether a text begins as a tier line does: the word and its number."""
    head = text.strip(_MARKS)[:_LABEL_HEAD]
    has_number = any(c.isdigit() for c in head) or " I" in head
    return has_number and names("tier", head[:12]) and entry_of(text).kind is not EntryKind.PATH

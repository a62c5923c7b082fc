"""What is wrong with a map, at which line."""

from dataclasses import dataclass
from enum import StrEnum


class ProblemKind(StrEnum):
    """The kinds of problems; a closed list."""

    NO_TITLE = "no-title"
    NO_TIME = "no-time"
    NO_SESSION = "no-session"
    OLD_TIME = "old-time"
    MISSING_PART = "missing-part"
    EMPTY_PART = "empty-part"
    REPEATED_PART = "repeated-part"
    LONG_SUMMARY = "long-summary"
    NO_LIST = "no-list"
    MISSING_FILE = "missing-file"
    NOT_COUNTED = "not-counted"
    BEYOND_END = "beyond-end"
    NO_FIGURE = "no-figure"
    FIGURE = "figure"
    TOTAL = "total"
    EMPTY_TIER = "empty-tier"
    RANK = "rank"
    AFTER_LAST_TIER = "after-last-tier"
    NO_END = "no-end"
    AFTER_END = "after-end"
    REPEATED_LINE = "repeated-line"


MENDED = frozenset({ProblemKind.NO_FIGURE, ProblemKind.FIGURE, ProblemKind.TOTAL})
"""What writing figures mends."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """One finding of a check."""

    line: int
    """1-based, of the normalised text; that of the last line where something is missing altogether."""
    kind: ProblemKind
    message: str
    is_wrong: bool = True
    """False: worth a look, and no reason to fail."""


@dataclass(frozen=True, slots=True, order=True)
class Edit:
    """Characters of one line that are to be replaced; `line` is 1-based, the others are places in the line."""

    line: int
    start: int
    end: int
    text: str

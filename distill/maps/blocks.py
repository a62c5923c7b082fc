"""A map as a flat sequence of blocks, each with the lines it stands on."""

from dataclasses import dataclass
from enum import StrEnum

from distill.model import Lines


class Task(StrEnum):
    """The state of a task-list box."""

    OPEN = "open"
    ACTIVE = "active"
    DONE = "done"
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True, kw_only=True)
class Heading:
    """A heading of any of the three spellings; `text` is inline Markdown."""

    level: int
    text: str
    lines: Lines


@dataclass(frozen=True, slots=True, kw_only=True)
class ListItem:
    """A list item with its own text, wrapped lines joined by LF; its children follow with a greater depth."""

    text: str
    lines: Lines
    depth: int = 0
    """0 for a top-level item."""
    ordinal: int | None = None
    """The number of an item of an ordered list."""
    task: Task | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRow:
    """A row of a table with the cells of its header; both as long as the row needs."""

    cells: tuple[str, ...]
    header: tuple[str, ...]
    lines: Lines
    depth: int = 0
    """More than 0 inside a list item."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Paragraph:
    """Running text, lines joined by LF; a label line or a `Key: value` line is a paragraph of its own."""

    text: str
    lines: Lines
    depth: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Code:
    """A fenced or indented code block without its fences; `lines` are those of the text."""

    text: str
    lines: Lines
    info: str = ""
    depth: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Quote:
    """A paragraph or an item inside a block quote: somebody's words, not the map's."""

    text: str
    lines: Lines


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """A thematic break outside lists and quotes: what follows it is a new subject, or the foot of the map."""

    lines: Lines


Block = Heading | ListItem | TableRow | Paragraph | Code | Quote | Rule

"""An index page as values, which one writer makes Markdown of and another one HTML.

Text is plain text in which only code spans are markup; the writers escape it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date


@dataclass(frozen=True, slots=True)
class Link:
    """A link to a page of the wiki."""

    text: str
    path: str
    """From the root of the wiki."""
    anchor: str = ""


@dataclass(frozen=True, slots=True)
class Sparkline:
    """Numbers over time, so small that it stands in a line of text."""

    values: tuple[int, ...]
    label: str


Inline = str | Link | Sparkline
Cell = Inline | tuple[Inline, ...]


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading of level 2 or below; the title is the only one of level 1."""

    text: str
    level: int = 2


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Running text."""

    text: Cell


@dataclass(frozen=True, slots=True)
class Items:
    """A list."""

    items: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """A table; without rows it is not shown."""

    head: tuple[str, ...]
    rows: Sequence[tuple[Cell, ...]]
    numbers: frozenset[int] = frozenset()
    """Columns that hold numbers."""
    filtered: bool = False
    """Whether the site offers to filter its rows."""


@dataclass(frozen=True, slots=True)
class Figures:
    """What there is, counted."""

    figures: tuple[tuple[str, str], ...]
    """Number and what it is of."""


@dataclass(frozen=True, slots=True)
class HeatMap:
    """How much happened on each day; the site draws it, Markdown says it by months."""

    days: Mapping[date, int]
    noun: str
    """What is counted, as in `sessions`."""


@dataclass(frozen=True, slots=True)
class Bars:
    """Amounts side by side."""

    title: str
    rows: tuple[tuple[str, float, str], ...]
    """Name, amount, and the amount as it is written."""


Block = Heading | Paragraph | Items | Table | Figures | HeatMap | Bars


@dataclass(frozen=True, slots=True)
class Document:
    """An index page."""

    path: str
    """Where it lies in the wiki."""
    title: str
    blocks: tuple[Block, ...]

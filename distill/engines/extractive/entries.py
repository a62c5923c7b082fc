"""One statement of a map with all that its surroundings say about it."""

from collections.abc import Hashable
from dataclasses import dataclass, field

from distill.engines.extractive.places import Place
from distill.maps.blocks import Task
from distill.model import Lines

FAR = 40
"""Lines from which on a heading stands too far above an entry to be put in front of it."""


@dataclass(frozen=True, slots=True)
class Columns:
    """What the columns of a table say of one row; empty where there is no such column."""

    status: str = ""
    what: str = ""
    why: str = ""
    rejected: str = ""
    owner: str = ""
    blocked: str = ""
    is_decision: bool = False
    is_check: bool = False
    """A row of a table of checks: one that went through is proof, no result."""


@dataclass(frozen=True, slots=True)
class Title:
    """The heading or label above an entry, plain, and its line; empty where there is none."""

    text: str = ""
    line: int = 0
    part: bool = False
    """A label without a key word of its own: it names a part of what the section tells."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A list item with its children, a table row, a sentence, or a block of active work; `text` is plain."""

    text: str
    lines: Lines
    place: Place
    heading: Title = Title()
    task: Task | None = None
    struck: bool = False
    prose: bool = False
    """A sentence of running text rather than an item of its own."""
    aside: bool = False
    """A sentence beside items, which more often explains them than is one: it has to say plainly what it is."""
    active: bool = False
    """A block of active work: a heading with its state and next step."""
    quoted: bool = False
    dated: str = ""
    """The date that its heading names, as `yyyy-mm-dd`."""
    step: str = ""
    """The label or heading that calls it a next step, in small letters: a newer one of a log overtakes it."""
    composed: bool = False
    """Holds the texts of children, so that a label inside it speaks of a part."""
    columns: Columns | None = field(default=None)

    def statement(self) -> Hashable:
        """Give all that decides what becomes of the entry, except when and where it was said."""
        far = self.lines.last - min(self.heading.line, self.lines.first) > FAR
        marks = (self.task, self.struck, self.prose, self.aside, self.active, self.quoted, self.composed, far)
        return self.text, self.place, self.heading.text, self.step, self.columns, marks

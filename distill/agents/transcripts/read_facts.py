"""What a transcript proves about reading: lines that came into the context, commands that ran, what cannot be told."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class How(StrEnum):
    """How lines came into the context."""

    READ = "read"
    """The client's own tool for reading."""
    COMMAND = "command"
    """A shell command that prints a file."""
    ATTACHED = "attached"
    """The client attached the file; the agent did not ask for it."""


@dataclass(frozen=True, slots=True)
class Span:
    """Lines of a file, 1-based, both ends included."""

    first: int
    """Negative: counted from the last line, which is -1."""
    last: int | None = None
    """Negative: likewise; None: the last line, whichever that is."""


WHOLE = Span(1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """Lines of a file that came into the context; without spans it is not known which, or it was none."""

    at: datetime | None
    path: str
    """Absolute, or from a folder that the transcript does not name."""
    spans: tuple[Span, ...]
    how: How = How.READ
    is_cut: bool = False
    """The client cut what came back."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ran:
    """A shell command that ended, in one line."""

    at: datetime | None
    command: str
    exit_code: int | None = 0
    """None: it failed, the code is not told."""
    is_cut: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Uncounted:
    """A command that may have shown files in a way that is not understood: it is named, not counted."""

    at: datetime | None
    command: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnWrite:
    """A file that the agent wrote or changed: it knows what it put there."""

    at: datetime | None
    path: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """A line in which the agent says how far it read something."""

    at: datetime | None
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CompactedHere:
    """The conversation was compacted here; some rows before it may have been kept word for word."""

    at: datetime | None
    kept: frozenset[str] = frozenset()
    """The ids of the rows that were kept."""


ReadFact = Reading | Ran | Uncounted | OwnWrite | Claim | CompactedHere

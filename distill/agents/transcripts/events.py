"""What happened in a session, in one form for all clients. Texts are bounded when an event is made."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompt:
    """What the person typed."""

    at: datetime | None
    text: str
    left_out: int = 0
    """How many characters at the end were too many to keep."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """One piece of text that the agent said."""

    at: datetime | None
    text: str
    left_out: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class FileWritten:
    """A file that a tool of the agent wrote or changed, as its result confirms."""

    at: datetime | None
    path: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FileRead:
    """A file that was read into the context."""

    at: datetime | None
    path: str
    attached: bool = False
    """The client attached it; the agent did not ask for it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Commit:
    """A commit, as git reported it."""

    at: datetime | None
    hash: str
    subject: str
    branch: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FailedCommand:
    """A shell command that ended with an error."""

    at: datetime | None
    command: str
    """Its first line."""
    mark: str
    """Tells it from other commands that begin alike."""
    exit_code: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PassedCommand:
    """A shell command that ended well: a failure of the same command before it is overcome."""

    at: datetime | None
    command: str
    mark: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Boundary:
    """The conversation was compacted here."""

    at: datetime | None
    with_summary: bool = False
    """Its row says all there is to say; nothing of this compaction follows it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """What replaced the conversation; it stands after its boundary."""

    at: datetime | None
    text: str


OfAgent = Answer | FileWritten | FileRead | Commit | FailedCommand | PassedCommand
"""What only a working agent leaves behind: nothing of this happens between a compaction and its hooks."""

Event = Prompt | OfAgent | Boundary | Summary

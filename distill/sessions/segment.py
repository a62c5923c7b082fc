"""What a session did before a compaction and since the one before, as far back as is worth reading."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import TypeVar

from distill.agents.transcripts import transcript
from distill.agents.transcripts.events import (
    Answer,
    Boundary,
    Commit,
    Event,
    FailedCommand,
    FileRead,
    FileWritten,
    PassedCommand,
    Prompt,
    Summary,
)
from distill.agents.transcripts.transcript import Step
from distill.sessions import newest
from distill.sessions.newest import Compaction

Value = TypeVar("Value")
MOST_PARSED = 32_000_000
"""Bytes before the compaction that are parsed; they hold some hundred turns."""
MOST_PASSED = 256_000_000
"""Bytes that are looked at on each side of the compaction, overlong lines and requests included."""
MOST_PROMPTS = 20
MOST_ANSWERS = 5
MOST_PATHS = 300
MOST_COMMITS = 100
MOST_FAILURES = 30
MOST_COMMANDS = 2_000


@dataclass(slots=True)
class Segment:
    """Everything that is told of a stretch of a session; all lists hold the last one first."""

    compaction: Compaction
    last_at: datetime | None = None
    """When the last of it happened."""
    prompts: list[Prompt] = field(default_factory=list)
    answers: list[Answer] = field(default_factory=list)
    """The last answer of each turn."""
    written: list[str] = field(default_factory=list)
    read: list[str] = field(default_factory=list)
    commits: list[Commit] = field(default_factory=list)
    failed_now: list[FailedCommand] = field(default_factory=list)
    """Commands that failed since the last prompt and were not seen to pass after that."""
    failed_before: list[FailedCommand] = field(default_factory=list)
    unread: int = 0
    is_cut: bool = False
    """There is more of it before what was read."""

    @property
    def summary(self) -> Summary | None:
        """Give what replaced the conversation, where it was found."""
        return self.compaction.summary

    @property
    def has_substance(self) -> bool:
        """Tell whether there is anything that a page could tell."""
        return bool(self.summary or self.prompts or self.answers or self.written or self.commits)


def before_compaction(path: str, at: datetime) -> Segment:
    """Read what a session did before the compaction that an event at `at` tells of. Never raises."""
    steps = transcript.newest_first(path)
    compaction = newest.find(steps, at, most_bytes=MOST_PASSED)
    reader = _Reader(Segment(compaction=compaction, unread=compaction.unread))
    reader.take(compaction.waiting)
    return reader.segment if compaction.is_empty else reader.read(steps)


def compaction_of(path: str, at: datetime) -> Compaction:
    """Find the compaction alone, which costs little. Never raises."""
    return newest.find(transcript.newest_first(path), at, most_bytes=MOST_PASSED)


class _Reader:
    """Collects from the last to the first, and stops at the compaction before."""

    def __init__(self, segment: Segment) -> None:
        self.segment = segment
        self._turn_answered = False
        self._ended: set[str] = set()
        self._paths: set[tuple[type, str]] = set()

    def read(self, steps: Iterator[Step]) -> Segment:
        """Read on until the compaction before, the beginning, or the bound."""
        parsed = passed = 0
        for step in steps:
            self.segment.unread += step.unread
            if not self.take(step.events):
                break
            parsed, passed = parsed + step.parsed, passed + step.passed
            if parsed > MOST_PARSED or passed > MOST_PASSED:
                self.segment.is_cut = True
                break
        return self.segment

    def take(self, events: "list[Event] | tuple[Event, ...]") -> bool:
        """Take events in; return False at the compaction before."""
        for event in events:
            if isinstance(event, Boundary):
                return False
            if not isinstance(event, Summary):
                self._add(event)
                self.segment.last_at = self.segment.last_at or event.at
        return True

    def _add(self, event: Event) -> None:
        segment = self.segment
        match event:
            case Prompt():
                self._turn_answered = False
                _append(segment.prompts, event, MOST_PROMPTS)
            case Answer():
                self._add_answer(event)
            case FileWritten():
                self._add_path(segment.written, event)
            case FileRead():
                self._add_path(segment.read, event)
            case Commit():
                _append(segment.commits, event, MOST_COMMITS)
            case PassedCommand() | FailedCommand():
                self._add_command(event)
            case Boundary() | Summary():
                pass

    def _add_answer(self, event: Answer) -> None:
        if not self._turn_answered:
            _append(self.segment.answers, event, MOST_ANSWERS)
        self._turn_answered = True

    def _add_path(self, paths: list[str], event: FileWritten | FileRead) -> None:
        key = (type(event), event.path)
        if key not in self._paths and len(paths) < MOST_PATHS:
            self._paths.add(key)
            paths.append(event.path)

    def _add_command(self, event: PassedCommand | FailedCommand) -> None:
        """Note how a command ended last; what it did before that is overcome or told already."""
        if event.mark in self._ended or len(self._ended) >= MOST_COMMANDS:
            return
        self._ended.add(event.mark)
        if isinstance(event, FailedCommand):
            segment = self.segment
            _append(segment.failed_before if segment.prompts else segment.failed_now, event, MOST_FAILURES)


def _append(values: list[Value], value: Value, most: int) -> None:
    if len(values) < most:
        values.append(value)

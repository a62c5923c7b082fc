"""A transcript of any client as events, the last one first."""

from collections.abc import Iterator
from dataclasses import dataclass

from distill.agents.transcripts import rows
from distill.agents.transcripts.claude_code import ClaudeCode
from distill.agents.transcripts.codex import Codex
from distill.agents.transcripts.events import Event
from distill.agents.transcripts.values import Object


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """What one line of the file told."""

    events: tuple[Event, ...]
    """The last one first."""
    parsed: int
    """Bytes that were parsed."""
    passed: int
    """Bytes of the line."""
    unread: int
    """1 where the line could not be read, or not in full."""


def newest_first(path: str) -> Iterator[Step]:
    """Read a transcript backwards, line by line; nothing for what is no file. Never raises."""
    claude_code, codex = ClaudeCode(), Codex()

    def told(record: Object) -> Iterator[Event]:
        return codex.events(record) if isinstance(record.get("payload"), dict) else claude_code.events(record)

    for row in rows.newest_first(path):
        events = tuple(event for record in row.records for event in told(record))
        yield Step(events=events, parsed=row.parsed, passed=row.passed, unread=row.unread)

"""Which compaction of a transcript an event tells of: found from the end, by the order of rows and their times.

Claude Code runs the hooks of a compaction before it writes the boundary, Codex after it; in between the agent does
nothing of its own. So the compaction lies right after the last that the agent did before the event, and its boundary,
where it is there already, is the first one after that.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from distill.agents.transcripts.events import Boundary, Event, FileRead, Prompt, Summary
from distill.agents.transcripts.transcript import Step

CLOCKS = timedelta(seconds=1)
"""How far the stamps of an event and of its rows may lie apart the wrong way round."""


@dataclass(slots=True)
class Compaction:
    """What was found of a compaction, down to the last that the agent did before it."""

    boundary: Boundary | None = None
    summary: Summary | None = None
    waiting: list[Event] = field(default_factory=list)
    """What stands before it and was read already, the last one first: prompts without an answer, then what ended the
    search."""
    unread: int = 0
    went_on: bool = False
    """The agent has worked since: nothing of this compaction is still to be written."""
    is_empty: bool = False
    """Another compaction lies right before it, or the beginning of the file."""

    @property
    def is_written(self) -> bool:
        """Tell whether all that the client writes about it is in the file."""
        if self.boundary is None:
            return self.went_on
        return self.boundary.with_summary or self.summary is not None or self.went_on


class _Search:
    """One walk from the end of a transcript."""

    def __init__(self, at: datetime) -> None:
        self.found = Compaction(is_empty=True)
        self._at = at
        self._next_summary: Summary | None = None
        """The summary of the boundary that comes next."""

    def ends_with(self, event: Event) -> bool:
        """Take one event into account; return True where the search is over."""
        match event:
            case Summary():
                self._next_summary = event  # of two the one next to the boundary is the client's own
            case Boundary():
                return self._reached(event)
            case Prompt():
                if self.found.boundary is not None or not self._is_after(event.at):
                    self.found.waiting.append(event)
            case FileRead(attached=True):
                pass
            case _ if self._is_after(event.at):
                self.found, self._next_summary = Compaction(is_empty=True, went_on=True), None
            case _:
                self.found.is_empty = False
                return True
        return False

    def _reached(self, boundary: Boundary) -> bool:
        """Take the boundary; of several in a row the last one that is not of a later compaction."""
        if self.found.boundary is not None and not self._is_of_later():
            return True
        went_on = self.found.went_on or self.found.boundary is not None
        self.found = Compaction(boundary=boundary, summary=self._next_summary, went_on=went_on, is_empty=True)
        self._next_summary = None
        return False

    def _is_of_later(self) -> bool:
        stamps = [one.at for one in (self.found.boundary, self.found.summary) if one and one.at]
        return bool(stamps) and min(stamps) > self._at + CLOCKS

    def _is_after(self, stamp: datetime | None) -> bool:
        return stamp is not None and stamp > self._at


def find(steps: Iterator[Step], at: datetime, *, most_bytes: int) -> Compaction:
    """Find the compaction that an event at `at` tells of; `steps` is left where the rows before it go on."""
    search, passed = _Search(at), 0
    for step in steps:
        search.found.unread += step.unread
        passed += step.passed
        for index, event in enumerate(step.events):
            if search.ends_with(event):
                if not search.found.is_empty:
                    search.found.waiting.extend(step.events[index:])
                return search.found
        if passed > most_bytes:
            break
    return search.found

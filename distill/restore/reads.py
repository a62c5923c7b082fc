"""What is known about reading, by file: which lines came into the context when, and what the agent wrote itself."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import datetime

from distill.agents.transcripts.read_facts import Claim, How, OwnWrite, Ran, ReadFact, Reading, Uncounted
from distill.model import Lines
from distill.restore import ranges


@dataclass(slots=True)
class FileReads:
    """What is known of one file; the last first."""

    readings: list[Reading] = field(default_factory=list)
    written_at: datetime | None = None
    """When the agent wrote it last."""

    def lines(self, count: int, *, since: datetime | None = None) -> tuple[Lines, ...]:
        """Give the lines that were read of a file of `count` lines; since a time, where one is given."""
        counted = (r for r in self.readings if since is None or (r.at is not None and r.at >= since))
        return ranges.union(line for reading in counted for line in ranges.of_file(reading.spans, count))

    @property
    def is_cut(self) -> bool:
        """Tell whether the client cut any of it."""
        return any(reading.is_cut for reading in self.readings)

    @property
    def is_attached_only(self) -> bool:
        """Tell whether only the client put it into the context."""
        return bool(self.readings) and all(reading.how is How.ATTACHED for reading in self.readings)


@dataclass(slots=True)
class Reads:
    """Everything that a transcript proves, by file and by kind."""

    files: dict[str, FileReads] = field(default_factory=dict)
    ran: list[Ran] = field(default_factory=list)
    uncounted: list[Uncounted] = field(default_factory=list)
    claims: list[Claim] = field(default_factory=list)

    def of(self, path: str) -> FileReads:
        """Give what is known of a file, which may be nothing."""
        return self.files.get(path) or FileReads()


def collect(facts: Iterable[ReadFact], resolve: Callable[[str], str]) -> Reads:
    """Sort facts, the last first, by file; `resolve` brings a path to the one form that listed files have."""
    found = Reads()
    for fact in facts:
        match fact:
            case Reading():
                found.files.setdefault(resolve(fact.path), FileReads()).readings.append(fact)
            case OwnWrite():
                known = found.files.setdefault(resolve(fact.path), FileReads())
                known.written_at = max(filter(None, (known.written_at, fact.at)), default=None)
            case Ran():
                found.ran.append(fact)
            case Uncounted():
                found.uncounted.append(fact)
            case Claim():
                found.claims.append(fact)
            case _:
                pass
    return found

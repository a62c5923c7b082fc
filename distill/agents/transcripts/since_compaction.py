"""What a transcript proves about reading since its last compaction, read from its end in bounded memory."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime

from distill.agents.transcripts import rows
from distill.agents.transcripts.claude_code_reads import ClaudeCodeReads
from distill.agents.transcripts.codex_reads import CodexReads
from distill.agents.transcripts.read_facts import Claim, CompactedHere, ReadFact
from distill.agents.transcripts.values import Object, word

MOST_FACTS = 20_000
MOST_PASSED = 2_000_000_000
"""Bytes that are looked at until the compaction is found."""
MOST_BEFORE = 64_000_000
"""Bytes before the compaction in which the rows are looked for that it kept."""


@dataclass(slots=True)
class SinceCompaction:
    """What was found; `facts` hold the last one first."""

    facts: list[ReadFact] = field(default_factory=list)
    compacted: CompactedHere | None = None
    """None: there is no compaction in the file, and all of it counts."""
    last_at: datetime | None = None
    unread: int = 0
    """Rows that could not be read."""
    rows: int = 0
    is_cut: bool = False
    """There is more than was looked at."""


def read(path: str) -> SinceCompaction:
    """Read a transcript back to its last compaction, and the rows before it that it kept. Never raises.

    A file that cannot be read has no rows.
    """
    walk = _Walk()
    for row in rows.newest_first(path):
        walk.found.rows += 1
        walk.found.unread += row.unread
        for record in row.records:
            walk.take(record)
        if walk.is_over(row.passed):
            break
    return walk.found


class _Walk:
    """One walk from the end of a transcript."""

    def __init__(self) -> None:
        self.found = SinceCompaction()
        self._claude_code, self._codex = ClaudeCodeReads(), CodexReads()
        self._missing: set[str] = set()
        """Ids of rows before the compaction that are still in the context."""
        self._passed = 0

    def take(self, record: Object) -> None:
        """Take one row into account."""
        if self.found.compacted is not None:
            if (uuid := word(record.get("uuid"))) not in self._missing:
                return
            self._missing.discard(uuid)
        for fact in self._facts(record):
            if isinstance(fact, CompactedHere):
                self.found.compacted, self._missing, self._passed = fact, set(fact.kept), 0
                return
            self._add(fact)

    def is_over(self, passed: int) -> bool:
        """Tell whether nothing more can count; `passed`: bytes of the row that was taken."""
        self._passed += passed
        if self.found.compacted is not None:
            return not self._missing or self._passed > MOST_BEFORE
        self.found.is_cut = self._passed > MOST_PASSED or len(self.found.facts) >= MOST_FACTS
        return self.found.is_cut

    def _facts(self, record: Object) -> Iterator[ReadFact]:
        is_codex = isinstance(record.get("payload"), dict)
        return self._codex.facts(record) if is_codex else self._claude_code.facts(record)

    def _add(self, fact: ReadFact) -> None:
        if self.found.compacted is not None and isinstance(fact, Claim):
            return  # said of what was read before
        if len(self.found.facts) < MOST_FACTS:
            self.found.facts.append(fact)
            self.found.last_at = self.found.last_at or fact.at

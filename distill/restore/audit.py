"""The audit: each row of the reading list against what the transcript proves. Pure."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from distill.agents.transcripts.read_facts import Ran
from distill.maps.reading_list import EntryKind, Row
from distill.model import Lines
from distill.restore import ranges
from distill.restore.claims import claim_about
from distill.restore.listed import Listed, Thing
from distill.restore.reads import FileReads, Reads

CLOCKS = timedelta(seconds=2)
"""How far the time of a file and the stamps of a transcript may lie apart the wrong way round."""
SHOWN = 80
"""Characters of a command that a note shows."""


class Verdict(StrEnum):
    """How far a row was read."""

    FULL = "FULL"
    PARTIAL = "PARTIAL"
    NOT_READ = "NOT_READ"
    STALE = "STALE"
    """All of it was read, but it is not what the map listed: it changed since."""
    UNVERIFIABLE = "UNVERIFIABLE"
    """No transcript can prove it: a name, a folder, a command that did not run."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Audited:
    """One row and what is proven about it."""

    row: Row
    verdict: Verdict
    missing: tuple[Lines, ...] = ()
    note: str = ""
    claim: str = ""
    """What the agent says of it; empty: nothing."""
    is_settled: bool = False
    """It is FULL, or STALE and read whole as it is now."""

    @property
    def is_contradicted(self) -> bool:
        """Tell whether the agent claims more than is proven."""
        return self.claim == Verdict.FULL and not self.is_settled


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """What the rows are held against."""

    reads: Reads
    listed: Mapping[int, Listed]
    """By the line of the row."""
    changed: frozenset[int] = frozenset()
    """Lines of rows whose file changed since the map listed it."""
    claims: tuple[str, ...] = ()
    """Lines in which the agent says how far it read, the newest first."""


def audit(rows: Iterable[Row], evidence: Evidence) -> tuple[Audited, ...]:
    """Give a verdict on each row, in the order of the list."""
    rows = tuple(rows)
    names = Counter(row.entry.rpartition("/")[2] for row in rows)
    return tuple(_audited(row, evidence, alone=names[row.entry.rpartition("/")[2]] == 1) for row in rows)


def _audited(row: Row, evidence: Evidence, *, alone: bool) -> Audited:
    claim = claim_about(row.entry, evidence.claims, alone=alone)
    match row.kind:
        case EntryKind.COMMAND:
            return _of_command(row, evidence.reads.ran, claim)
        case EntryKind.PATH:
            return _of_path(row, evidence, claim)
        case EntryKind.NAME:
            if row.line in evidence.listed:
                return _of_path(row, evidence, claim)
            note = "a name: no transcript can show that it was read"
            return Audited(row=row, verdict=Verdict.UNVERIFIABLE, note=note, claim=claim)


def _of_command(row: Row, ran: Iterable[Ran], claim: str) -> Audited:
    """Tell whether a command ran: as the row has it, among others, or with its output piped on."""
    wanted, best = " ".join(row.entry.split()), ""
    for one in ran:
        how = _how_it_ran(wanted, one)
        if how == "whole":
            note = f"ran{_clock(one.at)}"
            return Audited(row=row, verdict=Verdict.FULL, note=note, claim=claim, is_settled=True)
        best = best or how
    if best in {"", "failed"}:
        note = "ran, and failed" if best else "it did not run"
        return Audited(row=row, verdict=Verdict.UNVERIFIABLE, note=note, claim=claim)
    return Audited(row=row, verdict=Verdict.PARTIAL, note=best, claim=claim)


def _how_it_ran(wanted: str, one: Ran) -> str:
    for part in _parts(one.command):
        rest = part.removeprefix(wanted).replace("2>&1", "").strip()
        if not part.startswith(wanted) or (rest and rest[0] not in "|>"):
            continue
        if one.exit_code != 0:
            return "failed"
        if rest:
            return "its output was passed on, not shown whole"
        return "its output was cut" if one.is_cut else "whole"
    return ""


def _parts(command: str) -> list[str]:
    return [command, *(part.strip() for chain in command.split("&&") for part in chain.split(";"))]


def _of_path(row: Row, evidence: Evidence, claim: str) -> Audited:
    listed = evidence.listed.get(row.line, Listed(thing=Thing.MISSING))
    known = evidence.reads.of(listed.path)
    match listed.thing:
        case Thing.FILE:
            return _of_file(row, listed, known, evidence, claim)
        case Thing.FOLDER | Thing.PATTERN:
            note = f"a {listed.thing}: list the files that are meant"
            return Audited(row=row, verdict=Verdict.UNVERIFIABLE, note=note, claim=claim)
        case Thing.MISSING:
            return _of_missing(row, known, claim)
        case Thing.TOO_LARGE | Thing.UNREADABLE:
            note = "too large to be counted" if listed.thing is Thing.TOO_LARGE else "it cannot be read"
            verdict = Verdict.PARTIAL if known.readings else Verdict.NOT_READ
            return Audited(row=row, verdict=verdict, note=note, claim=claim)


def _of_missing(row: Row, known: FileReads, claim: str) -> Audited:
    if known.readings:
        note = "it was read, and is not there any more"
        return Audited(row=row, verdict=Verdict.STALE, note=note, claim=claim)
    return Audited(row=row, verdict=Verdict.NOT_READ, note="there is no such file", claim=claim)


def _of_file(row: Row, listed: Listed, known: FileReads, evidence: Evidence, claim: str) -> Audited:
    needed, has_changed = _needed(row, listed), row.line in evidence.changed
    ever = ranges.minus(needed, known.lines(listed.lines))
    missing = ranges.minus(needed, _now(listed, known)) if has_changed else ever
    verdict = _verdict_of_file(listed, known, needed, ever, has_changed=has_changed)
    return Audited(
        row=row,
        verdict=verdict,
        missing=missing,
        note="; ".join(filter(None, _notes_of_file(row, listed, known, evidence, verdict, missing))),
        claim=claim,
        is_settled=verdict is Verdict.FULL or (verdict is Verdict.STALE and not missing),
    )


def _verdict_of_file(
    listed: Listed, known: FileReads, needed: tuple[Lines, ...], ever: tuple[Lines, ...], *, has_changed: bool
) -> Verdict:
    """`needed`: the lines that the row asks for; `ever`: those of them that were never shown."""
    shown_whole = any(span.last is None for reading in known.readings for span in reading.spans)
    nothing = bool(needed) and ever == needed and not known.is_cut
    if not known.readings or nothing or (listed.is_binary and not shown_whole):
        return Verdict.NOT_READ
    if ever:
        return Verdict.PARTIAL
    return Verdict.STALE if has_changed else Verdict.FULL


def _notes_of_file(
    row: Row, listed: Listed, known: FileReads, evidence: Evidence, verdict: Verdict, missing: tuple[Lines, ...]
) -> Iterator[str]:
    if row.line in evidence.changed:
        yield f"changed since listed{_clock(listed.changed_at)}"
    if verdict is Verdict.STALE:
        yield "it changed after it was read: read it again" if missing else "read whole as it is now"
    if row.ranges and all(r.first > listed.lines for r in row.ranges):
        yield f"the file has {listed.lines} lines only, so all of it is asked for"
    if verdict is Verdict.NOT_READ and listed.is_binary:
        yield "no text: look at it as an image, or list what is meant"
    if verdict is Verdict.PARTIAL and known.is_cut:
        yield "the client cut what it showed"
    if verdict in {Verdict.PARTIAL, Verdict.NOT_READ}:
        yield _uncounted(row, evidence.reads)
    if verdict is Verdict.FULL and known.is_attached_only:
        yield "attached by the client"


def _needed(row: Row, listed: Listed) -> tuple[Lines, ...]:
    """Give the lines that a row asks for, as far as the file has them."""
    whole = (Lines(1, listed.lines),) if listed.lines else ()
    if not row.ranges:
        return whole
    asked = ranges.union(Lines(max(1, r.first), min(r.last, listed.lines)) for r in row.ranges)
    return asked or whole


def _now(listed: Listed, known: FileReads) -> tuple[Lines, ...]:
    """Give the lines that were read of a file as it is now: since it changed, or all, where the agent changed it."""
    changed = listed.changed_at
    if changed is None or (known.written_at is not None and known.written_at >= changed - CLOCKS):
        return known.lines(listed.lines)
    return known.lines(listed.lines, since=changed - CLOCKS)


def _uncounted(row: Row, reads: Reads) -> str:
    """Name a command that may have shown the file in a way that cannot be counted."""
    name = row.entry.rpartition("/")[2]
    found = next((one.command for one in reads.uncounted if name and name in one.command), "")
    return f"not counted: {found[:SHOWN]}{'…' if len(found) > SHOWN else ''}" if found else ""


def _clock(at: datetime | None) -> str:
    return f" {at:%H:%M}Z" if at else ""

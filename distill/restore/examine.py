"""A restore examined: the map, its reading list, the transcript and the disk brought together."""

import hashlib
import os
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from distill import files
from distill.agents.transcripts import since_compaction
from distill.agents.transcripts.claim_lines import claim_lines
from distill.agents.transcripts.since_compaction import SinceCompaction
from distill.errors import MapError
from distill.maps import facts
from distill.maps.decode import decode, looks_binary
from distill.maps.reading_list import EntryKind, ReadingList, Row, reading_list
from distill.model import MapFacts
from distill.restore import changes
from distill.restore.audit import Audited, Evidence, audit
from distill.restore.listed import Listed, look, real
from distill.restore.reads import Reads, collect
from distill.restore.tier import DEFAULT, label_of, tier_of
from distill.restore.unlisted import unlisted

MOST_MAP = 8_000_000
MOST_ROWS = 2_000
MAP_LINE = 0
"""The line of the row that stands for the map itself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What is to be examined."""

    map: Path
    transcript: str
    cwd: str
    root: Path
    tier: int | None = None
    """None: as the map says, else as the seat's setting."""
    default_tier: int = DEFAULT


@dataclass(frozen=True, slots=True, kw_only=True)
class Examined:
    """What was found."""

    map: Path
    about: MapFacts
    text: str
    sha256: str
    """Of the map's bytes, by which its page is found."""
    tier: int
    tier_label: str
    rows: tuple[Audited, ...]
    unlisted: tuple[Audited, ...]
    """Files that the next steps name and the list leaves out; nothing is owed for them."""
    session: SinceCompaction

    @property
    def unsettled(self) -> tuple[Audited, ...]:
        """Give the rows that are still owed."""
        return tuple(row for row in self.rows if not row.is_settled)


def examine(question: Question) -> Examined:
    """Audit the reading list of a map up to its tier line. Raises MapError for a map that cannot be read."""
    data, modified = _map(question.map)
    text = decode(data).text
    about = facts.facts_of(text, path=str(question.map), modified=modified)
    found = reading_list(text)
    wanted = tier_of(text, found, asked=question.tier, default=question.default_tier)
    rows = _rows(found, wanted, question.map)
    folders = tuple(_folders(question))
    session = since_compaction.read(question.transcript)
    reads = collect(session.facts, _Resolver(folders[0]))
    listed = dict(_listed(rows, folders, question.map))
    itself = real(str(question.map.absolute()))
    others = {line: one for line, one in listed.items() if one.path != itself}
    evidence = Evidence(
        reads=reads,
        listed=listed,
        changed=changes.changed_since(others, changes.listed_at(about.written, modified)),
        claims=(*(claim.text for claim in reads.claims), *_claims_of(text, found)),
    )
    return Examined(
        map=question.map,
        about=about,
        text=text,
        sha256=hashlib.sha256(data).hexdigest(),
        tier=wanted,
        tier_label=label_of(found, wanted),
        rows=audit(rows, evidence),
        unlisted=_audited_unlisted(text, found, folders, reads),
        session=session,
    )


def _audited_unlisted(text: str, found: ReadingList, folders: tuple[Path, ...], reads: Reads) -> tuple[Audited, ...]:
    more = list(unlisted(text, found.rows, folders))
    return tuple(each for row, one in more for each in audit((row,), Evidence(reads=reads, listed={row.line: one})))


def _map(path: Path) -> tuple[bytes, datetime]:
    try:
        data = files.read_bounded(path, MOST_MAP)
        modified = datetime.fromtimestamp(path.stat().st_mtime, UTC)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or type(error).__name__
        raise MapError(f"The map {path} cannot be read ({why}). {_ADVICE}") from None
    if len(data) > MOST_MAP or looks_binary(data) or not decode(data).text.strip():
        raise MapError(f"The map {path} holds no text that can be read. {_ADVICE}")
    return data, modified


_ADVICE = "Go on from the summary, or name another map with --map; the pending marker stays."


def _rows(found: ReadingList, wanted: int, path: Path) -> tuple[Row, ...]:
    """Give the rows to the tier line; the map itself comes first, where the list does not name it."""
    rows = found.to_tier(wanted)[:MOST_ROWS]
    if any(row.means_this_map or Path(row.entry).name == path.name for row in rows):
        return rows
    itself = Row(line=MAP_LINE, rank=None, entry=path.name, kind=EntryKind.PATH, tokens=None, why="the map itself")
    return (itself, *rows)


def _listed(rows: tuple[Row, ...], folders: tuple[Path, ...], path: Path) -> Iterator[tuple[int, Listed]]:
    for row in rows:
        if row.means_this_map or row.line == MAP_LINE:
            yield row.line, look(str(path.absolute()), ())
        elif row.kind is EntryKind.PATH:
            yield row.line, look(row.entry, folders)


def _folders(question: Question) -> Iterator[Path]:
    """Name where relative entries are looked for: the session's checkout, its folder, the project, the map's folder."""
    cwd = Path(question.cwd) if question.cwd else question.root
    checkout = next((folder for folder in (cwd, *cwd.parents) if (folder / ".git").exists()), question.root)
    yield from dict.fromkeys((checkout, cwd, question.root, question.map.absolute().parent))


def _claims_of(text: str, found: ReadingList) -> list[str]:
    """Give the lines of a map that say how far something was read; the reading list itself says nothing of the kind."""
    listing = {row.line for row in found.rows}
    kept = [line for number, line in enumerate(text.split("\n"), 1) if number not in listing]
    return list(claim_lines("\n".join(kept)))


class _Resolver:
    """Brings paths of a transcript to the form that listed files have, each once."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._known: dict[str, str] = {}

    def __call__(self, path: str) -> str:
        if path not in self._known:
            self._known[path] = real(path if path.startswith("~") else os.path.join(self._folder, path))  # noqa: PTH118 - text in, text out
        return self._known[path]

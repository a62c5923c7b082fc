"""What of a map and of the registry leads an agent back: constraints, next step, reading list. All of it redacted."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from distill import files
from distill.compaction.parts import Parts
from distill.config import Settings
from distill.constraints import light
from distill.constraints.registry import knows, standing
from distill.engines.extractive.engine import digest_of
from distill.maps.reading_list import EntryKind, ReadingList, Row, reading_list
from distill.model import UNKNOWN_SEAT, Constraint, Force, OpenItem, RedactionPolicy, Seat
from distill.pipeline import redacted_source
from distill.redaction.redactor import redact
from distill.restore.tier import tier_of
from distill.restore.unlisted import unlisted

MOST_ITEMS = 6
"""Open items that are told as next steps."""
MOST_NAMED = 8
LARGEST = 262_144
"""Bytes of a file that Claude Code reads whole; a larger one needs ranges."""
HEAD_BYTES = 8_192


def parts_of(text: str, registry: Path, folders: tuple[Path, ...], settings: Settings, *, seat: Seat) -> Parts:
    """Take the parts out of a map's text, empty where there is no map. Raises RedactionError."""
    policy = settings.redaction
    source = redacted_source(text, policy)
    digest = digest_of(source.text) if text else None
    parts = Parts()
    parts.seat = "" if seat == UNKNOWN_SEAT else redact(seat, policy=policy).text
    parts.registry = str(registry)
    parts.constraints = list(constraints(digest.constraints if digest else (), registry, parts.seat, policy))
    items = sorted(digest.open_items if digest else (), key=lambda item: not item.blocked_by)
    parts.next_step = [_item(item) for item in items[:MOST_ITEMS]]
    listed = reading_list(source.text)
    rows = listed.to_tier(tier_of(source.text, listed, asked=None, default=settings.continuity.tier))
    parts.reading = [_row(number, row, folders) for number, row in enumerate(rows, 1)]
    parts.notes = list(_to_read_before_editing(source.text, listed, folders))
    return parts


def constraints(
    of_map: Iterable[Constraint], registry: Path, seat: str, policy: RedactionPolicy
) -> Iterator[tuple[str, str]]:
    """Give the registry's constraints and those of the map that it does not know, must first; revoked ones never."""
    known = standing(light.read(str(registry)))
    more = [(str(one.force), one.text) for one in of_map if not knows(known, one.text, seat)]
    held = [(force, redact(text, policy=policy).text) for force, text in light.active(str(registry), seat)]
    yield from sorted([*held, *more], key=lambda pair: pair[0] != Force.MUST)


def _item(item: OpenItem) -> str:
    waits = f" Blocked by: {item.blocked_by}." if item.blocked_by and item.blocked_by not in item.text else ""
    return f"- {item.text}{waits} (L{item.lines.first})"


def _row(number: int, row: Row, folders: tuple[Path, ...]) -> str:
    ranges = ", ".join(f"{lines.first}-{lines.last}" for lines in row.ranges)
    parts = [
        f" lines {ranges}" if ranges else "",
        f" (~{row.tokens:,} tokens)" if row.tokens else "",
        f" [{note}]" if (note := _look(row, folders)) else "",
        f": {row.why}" if row.why else "",
    ]
    return f"{row.rank or number}. {row.entry}{''.join(parts)}"


def _look(row: Row, folders: tuple[Path, ...]) -> str:
    """Say what one has to know before one reads an entry: a file that is none, or too much for one reading."""
    if row.kind is EntryKind.COMMAND:
        return "a command; run it only if it changes nothing"
    if row.kind is not EntryKind.PATH:
        return ""
    path = _place(row.entry, folders)
    if path is None:
        return "missing"
    if path.is_dir():
        return "a folder"
    return _look_inside(path, in_parts=bool(row.ranges))


def _look_inside(path: Path, *, in_parts: bool) -> str:
    try:
        size, head = path.stat().st_size, files.read_bounded(path, HEAD_BYTES)
    except OSError:
        return "cannot be read"
    if b"\0" in head:
        return "binary; leave it out"
    return f"{size:,} bytes; read it in parts" if size > LARGEST and not in_parts else ""


def _place(entry: str, folders: tuple[Path, ...]) -> Path | None:
    try:
        paths = [folder / Path(entry).expanduser() for folder in folders]
        return next((path for path in paths if path.exists()), None)
    except (OSError, RuntimeError, ValueError):
        return None


def _to_read_before_editing(text: str, listed: ReadingList, folders: tuple[Path, ...]) -> Iterator[str]:
    """Name files that the next steps speak of and that the list leaves out: an edit of an unread file fails."""
    named = [row.entry for row, _ in unlisted(text, listed.rows, folders)][:MOST_NAMED]
    if named:
        yield f"Named in the next steps and not on the list; read them before you edit them: {', '.join(named)}"

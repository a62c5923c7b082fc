"""The source of a page where there is no fresh restore map: what the session itself left behind."""

import stat
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from distill.agents.transcripts.events import Boundary
from distill.model import MapFacts, Seat, SessionId, SourceKind
from distill.sessions.document import document_of
from distill.sessions.segment import Segment, before_compaction, compaction_of

WAIT_S = 3.0
"""How long the client may take to write the boundary and the summary; 1 s after its hooks end as measured."""
PAUSE_S = 0.1


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionSource:
    """A document made of a session, and what is known of it without reading it."""

    data: bytes
    about: MapFacts
    unread: int
    """Rows of the transcript that could not be read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    """Which session compacted, and when its event came."""

    transcript: str
    session_id: str
    seat: Seat
    root: str
    at: datetime


def compacted_at(session: Session) -> datetime:
    """Tell when the compaction was, which may be long before its event (Codex waits for the next prompt)."""
    boundary = compaction_of(session.transcript, session.at).boundary
    return min(session.at, boundary.at) if isinstance(boundary, Boundary) and boundary.at else session.at


def source_of(
    session: Session, *, seconds: float = WAIT_S, sleep: Callable[[float], None] = time.sleep
) -> SessionSource | None:
    """Compose the document of a session; None where the transcript has nothing to tell or cannot be read.

    Waits at most `seconds` for what the client has not written yet.
    """
    if not _size(session.transcript):
        return None
    _wait(session, seconds, sleep)
    segment = before_compaction(session.transcript, session.at)
    if not segment.has_substance:
        return None
    return SessionSource(
        data=document_of(segment, session.session_id, session.root).encode("utf-8"),
        about=MapFacts(
            seat=session.seat,
            session_id=SessionId(session.session_id),
            written=_written(segment, session.at),
            source=SourceKind.COMPACT_SUMMARY if segment.summary else SourceKind.TRANSCRIPT,
        ),
        unread=segment.unread,
    )


def _written(segment: Segment, at: datetime) -> datetime:
    boundary = segment.compaction.boundary
    found = segment.last_at or (boundary.at if boundary else None) or at
    return found.astimezone(UTC).replace(microsecond=0)


def _wait(session: Session, seconds: float, sleep: Callable[[float], None]) -> None:
    """Wait until the compaction is written; look again only when the file has grown."""
    seen = -1
    for _ in range(int(seconds / PAUSE_S) + 1):
        size = _size(session.transcript)
        if size != seen and compaction_of(session.transcript, session.at).is_written:
            return
        seen = size
        sleep(PAUSE_S)


def _size(path: str) -> int:
    """Give the size of a regular file; 0 for anything else."""
    try:
        found = Path(path).stat()
    except (OSError, ValueError):
        return 0
    return found.st_size if stat.S_ISREG(found.st_mode) else 0

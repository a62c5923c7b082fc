"""The page of a session that left no fresh map: of its compaction summary and its transcript."""

import dataclasses
import time
from collections.abc import Mapping
from pathlib import Path

from distill import files, pipeline
from distill.compaction import tail
from distill.config import Settings
from distill.model import Reason, SourceKind
from distill.outcome import MAP_REASONS, Failed, Outcome, Skipped, Written
from distill.pipeline import Place, RawMap
from distill.sessions import made, session_source
from distill.sessions.session_source import Session, SessionSource

WAITING_SHARE = 0.1
"""Part of the deadline that may pass in waiting for what the client has not written yet."""
MOST_HANDOFF = 1_000_000
"""Bytes of a handoff that are read."""
MINUTE_S = 60.0
WRITTEN_S = 60.0
"""Age of an event beyond which the client has written all that it ever will."""


def missed(outcome: Outcome) -> Skipped | Failed | None:
    """Give an outcome back where it says that there is no map that could be used."""
    return None if isinstance(outcome, Written) or outcome.reason not in MAP_REASONS else outcome


def page_of(
    session: Session, without_map: Skipped | Failed, place: Place, settings: Settings, env: Mapping[str, str]
) -> Outcome:
    """Make the page of what a session left behind; `without_map` stands where that is nothing."""
    source = session_source.source_of(session, seconds=0.0)
    if source is None:
        return without_map
    if page := made.page_of(source.about, place.wiki):  # before any waiting: a burst of events must not wait in line
        return Skipped(
            reason=Reason.DUPLICATE, seat=session.seat, page=page, detail="this compaction has its page already"
        )
    if source.about.source is SourceKind.TRANSCRIPT:
        source = session_source.source_of(session, seconds=_patience(session, settings)) or source
    if source.about.source is SourceKind.TRANSCRIPT:
        source = _handed_over(session, source, settings, env) or source
    raw = RawMap(data=source.data, path="", modified=source.about.written)
    outcome = pipeline.run(raw, settings, place, env=env, about=source.about)
    if isinstance(outcome, Written):
        return dataclasses.replace(outcome, map_reason=without_map.reason, unread_rows=source.unread)
    return outcome


def _handed_over(
    session: Session, source: SessionSource, settings: Settings, env: Mapping[str, str]
) -> SessionSource | None:
    """Take the session's handoff in place of its bare transcript, where one was made for this compaction."""
    found = tail.newest(settings.continuity.handoffs, session.session_id, env)
    if not found:
        return None
    try:
        age = abs(session.at.timestamp() - Path(found).stat().st_mtime)
        data = files.read_bounded(Path(found), MOST_HANDOFF) if age <= settings.fresh_minutes * MINUTE_S else b""
    except OSError:
        return None
    if not data or len(data) > MOST_HANDOFF:
        return None
    return dataclasses.replace(source, data=data, about=dataclasses.replace(source.about, source=SourceKind.HANDOFF))


def _patience(session: Session, settings: Settings) -> float:
    """Say how many seconds to wait for what the client has not written yet."""
    if time.time() - session.at.timestamp() > WRITTEN_S:
        return 0.0
    return min(session_source.WAIT_S, settings.deadline_seconds * WAITING_SHARE)

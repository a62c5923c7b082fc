"""The page of a seat's newest fresh map: what the hook's worker does, and `distill run` without a map."""

import dataclasses
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path

from distill import pipeline, session_page
from distill.agents import events
from distill.agents.events import HookEvent
from distill.config import Settings
from distill.maps import facts
from distill.maps.locate import Asked, Located, Missed, locate
from distill.model import UNKNOWN_SEAT, Seat
from distill.outcome import Failed, Outcome, Skipped
from distill.redaction.redactor import redact
from distill.sessions import session_source
from distill.sessions.session_source import Session

LATE = timedelta(minutes=1)
"""How long after its compaction an event may come until the map of then is looked for."""


def page_of_event(
    event: HookEvent, root: Path, state: Path, settings: Settings, env: Mapping[str, str], *, at: float
) -> Outcome:
    """Make the page of the compaction that an event tells of; `at`: when it came, in seconds since the epoch.

    Where there is no fresh map, the session's own summary and transcript take its place.
    """
    asked = Asked(
        seat=Seat(event.seat or settings.seat or UNKNOWN_SEAT),
        session_id=event.session_id,
        folders=folders(root, event.cwd),
        now=datetime.fromtimestamp(at, UTC),
    )
    outcome = page_of_newest(asked, root, state, settings, env)
    missed = session_page.missed(outcome)
    if missed is None or event.agent_id or not settings.session_fallback:
        return outcome
    session = _session_of(event, asked, missed, root)
    compacted = session_source.compacted_at(session)
    if asked.now - compacted > LATE:  # the client was late to tell: what was fresh then counts
        then = page_of_newest(dataclasses.replace(asked, now=compacted), root, state, settings, env)
        if session_page.missed(then) is None:
            return then
    place = pipeline.Place(wiki=wiki_of(root, settings), state=state)
    return session_page.page_of(session, missed, place, settings, env)


def page_of_newest(asked: Asked, root: Path, state: Path, settings: Settings, env: Mapping[str, str]) -> Outcome:
    """Make the page of the newest fresh map of who asks, or say why there is none."""
    found = locate(asked, settings)
    if isinstance(found, Missed):
        return _missed(found)
    raw = pipeline.read_map(found.path, settings)
    if isinstance(raw, Failed):
        return raw
    place = pipeline.Place(wiki=wiki_of(root, settings), state=state)
    return pipeline.run(raw, settings, place, env=env, seat=_seat_of(found))


def folders(root: Path, cwd: str) -> tuple[Path, ...]:
    """Name the folders in which maps are looked for: the project's root and the session's own."""
    here = Path(cwd) if cwd else root
    return (root,) if here == root else (root, here)


def wiki_of(root: Path, settings: Settings) -> Path:
    """Name the wiki's folder."""
    return root / Path(settings.wiki).expanduser()


def _session_of(event: HookEvent, asked: Asked, missed: Skipped | Failed, root: Path) -> Session:
    of_maps = missed.seat if isinstance(missed, Skipped) else UNKNOWN_SEAT
    return Session(
        transcript=event.transcript_path,
        session_id=events.safe_id(event.session_id),
        seat=facts.normal_seat(asked.seat if asked.seat != UNKNOWN_SEAT else of_maps),
        root=str(root),
        at=asked.now,
    )


def _seat_of(found: Located) -> Seat | None:
    return None if found.candidate.seat == UNKNOWN_SEAT else found.candidate.seat


def _missed(missed: Missed) -> Skipped:
    """Turn a miss into an outcome; what comes from a map's text or path is redacted on the way."""
    seat = UNKNOWN_SEAT if missed.seat == UNKNOWN_SEAT else facts.normal_seat(redact(missed.seat).text)
    where = redact(str(missed.path)).text if missed.path else ""
    detail = ": ".join(part for part in (where, redact(missed.detail).text) if part)
    return Skipped(reason=missed.reason, seat=seat, age_s=missed.age_s, detail=detail)

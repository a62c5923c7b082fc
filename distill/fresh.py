"""The page of a seat's newest fresh map: what the hook's worker does, and `distill run` without a map."""

from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

from distill import pipeline
from distill.agents.events import HookEvent
from distill.config import Settings
from distill.maps import facts
from distill.maps.locate import Asked, Located, Missed, locate
from distill.model import UNKNOWN_SEAT, Seat
from distill.outcome import Failed, Outcome, Skipped
from distill.redaction.redactor import redact


def page_of_event(
    event: HookEvent, root: Path, state: Path, settings: Settings, env: Mapping[str, str], *, at: float
) -> Outcome:
    """Make the page of the compaction that an event tells of; `at`: when it came, in seconds since the epoch."""
    asked = Asked(
        seat=Seat(event.seat or settings.seat or UNKNOWN_SEAT),
        session_id=event.session_id,
        folders=folders(root, event.cwd),
        now=datetime.fromtimestamp(at, UTC),
    )
    return page_of_newest(asked, root, state, settings, env)


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


def _seat_of(found: Located) -> Seat | None:
    return None if found.candidate.seat == UNKNOWN_SEAT else found.candidate.seat


def _missed(missed: Missed) -> Skipped:
    """Turn a miss into an outcome; what comes from a map's text or path is redacted on the way."""
    seat = UNKNOWN_SEAT if missed.seat == UNKNOWN_SEAT else facts.normal_seat(redact(missed.seat).text)
    where = redact(str(missed.path)).text if missed.path else ""
    detail = ": ".join(part for part in (where, missed.detail) if part)
    return Skipped(reason=missed.reason, seat=seat, age_s=missed.age_s, detail=detail)

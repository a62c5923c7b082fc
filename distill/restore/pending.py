"""Whose restore is pending: the marker of who asks, never another seat's."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from distill.restore import marker, stamps


@dataclass(frozen=True, slots=True, kw_only=True)
class Pending:
    """A marker as values."""

    seat: str
    session_id: str
    transcript: str
    cwd: str
    map: str
    """Empty where the session left none."""
    created_at: datetime
    is_delivered: bool
    stamp: str
    """`created_at` as the marker has it, which tells it from the seat's other ones."""
    marker_name: str
    """What the marker is filed under: the seat, or the session's id."""
    unfinished: int = 0
    """Restores of this seat before this one that were never finished."""


@dataclass(frozen=True, slots=True)
class Several:
    """Nobody said who asks, and several seats owe a restore."""

    seats: tuple[str, ...]


def choose(state: Path, asking: Iterable[str], now: float) -> Pending | Several | None:
    """Find the marker of who asks, by seat or by session id; where nobody says who, the only one there is."""
    known = tuple(filter(None, asking))
    for name in known:
        if found := marker.load(str(state), name, now):
            return pending_of(found)
    alive = [pending_of(one) for one in marker.pending(str(state), now)]
    mine = [one for one in alive if one.session_id and one.session_id in known]
    if mine:
        return mine[-1]
    if known or not alive:
        return None
    return alive[0] if len(alive) == 1 else Several(tuple(one.seat for one in alive))


def pending_of(found: Mapping[str, object]) -> Pending:
    """Read a marker that `marker` found to be alive."""
    earlier = found.get("unfinished")
    return Pending(
        seat=str(found["sessionName"]) or str(found["sessionId"]),
        session_id=str(found["sessionId"]),
        transcript=str(found["transcriptPath"]),
        cwd=str(found["cwd"]),
        map=str(found["restoreMapPath"]),
        created_at=datetime.fromtimestamp(stamps.seconds(found["createdAt"]) or 0.0, UTC),
        is_delivered=bool(found.get("deliveredAt")),
        stamp=str(found["createdAt"]),
        marker_name=str(found["sessionName"]) or str(found["sessionId"]),
        unfinished=len(earlier) if isinstance(earlier, list) else 0,
    )


def transcript_of(pending: Pending, session_id: str) -> str:
    """Name the transcript to look at: of the session as it is called now, where its file lies beside the old one."""
    if session_id and session_id != pending.session_id and pending.transcript:
        now = Path(pending.transcript).with_name(f"{Path(session_id).name}.jsonl")
        if now.is_file():
            return str(now)
    return pending.transcript

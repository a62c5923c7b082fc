"""How one compaction, or one map, ended: a closed union, and its journal line."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from distill.model import UNKNOWN_SEAT, Reason, Seat, SourceKind, Usage

MAP_REASONS = frozenset(
    {Reason.NO_MAP, Reason.STALE_MAP, Reason.PARTIAL_MAP, Reason.UNREADABLE_MAP, Reason.EMPTY_MAP, Reason.MAP_TOO_LARGE}
)
RETRYABLE = frozenset({Reason.DISK_ERROR, Reason.CONFIG_ERROR, Reason.NO_INTERPRETER})
"""What may be put right from outside: such work stays in the spool."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """A page was made."""

    page: Path
    seat: Seat
    session_id: str = ""
    engine: str = ""
    fallback_reason: str = ""
    usage: Usage = field(default_factory=Usage)
    redactions: Mapping[str, int] = field(default_factory=dict)
    items: Mapping[str, int] = field(default_factory=dict)
    """Items on the page, by section."""
    source: SourceKind = SourceKind.RESTORE_MAP
    map_reason: Reason | None = None
    """Why it was not made of a restore map."""
    unread_rows: int = 0
    """Rows of the transcript that could not be read."""
    constraints: int = 0
    """How many constraints came into the registry."""
    constraints_left: int = 0
    """How many had no room in it."""
    constraints_trouble: Reason | None = None
    """Why none came in."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Skipped:
    """Nothing was to be done, or there was nothing to do it with."""

    reason: Reason
    seat: Seat = UNKNOWN_SEAT
    detail: str = ""
    age_s: int | None = None
    page: Path | None = None
    """The page that was there already."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Failed:
    """No page. Nothing was left half-done, and the map is where it was."""

    reason: Reason
    detail: str
    """What happened and what to do, without any text of the map."""


Outcome = Written | Skipped | Failed


def fields(outcome: Outcome, session: str = "") -> dict[str, object]:
    """Give the journal's fields of an outcome; `session` is the asking one. All values are free of secrets already."""
    match outcome:
        case Written():
            return {
                "outcome": "written",
                "page": outcome.page.name,
                "seat": outcome.seat,
                "session": session or outcome.session_id,
                "map_session": outcome.session_id if session and outcome.session_id != session else "",
                "engine": outcome.engine,
                "reason": outcome.fallback_reason,
                "source": outcome.source if outcome.map_reason else "",
                "reason_map": outcome.map_reason,
                "unread_rows": outcome.unread_rows or None,
                "input_tokens": outcome.usage.input_tokens or None,
                "output_tokens": outcome.usage.output_tokens or None,
                "cost_usd": outcome.usage.cost_usd,
                "redactions": sum(outcome.redactions.values()) or None,
                "constraints": outcome.constraints or None,
                "constraints_left": outcome.constraints_left or None,
                "reason_constraints": outcome.constraints_trouble,
            }
        case Skipped():
            return {
                "outcome": "skipped",
                "reason": outcome.reason,
                "age_s": outcome.age_s,
                "seat": "" if outcome.seat == UNKNOWN_SEAT else outcome.seat,
                "session": session,
                "page": outcome.page.name if outcome.page else "",
                "detail": outcome.detail,
            }
        case Failed():
            return {"outcome": "failed", "reason": outcome.reason, "session": session, "detail": outcome.detail}

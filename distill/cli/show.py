"""Outcomes for people and for machines."""

from pathlib import Path

from distill.model import Reason
from distill.outcome import MAP_REASONS, Failed, Outcome, Skipped, Written

OTHER_CODES = {
    Reason.CONFIG_ERROR: 3,
    Reason.REDACTION_ERROR: 5,
    Reason.PAGE_ERROR: 7,
    Reason.DISK_ERROR: 7,
}
ADVICE = {
    Reason.NO_MAP: "Name a map, or write one to .distill/maps/, restore-maps/ or RESTORE-MAP*.md (setting `maps`).",
    Reason.EMPTY_MAP: "Fill in its sections, then run it again.",
    Reason.STALE_MAP: "Name the map to distil it all the same, or raise `fresh_minutes`.",
    Reason.PARTIAL_MAP: "It is still being written, or was cut off. Name it to distil it as it is.",
    Reason.REDACTION_ERROR: "Nothing was written. The map is where it was.",
}


def exit_code(outcome: Outcome) -> int:
    """Give the exit code of one outcome."""
    if isinstance(outcome, Written) or outcome.reason == Reason.DUPLICATE:
        return 0
    return 4 if outcome.reason in MAP_REASONS else OTHER_CODES.get(outcome.reason, 70)


def as_text(outcome: Outcome) -> str:
    """Say in a few lines what happened, where, and what to do."""
    match outcome:
        case Written():
            return f"written: {outcome.page}{_items(outcome)}{_fallback(outcome)}"
        case Skipped(page=Path() as page):
            return f"unchanged: {page} (this map has its page already)"
        case Skipped():
            age = "" if outcome.age_s is None else f" (written {_ago(outcome.age_s)} ago)"
            detail = f": {outcome.detail}" if outcome.detail else ""
            return f"no page: {outcome.reason}{age}{detail}. {ADVICE.get(outcome.reason, '')}".rstrip()
        case Failed():
            return f"failed: {outcome.reason}: {outcome.detail} {ADVICE.get(outcome.reason, '')}".rstrip()


def as_json(outcome: Outcome, source: Path | None) -> dict[str, object]:
    """Give an outcome as an object for machines; `map` is the file as it was named, if one was."""
    named: dict[str, object] = {"map": str(source) if source else None}
    match outcome:
        case Written():
            return named | {
                "outcome": "written",
                "page": str(outcome.page),
                "seat": outcome.seat,
                "session_id": outcome.session_id,
                "engine": outcome.engine,
                "fallback_reason": outcome.fallback_reason or None,
                "input_tokens": outcome.usage.input_tokens,
                "output_tokens": outcome.usage.output_tokens,
                "cost_usd": outcome.usage.cost_usd,
                "redactions": dict(outcome.redactions),
                "items": dict(outcome.items),
            }
        case Skipped():
            page = str(outcome.page) if outcome.page else None
            return named | {
                "outcome": "skipped",
                "reason": outcome.reason,
                "page": page,
                "seat": outcome.seat,
                "age_s": outcome.age_s,
                "detail": outcome.detail,
            }
        case Failed():
            nothing = {"page": None, "seat": None, "age_s": None}
            return named | {"outcome": "failed", "reason": outcome.reason, **nothing, "detail": outcome.detail}


def _items(written: Written) -> str:
    counts = ", ".join(f"{name.lower()} {count}" for name, count in written.items.items() if count)
    removed = sum(written.redactions.values())
    secrets = f"\n  removed: {removed} secret value{'s' if removed != 1 else ''}" if removed else ""
    return f"\n  seat {written.seat}, engine {written.engine}: {counts or 'no items'}{secrets}"


def _fallback(written: Written) -> str:
    return f"\n  the anthropic engine was not used: {written.fallback_reason}" if written.fallback_reason else ""


def _ago(seconds: int) -> str:
    minutes = seconds // 60
    return f"{minutes} min" if minutes < 120 else f"{minutes // 60} h"  # noqa: PLR2004 - two hours in minutes

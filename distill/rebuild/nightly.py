"""All that a night is for: the spool, the pages that are out of date, and a look for secrets."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from distill import fresh, journal, worker
from distill import spool as waiting_events
from distill.config import Settings
from distill.engines import prompt, registry
from distill.engines.interface import Engine, Unavailable
from distill.engines.spending import Budget
from distill.model import Reason
from distill.rebuild import fingerprint as of
from distill.rebuild.apply import Applied, Done
from distill.rebuild.run import Plan

BATCHES = "batches"


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What a person asked of a rebuild."""

    engine: str = ""
    """Its name; empty: the one of the settings."""
    limit_usd: float | None = None
    since: datetime | None = None
    seconds: float | None = None
    dry: bool = False


def plan(root: Path, state: Path, settings: Settings, env: Mapping[str, str], wanted: Wanted) -> tuple[Plan, str]:
    """Plan a rebuild; also say why the engine that was asked for cannot be had, empty where it can."""
    name = wanted.engine or settings.engine
    settings = replace(settings, engine=name if name != BATCHES else "anthropic")
    engine = _engine(name, settings, env, state, wanted.limit_usd)
    why = engine.detail if isinstance(engine, Unavailable) else ""
    asked = None if isinstance(engine, Unavailable) or engine.name == "extractive" else engine
    made = Plan(
        settings=settings,
        wiki=fresh.wiki_of(root, settings),
        state=state,
        fingerprint=of.fingerprint(settings, asked.name if asked else ""),
        engine=asked,
        prompt=prompt.prompt_id() if asked else "",
        since=wanted.since,
        seconds=settings.deadline_seconds if wanted.seconds is None else wanted.seconds,
        dry=wanted.dry,
    )
    return made, why


def take_up_spool(root: Path, state: Path, env: Mapping[str, str]) -> int:
    """Work off every event that waits; give the number of those that do not wait any more."""
    before = waiting_events.waiting(str(state))
    for lane in sorted({Path(file).name.rpartition("--")[0] for file in before}):
        worker.serve(root, state, lane, env)
    return len(before) - len(waiting_events.waiting(str(state)))


def write_down(state: Path, applied: Applied) -> None:
    """Write into the journal what became of a page, where something did."""
    line: dict[str, object]
    match applied.done:
        case Done.UPDATED:
            line = {"outcome": "updated", "page": applied.path.name}
        case Done.PROPOSED:
            line = {"outcome": "skipped", "reason": Reason.EDITED, "page": applied.path.name, "detail": applied.why}
        case Done.LEFT:
            line = {"outcome": "failed", "reason": Reason.PAGE_ERROR, "page": applied.path.name, "detail": applied.why}
        case _:
            return
    journal.append(str(state), {**line, "event": "rebuild"})


def _engine(
    name: str, settings: Settings, env: Mapping[str, str], state: Path, limit: float | None
) -> Engine | Unavailable:
    budget = None if limit is None else Budget(usd_per_day=limit)
    known = "anthropic" if name == "auto" else name
    return registry.capped(registry.build(known, settings, env, state), settings, env, state, budget=budget)

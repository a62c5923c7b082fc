"""All that a night is for: the spool, the pages that are out of date, and a look for secrets."""

import contextlib
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

import distill
from distill import fresh, journal
from distill import spool as waiting_events
from distill.config import Settings
from distill.engines import prompt, registry
from distill.engines.interface import Engine, Unavailable
from distill.engines.spending import Budget
from distill.hooks import detach
from distill.model import Reason
from distill.rebuild import fingerprint as of
from distill.rebuild.apply import Applied, Done
from distill.rebuild.run import Plan

BATCHES = "batches"
LANE_S = 600.0
"""Bound on one lane's worker; each of its events has a deadline of its own."""


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


def take_up_spool(
    root: Path,
    state: Path,
    env: Mapping[str, str],
    *,
    command: Callable[[str, str, str, str], list[str]] = detach.command,
) -> int:
    """Have every event that waits worked off; give the number of those that do not wait any more.

    By a worker of its own for each lane: one whose event takes too long ends its process, not the night.
    """
    before = waiting_events.waiting(str(state))
    parent = str(Path(distill.__file__).absolute().parent.parent)
    for lane in sorted({Path(file).name.rpartition("--")[0] for file in before}):
        argv = command(sys.executable, str(root), str(state), lane)
        with contextlib.suppress(subprocess.TimeoutExpired):
            subprocess.run(  # noqa: S603 - our own worker
                argv, env=detach.environment(env, parent), stdin=subprocess.DEVNULL, timeout=LANE_S, check=False
            )
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

"""`distill rebuild`: what a night is for."""

import dataclasses
import json
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from distill import config, locks, project
from distill.errors import ConfigError

if TYPE_CHECKING:
    from distill.rebuild.apply import Applied
    from distill.rebuild.nightly import Wanted
    from distill.rebuild.run import Plan, Report

BAR_FROM = 50
"""Number of pages from which progress is shown, on a terminal."""
ENGINES = (*config.ENGINES, "batches")
BATCH_WAIT_MINUTES = 60.0


def rebuild(
    *,
    engine: Annotated[
        str, typer.Option(help="auto, extractive, anthropic or batches (half the price).", show_default=False)
    ] = "",
    since: Annotated[
        datetime | None, typer.Option(formats=["%Y-%m-%d"], help="Only pages of maps from this UTC day on.")
    ] = None,
    limit_usd: Annotated[
        float | None, typer.Option(min=0.0, help="The most this run may spend, beside `max_usd_per_day`.")
    ] = None,
    wait: Annotated[
        float | None, typer.Option(min=0.0, help="Minutes to wait for batches; 60 unless it is said.")
    ] = None,
    jobs: Annotated[int, typer.Option(min=0, help="Processes; 0: as many as there are cores.")] = 0,
    cluster: Annotated[str, typer.Option(help="Address of a Dask scheduler that shall do the work.")] = "",
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only say what would be done, and its cost at most.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Take up waiting events, make pages again that are out of date, and look for secrets.

    Pages that a person changed or reviewed stay; what would be new lies beside them, as `.NAME.proposed`.
    """
    from distill.rebuild import nightly

    root = Path(project.find_root(str(Path.cwd())))
    settings = config.load(root, env=os.environ)
    if engine and engine not in ENGINES:
        raise ConfigError(f"Unknown engine {engine!r}; there are {', '.join(ENGINES)}.")
    state = Path(project.usable_state(str(root), os.environ))
    wanted = nightly.Wanted(
        engine=engine,
        limit_usd=limit_usd,
        since=since.replace(tzinfo=UTC) if since else None,
        seconds=60 * (BATCH_WAIT_MINUTES if wait is None else wait) if engine == nightly.BATCHES else None,
        dry=dry_run,
    )
    with locks.held(state / "locks" / "rebuild.lock", seconds=0.0) as mine:
        if not mine:
            typer.echo("distill: another rebuild of this project is at work; nothing was done", err=True)
            raise typer.Exit(0)
        plan, why = nightly.plan(root, state, settings, os.environ, wanted)
        taken = 0 if dry_run else nightly.take_up_spool(root, state, os.environ)
        report = _rebuilt(plan, jobs=jobs, cluster=cluster, quiet=as_json)
        places = 0 if dry_run else _rescanned(root, plan, state)
        indexes = 0 if dry_run else _indexed(plan, state)
    said = (
        _as_json(report, taken, places, why, indexes)
        if as_json
        else _as_text(report, taken, places, _told(why, wanted), plan, indexes)
    )
    typer.echo(said)
    if report.disk:
        raise report.disk
    raise typer.Exit(1 if places else 0)


def _rebuilt(plan: "Plan", *, jobs: int, cluster: str, quiet: bool) -> "Report":
    from distill.rebuild import nightly, run
    from distill.rebuild.executors import executor

    pages = sum(1 for _ in (plan.wiki / "sessions").glob("*.md"))
    with executor(pages, jobs=jobs, cluster=cluster) as found, _bar(pages, shown=not quiet) as step:

        def tick(applied: "Applied") -> None:
            if not plan.dry:
                nightly.write_down(plan.state, applied)
            step()

        return run.rebuild(dataclasses.replace(plan, executor=found), tick=tick)


def _rescanned(root: Path, plan: "Plan", state: Path) -> int:
    """Count the places in which today's rules find something."""
    from distill.rescan import run, targets

    results = run.rescan(
        list(targets.units(plan.wiki, state, targets.site_of(root), root=root)), root, policy=plan.settings.redaction
    )
    return sum(len(each.examined.findings) + each.in_name for each in results)


def _indexed(plan: "Plan", state: Path) -> int:
    """Write the index pages again where they lie on the disk; count those that changed."""
    from distill.site import on_disk

    if not on_disk.in_use(plan.wiki):
        return 0
    done = on_disk.refreshed(plan.wiki, state, now_ns=time.time_ns())
    return len(done.written) + len(done.removed)


@contextmanager
def _bar(count: int, *, shown: bool) -> Iterator[Callable[[], None]]:
    if not (shown and count >= BAR_FROM and sys.stderr.isatty()):
        yield lambda: None
        return
    with typer.progressbar(length=count, label="Rebuilding", file=sys.stderr) as progress:
        yield lambda: progress.update(1)
        progress.update(count - progress.pos)  # pages that are passed over for their date are done as well


def _told(why: str, wanted: "Wanted") -> str:
    """Say why no model is asked where one was named; that there is no key for `auto` is no news."""
    return why if wanted.engine not in {"", "auto"} else ""


def _as_json(report: "Report", taken: int, places: int, why: str, indexes: int) -> str:
    from distill.rebuild.apply import Done

    shown = [each for each in report.applied if each.done is not Done.CURRENT]
    said = {
        "pages": len(report.applied),
        **{done.value: report.count(done) for done in Done},
        "changes": [{"page": e.path.name, "done": e.done, "why": e.why or None} for e in shown],
        "lowered": [path.name for path in report.lowered],
        "asked": report.asked,
        "waiting": report.waiting,
        "usd": round(report.usd, 6),
        "stopped": report.stopped or why or None,
        "from_spool": taken,
        "places": places,
        "indexes": indexes,
    }
    return json.dumps(said, ensure_ascii=False, indent=1)


def _as_text(report: "Report", taken: int, places: int, why: str, plan: "Plan", indexes: int) -> str:
    indexed = [f"{indexes} index page{'' if indexes == 1 else 's'} written"] if indexes else []
    return "\n".join([*_lines(report), *_summary(report, taken, places, why, dry=plan.dry), *indexed])


def _lines(report: "Report") -> Iterator[str]:
    from distill.rebuild.apply import Done

    for each in report.applied:
        if each.done is not Done.CURRENT:
            yield f"{each.done}: {each.path.name}{f' ({each.why})' if each.why else ''}"
    yield from (f"confidence lowered: {path.name} was changed after its review" for path in report.lowered)


def _summary(report: "Report", taken: int, places: int, why: str, *, dry: bool) -> Iterator[str]:
    from distill.rebuild.apply import Done

    counts = ", ".join(f"{report.count(done)} {done}" for done in Done if report.count(done) or done is Done.CURRENT)
    count = len(report.applied)
    yield f"{count} page{'' if count == 1 else 's'}: {counts}{'; nothing was done' if dry else ''}"
    if taken:
        yield f"{taken} waiting event{'s' if taken > 1 else ''} taken up"
    if report.asked:
        yield f"{report.asked} asked of the model, for {report.usd:.4f} USD{' at most' if dry else ''}"
    if report.waiting:
        yield f"{report.waiting} of them not ready yet: the next `distill rebuild --engine batches` takes them up"
    if report.stopped or why:
        yield f"no model is asked: {report.stopped or why}"
    if places:
        yield f"{places} places hold what today's rules take out: `distill rescan` names them, `--fix` redacts them"

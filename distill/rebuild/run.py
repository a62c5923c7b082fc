"""The rebuild of a wiki: each page that is out of date is made again, by whichever executor, and put in its place."""

import errno
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import chain
from pathlib import Path

from distill import pipeline
from distill.config import Settings
from distill.engines.interface import Answer, BulkEngine, Engine, PricedEngine, Unavailable, distill_all
from distill.errors import RedactionError
from distill.model import Reason, Redacted
from distill.rebuild import memory
from distill.rebuild.apply import Applied, Done, apply, lowered
from distill.rebuild.candidates import Candidate, Left, candidates
from distill.rebuild.need import ASK_AGAIN, Need, need
from distill.rebuild.remake import Remade, remade

CHUNK = 16
"""Pages that go to a process at a time."""
STOPPING = frozenset({
    Reason.BAD_KEY, Reason.NO_KEY, Reason.API_TIMEOUT, Reason.API_ERROR, Reason.RATE_LIMITED, Reason.OVERLOADED,
    Reason.UNKNOWN_MODEL, Reason.CAP_REACHED, Reason.CONFIG_ERROR, Reason.UNEXPECTED,
})  # fmt: skip
"""What speaks of the service and not of a map."""
UNASKED = frozenset({Reason.CAP_REACHED, Reason.NO_KEY, Reason.CONFIG_ERROR})
"""Where no request was made."""
MOST_FAILURES = 3
"""How often in a row the service may fail until no more is asked of it today."""
NO_DISK = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EROFS})
"""What the disk says of all pages and not of one."""
MOST_UNWRITTEN = 20
"""How many pages the disk may say no to until the run ends."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """How a rebuild is done."""

    settings: Settings
    wiki: Path
    state: Path
    fingerprint: str
    engine: Engine | None = None
    """The engine to ask; None: only the extractive one."""
    prompt: str = ""
    """The id of the prompt that it is asked with."""
    since: datetime | None = None
    seconds: float = 60.0
    """Wall time for one question, or for all of them where the engine takes many at once."""
    dry: bool = False
    executor: Executor | None = None
    """Who makes pages by the extractive engine; None: this process."""

    @property
    def tmp(self) -> Path | None:
        """Name the folder for drafts; None: nothing is written."""
        return None if self.dry else self.state / "tmp"


@dataclass(slots=True, kw_only=True)
class Report:
    """What a rebuild did."""

    applied: list[Applied] = field(default_factory=list)
    lowered: list[Path] = field(default_factory=list)
    asked: int = 0
    waiting: int = 0
    """How many of the asked were not ready in time, and lie in a batch."""
    usd: float = 0.0
    """What the answers cost; where nothing is done, the most that they would."""
    stopped: str = ""
    """Why the service was asked no more."""
    disk: OSError | None = None
    """What the disk said no to first, of one page."""
    unwritten: int = 0
    """How many pages it said no to."""

    def count(self, done: Done) -> int:
        """Count the pages of which this became."""
        return sum(each.done is done for each in self.applied)


def rebuild(plan: Plan, *, tick: Callable[[Applied], None]) -> Report:
    """Make again what is out of date; `tick` is told of each page.

    A page that the disk says no to is left, and the first such error is in the report. Raises OSError when the disk
    has no room or takes nothing at all.
    """
    report, known = Report(), memory.load(plan.state, plan.fingerprint)
    states: dict[str, str] = {}
    todo: dict[Need, list[Candidate]] = {Need.EXTRACT: [], Need.ASK: []}
    for each in candidates(plan.wiki, since=plan.since):
        if isinstance(each, Left):
            _note(Applied(done=Done.LEFT, path=each.path, why=each.why), report, tick)
            continue
        candidate = _lowered(each, plan, report, tick)
        if candidate is None:
            continue
        wanted = need(candidate.page.meta, prompt=plan.prompt)
        if wanted is Need.NOTHING or known.knows(candidate.path.name, candidate.state):
            states[candidate.path.name] = candidate.state
            _note(Applied(done=Done.CURRENT, path=candidate.path), report, tick)
        else:
            todo[wanted].append(candidate)
    for candidate, made in chain(_extracted(todo[Need.EXTRACT], plan), _asked(todo[Need.ASK], plan, report)):
        applied = _applied(candidate, made, plan, report)
        if applied.done is not Done.LEFT and made.reason not in ASK_AGAIN - {""}:
            written = applied.done is Done.UPDATED
            then = replace(candidate, text=made.text, archived=made.archived) if written else candidate
            states[candidate.path.name] = then.state
        _note(applied, report, tick)
    if plan.dry:
        _foresee(todo[Need.ASK], plan, report, tick)
    else:
        memory.save(plan.state, memory.Memory(plan.fingerprint, _merged(known, states, plan)))
    return report


def _merged(known: memory.Memory, states: dict[str, str], plan: Plan) -> dict[str, str]:
    """Keep what is known of pages that were passed over for their date."""
    return {**known.states, **states} if plan.since else states


def _note(applied: Applied, report: Report, tick: Callable[[Applied], None]) -> None:
    report.applied.append(applied)
    tick(applied)


def _applied(candidate: Candidate, made: Remade, plan: Plan, report: Report) -> Applied:
    try:
        return apply(candidate, made, plan.wiki, plan.tmp)
    except OSError as error:
        return _unwritten(candidate.path, error, report)


def _unwritten(path: Path, error: OSError, report: Report) -> Applied:
    """Leave a page that the disk says no to; end the run where it says so to all: answers are paid for."""
    report.disk = report.disk or error
    report.unwritten += 1
    if error.errno in NO_DISK or report.unwritten >= MOST_UNWRITTEN:
        raise error
    return Applied(done=Done.LEFT, path=path, why=f"it cannot be written ({error.strerror or type(error).__name__})")


def _lowered(candidate: Candidate, plan: Plan, report: Report, tick: Callable[[Applied], None]) -> Candidate | None:
    """Drop a confidence that a change has outlived; None where that cannot be written."""
    try:
        after = lowered(candidate, plan.tmp)
    except OSError as error:
        _note(_unwritten(candidate.path, error, report), report, tick)
        return None
    if after is not candidate:
        report.lowered.append(candidate.path)
    return after


def _extracted(todo: list[Candidate], plan: Plan) -> Iterator[tuple[Candidate, Remade]]:
    pages, maps, same = [c.text for c in todo], [c.archived for c in todo], [plan.settings] * len(todo)
    if plan.executor is None:
        yield from zip(todo, map(remade, pages, maps, same), strict=True)
        return
    rest = iter(todo)
    try:
        for made in plan.executor.map(remade, pages, maps, same, chunksize=CHUNK):
            yield next(rest), made
    except Exception as error:  # noqa: BLE001 - each executor has its own for a process that was killed
        why = f"the process that made it ended ({type(error).__name__}); `--jobs 1` makes pages in this one"
        yield from ((candidate, Remade(trouble=why)) for candidate in rest)


def _asked(todo: list[Candidate], plan: Plan, report: Report) -> Iterator[tuple[Candidate, Remade]]:
    """Ask the engine for each page; once the service fails again and again, no more, and those pages stay."""
    if plan.engine is None or plan.dry:
        return
    ready: list[tuple[Candidate, Redacted]] = []
    for candidate in todo:
        source = _redacted(candidate, plan)
        if isinstance(source, Remade):
            yield candidate, source
        else:
            ready.append((candidate, source))
    failures, last = 0, ""
    bulk = isinstance(plan.engine, BulkEngine)  # it has answered all by the time that it has answered one
    answers = distill_all(plan.engine, (source for _, source in ready), seconds=plan.seconds)
    for candidate, _ in ready:
        if failures >= MOST_FAILURES and not bulk:
            yield candidate, replace(remade(candidate.text, candidate.archived, plan.settings), reason=last)
            continue
        answer = next(answers)
        _count(answer, report)
        failures = failures + 1 if isinstance(answer, Unavailable) and answer.reason in STOPPING else 0
        if isinstance(answer, Unavailable) and failures == MOST_FAILURES:
            report.stopped, last = answer.detail, answer.reason
        yield candidate, remade(candidate.text, candidate.archived, plan.settings, answer)


def _count(answer: Answer, report: Report) -> None:
    reason = answer.reason if isinstance(answer, Unavailable) else ""
    report.waiting += reason == Reason.BATCH_OPEN
    report.asked += reason not in UNASKED
    report.usd += answer.usage.cost_usd or 0.0


def _redacted(candidate: Candidate, plan: Plan) -> Redacted | Remade:
    try:
        return pipeline.redacted_source(candidate.archived, plan.settings.redaction)
    except RedactionError as error:
        return Remade(trouble=str(error))


def _foresee(todo: list[Candidate], plan: Plan, report: Report, tick: Callable[[Applied], None]) -> None:
    """Say what would be asked, and what that costs at most, where the price is known."""
    for candidate in todo:
        source = _redacted(candidate, plan)
        most = (
            plan.engine.most_usd(source)
            if isinstance(source, Redacted) and isinstance(plan.engine, PricedEngine)
            else None
        )
        report.asked += 1
        report.usd += most or 0.0
        _note(Applied(done=Done.ASKED, path=candidate.path), report, tick)

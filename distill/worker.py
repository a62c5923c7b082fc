"""The detached child of the hook: takes events from the spool, makes their pages, journals, ends.

`python -m distill.worker ROOT STATE LANE`. One worker serves a lane at a time; the others end at once,
since the one at work looks into the spool again before it goes. Without the packages it needs, it says so in
the journal and leaves the events where they are.
"""

import os
import sys
import time
from collections.abc import Mapping
from pathlib import Path

from distill import journal, locks, project, spool, sweep, watchdog
from distill.agents import events
from distill.agents.events import HookEvent

TYPE_CHECKING = False
if TYPE_CHECKING:
    from distill.outcome import Outcome

MAX_ROUNDS = 1_000
"""Bound on how often one worker looks into the spool again."""
MAX_TRIES = 3
"""How many workers may die of an event before it is given up."""
CHECK_S = 20.0
"""Wall time that comparing a summary may take."""
LATE = "it took longer than deadline_seconds; the next worker tries again, or `distill run` does"
LEFT_BEHIND_S = 120.0
"""Age beyond which another lane's event is taken to have no worker of its own."""


def main(argv: list[str], env: Mapping[str, str]) -> int:
    """Serve a lane, then what other lanes were left with; return the exit code."""
    root, state, lane = Path(argv[0]), Path(argv[1]), argv[2]
    try:
        from distill import fresh  # noqa: F401 - before an event is touched: without its packages nothing can be done

        serve(root, state, lane, env)
        for other in left_behind(state, time.time()):
            if other != lane:  # what still waits there was looked at a moment ago
                serve(root, state, other, env)
        sweep.sweep(state, time.time())
    except ImportError as error:
        what = f"{sys.executable} has no module {error.name}"
        _say(state, {"outcome": "skipped", "reason": "no-interpreter", "detail": what})
        return 1
    except OSError as error:
        what = f"the state folder cannot be used ({error.strerror or type(error).__name__}); events wait in it"
        _say(state, {"outcome": "failed", "reason": "disk-error", "detail": what})
        return 1
    return 0


def _say(state: Path, line: dict[str, object]) -> None:
    """Write into the journal; where that one takes nothing, into the one of the person's own state folder."""
    if journal.append(str(state), line):
        return
    try:
        journal.append(project.own_state(str(state.parent), os.environ), {**line, "of": state.parent.name})
    except OSError:
        return


def left_behind(state: Path, now: float) -> list[str]:
    """Name the lanes with an event that no worker has come for."""
    old = [f for f in spool.waiting(str(state)) if abs(now - spool.written_at(f)) > LEFT_BEHIND_S]
    return sorted({Path(f).name.rpartition("--")[0] for f in old})


def serve(root: Path, state: Path, lane: str, env: Mapping[str, str]) -> None:
    """Work off a lane under its lock; look again after letting go, so that no event is left between."""
    kept: set[str] = set()
    for _ in range(MAX_ROUNDS):
        waiting = [f for f in spool.waiting(str(state), lane) if f not in kept]
        lock = locks.take(state / "locks" / f"lane-{lane}.lock") if waiting else None
        if lock is None:
            break
        try:
            kept.update(left for f in waiting if (left := work_off(root, state, f, env)))
        finally:
            os.close(lock)
    _forget_repeated(sorted(kept))


def _forget_repeated(kept: list[str]) -> None:
    """Keep the newest event of each session: the others ask for the same page once the trouble is over."""
    seen: set[tuple[str, str]] = set()
    for path in reversed(kept):
        event = spool.read(path)
        if event is None:
            continue
        asked = (event.session_id, event.transcript_path)
        if asked in seen:
            spool.done(path)
        seen.add(asked)


def work_off(root: Path, state: Path, path: str, env: Mapping[str, str]) -> str:
    """Serve one event; return its file when it has to wait for better times, else nothing."""
    from distill.outcome import RETRYABLE, Failed, fields

    event = spool.read(path)
    if event is None:
        return _unreadable(state, path)
    started, at = time.monotonic(), min(spool.written_at(path) or time.time(), time.time())  # clocks are set back
    path, tries = spool.begin(path)
    outcome = given_up() if tries > MAX_TRIES else outcome_of(event, root, state, env, at=at)
    spent = int(1000 * (time.monotonic() - started))
    session = events.safe_id(event.session_id)
    _say(state, {**fields(outcome, session), "ms": spent, **_told_by(event)})
    if isinstance(outcome, Failed) and outcome.reason in RETRYABLE:
        return spool.put_back(path)
    spool.done(path)
    check_summary(event, outcome, root, state, env, at=at)
    return ""


def check_summary(
    event: HookEvent, outcome: "Outcome", root: Path, state: Path, env: Mapping[str, str], *, at: float
) -> None:
    """Compare the summary with the constraints; the page is there already, whatever comes of this."""
    from distill import summary_check

    try:
        with watchdog.watched(CHECK_S, lambda: None):
            summary_check.check(event, outcome, root, state, env, at=at)
    except Exception as error:  # noqa: BLE001 - nothing waits for it
        detail = f"the summary was not compared ({type(error).__name__})"
        _say(state, {"outcome": "failed", "reason": "unexpected", "detail": detail, **_told_by(event)})


def _told_by(event: HookEvent) -> dict[str, object]:
    return {"agent": events.safe_id(event.agent), "event": event.label}


def _unreadable(state: Path, path: str) -> str:
    """Say that a waiting event cannot be read; one that is not ours to read waits, a broken one goes."""
    if not spool.is_there(path):
        return ""
    closed = not (Path(path).is_file() and os.access(path, os.R_OK))
    detail = "an event in the spool cannot be read" if closed else "an event in the spool was broken, and is gone"
    _say(state, {"outcome": "failed", "reason": "disk-error" if closed else "no-input", "detail": detail})
    if closed:
        return path
    spool.done(path)
    return ""


def outcome_of(event: HookEvent, root: Path, state: Path, env: Mapping[str, str], *, at: float) -> "Outcome":
    """Make the page of an event within the deadline; whatever goes wrong is an outcome too."""
    from distill import config, fresh
    from distill.errors import ConfigError
    from distill.model import Reason
    from distill.outcome import Failed, fields
    from distill.redaction.redactor import redact

    session = events.safe_id(event.session_id)

    def last_words() -> None:
        late = Failed(reason=Reason.DEADLINE, detail=LATE)
        journal.append(str(state), {**fields(late, session), **_told_by(event)})

    try:
        settings = config.load(root, env=env)
        with watchdog.watched(settings.deadline_seconds, last_words):
            return fresh.page_of_event(event, root, state, settings, env, at=at)
    except ConfigError as error:
        return Failed(reason=Reason.CONFIG_ERROR, detail=redact(str(error)).text)
    except ImportError:
        raise
    except Exception as error:  # noqa: BLE001 - the last edge; the text of the error may hold text of the map
        return Failed(reason=Reason.UNEXPECTED, detail=f"{type(error).__name__}; run `distill run` to see more")


def given_up() -> "Outcome":
    """Say that an event has ended its workers too often."""
    from distill.model import Reason
    from distill.outcome import Failed

    return Failed(reason=Reason.DEADLINE, detail=f"{MAX_TRIES} workers ended on it; make the page by `distill run`")


if __name__ == "__main__":
    watchdog.end_within(watchdog.LIFE_S)
    sys.exit(main(sys.argv[1:], os.environ))

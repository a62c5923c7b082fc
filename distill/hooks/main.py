"""What every hook shim calls: read the event, dispatch or not, exit 0, whatever happens."""

import os
import sys
import time

from distill import journal, project, spool
from distill.agents import events
from distill.hooks import detach, stdin

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from distill.agents.events import HookEvent


MAX_SECONDS = 2.0
"""What a hook may take once it has read its event; it needs some milliseconds."""


def main() -> None:
    """Handle the event on stdin and end the process with exit code 0."""
    try:
        data = stdin.read()
        stdin.end_within(MAX_SECONDS)
        handle(data, os.environ, sys.executable)
    except BaseException:  # a hook never troubles the session; the journal has what could be said
        pass
    os._exit(0)  # nothing is buffered, and the interpreter's own tidying up costs a millisecond


def handle(data: bytes, env: "Mapping[str, str]", python: str) -> None:
    """Dispatch a worker for a compaction; journal what was not dispatched; ignore all other events."""
    event = events.parse(data)
    if event is None:
        _journal_known_project(env, {"outcome": "skipped", "reason": "no-input", "bytes": len(data)})
        return
    if not event.is_compaction:
        return
    event.seat = events.masked(env.get("DISTILL_SEAT", ""))
    event.session_id = events.safe_id(event.session_id)
    event.cwd = event.cwd or env.get("CLAUDE_PROJECT_DIR", "")
    root = project.find_root(event.cwd) if event.cwd else ""
    if not root or root == os.path.dirname(root):
        return
    state = project.usable_state(root, env)
    reason = _reason_against(event, env)
    if reason:
        _note(state, event, {"outcome": "skipped", "reason": reason})
        return
    try:
        dispatch(event, root, state, env, python)
    except OSError:
        _dispatch_elsewhere(event, root, state, env, python)


def _dispatch_elsewhere(event: "HookEvent", root: str, state: str, env: "Mapping[str, str]", python: str) -> None:
    """Use the person's own state folder when the project's takes no event: full, or somebody else's."""
    try:
        dispatch(event, root, project.own_state(root, env), env, python)
    except OSError:
        _note(state, event, {"outcome": "failed", "reason": "disk-error", "detail": "the event could not be stored"})


def dispatch(event: "HookEvent", root: str, state: str, env: "Mapping[str, str]", python: str) -> None:
    """Put the event into the spool, start a worker for its lane, and journal it."""
    spool.put(state, event, now_ns=time.time_ns(), pid=os.getpid())
    worker = detach.interpreter(env, python)
    parent = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    started = bool(worker) and detach.start(
        detach.command(worker, root, state, spool.lane_of(event)), detach.environment(env, parent), root
    )
    if started:
        _note(state, event, {"outcome": "dispatched"})
    else:
        _note(state, event, {"outcome": "skipped", "reason": "no-interpreter", "spooled": 1})


def _reason_against(event: "HookEvent", env: "Mapping[str, str]") -> str:
    if env.get(detach.GUARD):
        return "nested"
    return "subagent" if event.agent_id else ""


def _note(state: str, event: "HookEvent", fields: "dict[str, object]") -> None:
    seat, session = events.safe_id(event.seat), events.safe_id(event.session_id)
    told = {"seat": seat, "session": session, "agent": events.safe_id(event.agent), "event": event.label}
    journal.append(state, {**fields, **told})


def _journal_known_project(env: "Mapping[str, str]", fields: "dict[str, object]") -> None:
    """Journal an input that names no project, where the hook was started inside a known one."""
    try:
        root = project.find_root(env.get("CLAUDE_PROJECT_DIR") or os.getcwd())
    except OSError:
        return
    if os.path.isdir(os.path.join(root, ".git")) or os.path.isdir(project.state_dir(root)):
        journal.append(project.make_state(root), fields)

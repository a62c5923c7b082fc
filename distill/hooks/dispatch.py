"""Hand a compaction to the worker: into the spool, a worker for its lane, a line in the journal."""

import os
import time

from distill import project, spool
from distill.hooks import detach

TYPE_CHECKING = False
if TYPE_CHECKING:
    from distill.hooks.call import Call


def dispatch(call: "Call") -> None:
    """Dispatch a worker for a compaction, or journal why not. Raises OSError where no state folder is to be had."""
    state = call.usable_state()
    if call.reason_against:
        call.note(state, {"outcome": "skipped", "reason": call.reason_against})
        return
    try:
        _into(call, state)
    except OSError:
        _elsewhere(call, state)


def _elsewhere(call: "Call", state: str) -> None:
    """Use the person's own state folder when the project's takes no event: full, or somebody else's."""
    try:
        _into(call, project.own_state(call.root, call.env))
    except OSError:
        call.note(state, {"outcome": "failed", "reason": "disk-error", "detail": "the event could not be stored"})


def _into(call: "Call", state: str) -> None:
    """Put the event into the spool, start a worker for its lane, and journal it."""
    spool.put(state, call.event, now_ns=time.time_ns(), pid=os.getpid())
    worker = detach.interpreter(call.env, call.python)
    if worker and call.start(detach.command(worker, call.root, state, spool.lane_of(call.event))):
        call.note(state, {"outcome": "dispatched"})
    else:
        call.note(state, {"outcome": "skipped", "reason": "no-interpreter", "spooled": 1})

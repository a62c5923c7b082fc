"""Start the background preparation of the restore text."""

from distill.hooks import detach

TYPE_CHECKING = False
if TYPE_CHECKING:
    from distill.hooks.call import Call


def start(call: "Call", state: str) -> bool:
    """Start `python -m distill.prepare`, detached; tell whether it was started."""
    worker = detach.interpreter(call.env, call.python)
    if not worker or not state:
        return False
    event = call.event
    given = [call.root, state, call.lane, event.seat, event.session_id, event.cwd]
    return call.start([worker, "-P", "-X", "utf8", "-m", "distill.prepare", *given])

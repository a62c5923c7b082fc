"""Start what would take a hook too long: the restore text, and the look at what is unfinished."""

from distill.hooks import detach

TYPE_CHECKING = False
if TYPE_CHECKING:
    from distill.hooks.call import Call


def prepare(call: "Call", state: str) -> bool:
    """Start the preparation of the restore text; tell whether it was started."""
    event = call.event
    return _start(call, "prepare", state, [event.seat, event.session_id, event.cwd, event.transcript_path])


def examine(call: "Call", state: str, seat: str) -> bool:
    """Start the look at what of a seat's restore is unfinished; tell whether it was started."""
    return _start(call, "unfinished", state, [seat, call.event.transcript_path])


def _start(call: "Call", module: str, state: str, more: "list[str]") -> bool:
    worker = detach.interpreter(call.env, call.python)
    if not worker or not state:
        return False
    return call.start([worker, "-P", "-X", "utf8", "-m", f"distill.{module}", call.root, state, call.lane, *more])

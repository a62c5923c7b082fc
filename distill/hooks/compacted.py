"""A compaction has just happened: its page is dispatched first, whatever becomes of the rest."""

from distill.hooks.dispatch import dispatch

TYPE_CHECKING = False
if TYPE_CHECKING:
    from distill.hooks.call import Call


def handle(call: "Call") -> str:
    """Dispatch the page; then lead the agent back."""
    try:
        dispatch(call)
    except OSError:  # no state folder is to be had: the text needs none
        pass
    if call.env.get("DISTILL_CONTINUITY") == "off":
        return ""
    try:
        from distill.hooks import asides, delivery

        asides.arm(call)
        return delivery.after_compaction(call)
    except Exception as error:
        if state := call.known_state():
            call.note(state, {"restore": "failed", "detail": type(error).__name__})
        return ""

"""A compaction has just happened: its page is dispatched, whatever else follows."""

from distill.hooks.dispatch import dispatch

TYPE_CHECKING = False
if TYPE_CHECKING:
    from distill.hooks.call import Call


def handle(call: "Call") -> str:
    """Dispatch the page; say nothing."""
    dispatch(call)
    return ""

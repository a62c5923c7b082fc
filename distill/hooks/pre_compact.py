"""A compaction is about to happen: what the summary must hold."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from distill.hooks.call import Call


def handle(call: "Call") -> str:  # noqa: ARG001 - the form of all handlers
    """Say nothing yet."""
    return ""

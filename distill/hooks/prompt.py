"""A person has sent a prompt: what did not reach the agent after a compaction is brought now."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from distill.hooks.call import Call


def handle(call: "Call") -> str:  # noqa: ARG001 - the form of all handlers
    """Say nothing yet."""
    return ""

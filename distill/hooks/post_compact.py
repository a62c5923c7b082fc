"""A compaction is over, where the client sends its summary with that (Claude Code): kept for the worker to compare."""

from distill import spool
from distill.constraints import box

TYPE_CHECKING = False
if TYPE_CHECKING:
    from distill.hooks.call import Call


def handle(call: "Call") -> str:
    """Keep the summary; say nothing."""
    summary = call.event.told.get("compact_summary")
    state = call.known_state()
    if state and call.is_leads and isinstance(summary, str) and summary.strip():
        box.put_summary(state, spool.lane_of(call.event), summary)
    return ""

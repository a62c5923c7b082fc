"""A helper has started or stopped, or a turn is over: who lives is noted; nothing is ever said."""

from distill.hooks import detach
from distill.team import heard, roster, warning

TYPE_CHECKING = False
if TYPE_CHECKING:
    from distill.hooks.call import Call


def handle(call: "Call") -> str:
    """Note what the event tells of the team; keep the summary that the client's summariser ends with."""
    event = call.event
    if call.env.get(detach.GUARD) or not warning.key_of(event):
        return ""
    state = call.usable_state() if heard.is_about_somebody(event) else call.known_state()
    if not state:
        return ""
    if summary := heard.summary_of(event):
        from distill import spool
        from distill.constraints import box

        box.put_summary(state, spool.lane_of(event), summary)
        return ""
    if heard.is_about_somebody(event) or roster.read(state, warning.key_of(event)).members:
        roster.change(state, warning.key_of(event), lambda found: heard.take(found, event, call.now))
    return ""

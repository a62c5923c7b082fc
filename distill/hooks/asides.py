"""What is said beside the restore text: to the agent, who of its helpers lives; to the person, what a summary lost."""

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from distill.hooks.call import Call


def arm(call: "Call") -> None:
    """Note that a compaction has made the session's own agent forget its helpers."""
    state = call.known_state()
    if not state or not call.is_leads or not call.event.session_id or not _any_team(call, state):
        return
    if _is_off(call):
        return
    from distill.team import warning

    try:
        warning.arm(state, call.event, call.env, call.now)
    except OSError:
        pass


def _any_team(call: "Call", state: str) -> bool:
    """Tell whether anybody was heard of here, or the client has teams: usually not, and then nothing is loaded."""
    home = call.env.get("CLAUDE_CONFIG_DIR") or os.path.join(call.env.get("HOME", ""), ".claude")
    return any(os.path.isdir(os.path.join(folder, name)) for folder, name in ((state, "team"), (home, "teams")))


def warning(call: "Call", state: str) -> str:
    """Give the warning that is owed to the session's own agent, once; usually empty."""
    if not call.is_leads or not os.path.isdir(os.path.join(state, "team")):
        return ""
    from distill.team import warning

    try:
        text = warning.warning(state, warning.key_of(call.event), call.now)
    except OSError:
        return ""
    return "" if text and _is_off(call) else text


def _is_off(call: "Call") -> bool:
    """Tell whether all of it is switched off, in a file or in the environment."""
    from distill.compaction import choices

    return choices.load(call.root, call.env).is_off


def notice(call: "Call", state: str) -> str:
    """Take the line that waits for the person; usually empty."""
    if not call.is_leads or not os.path.isdir(os.path.join(state, "notices")):
        return ""
    from distill import spool
    from distill.constraints import box

    return " ".join(box.take(state, box.NOTICES, spool.lane_of(call.event)).split())

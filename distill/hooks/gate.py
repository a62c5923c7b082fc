"""The gate, where it is switched on: a manual compaction without a fresh restore map is put off once.

An automatic one is never held up: the conversation could not go on. Whoever asks again within some minutes passes.
"""

import os

from distill.compaction import newest_map, ready
from distill.hooks.reply import Block

TYPE_CHECKING = False
if TYPE_CHECKING:
    from distill.compaction.choices import Choices
    from distill.hooks.call import Call

AGAIN_S = 600.0
REASON = "Write the restore map first, then compact. To compact without one, ask again within ten minutes."


def block(call: "Call", chosen: "Choices", state: str) -> "Block | None":
    """Put a manual compaction off, or let it pass."""
    if not chosen.gate or call.event.trigger != "manual" or not state:
        return None
    found = newest_map.find([call.root, call.event.cwd], call.event.session_id, call.event.seat or chosen.seat)
    if found is not None and newest_map.age(*found, call.now) <= chosen.fresh_minutes * 60:
        return None
    name = ready.path(state, call.lane, "gate")
    return None if _asked_again(name, call.now) or not _remembered(name) else Block(REASON)


def _asked_again(name: str, now: float) -> bool:
    try:
        at = os.stat(name).st_mtime
        os.unlink(name)
    except OSError:
        return False
    return abs(now - at) <= AGAIN_S


def _remembered(name: str) -> bool:
    """Remember that the compaction was put off; where that cannot be, it is not put off."""
    try:
        os.makedirs(os.path.dirname(name), 0o700, exist_ok=True)
        os.close(os.open(name, os.O_CREAT | os.O_WRONLY, 0o600))
    except OSError:
        return False
    return True

"""Bring the restore text: arm the marker of the seat, put the text together, remember that it was told."""

from distill.compaction import ready, restore_text
from distill.hooks import reply
from distill.restore import marker

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from distill.compaction.parts import Parts
    from distill.hooks.call import Call

COPIES_S = 20.0
"""So long after one copy of a hook has spoken, the others are silent."""
PREPARED, LOOKED_UP = "prepared", "looked-up"


def after_compaction(call: "Call") -> str:
    """Arm the marker and give the restore text; empty where it is switched off or another copy has spoken."""
    if not call.is_leads:
        return ""
    state = _state(call)
    told, source = known(call, state)
    if told is None:
        return ""
    seat = call.event.seat or told.seat or call.event.session_id or "unknown"
    is_first = _is_first(call, state, seat, told)
    speaks = call.event.hook_event_name == "SessionStart" and is_first
    armed = marker.load(state, seat, call.now) if state else None
    return text_of(call, state, seat, (told, source), armed or {}) if speaks else ""


def _state(call: "Call") -> str:
    """Give the state folder; empty where none is to be had, and then the text is told all the same."""
    try:
        return call.usable_state()
    except OSError:
        return ""


def _is_first(call: "Call", state: str, seat: str, told: "Parts") -> bool:
    """Arm the marker, and tell whether no other copy has spoken; where nothing can be written, each copy speaks."""
    if not state:
        return True
    try:
        if call.event.hook_event_name == "SessionStart" and not ready.claim(state, call.lane, call.now, COPIES_S):
            return False
        _arm(call, state, seat, told)
    except OSError:
        pass
    return True


def known(call: "Call", state: str) -> "tuple[Parts | None, str]":
    """Give what was prepared, else what a look can tell, None where it is switched off; and which of the two it is."""
    prepared = ready.load(state, call.lane, call.now) if state else None
    if prepared is not None:
        return prepared, PREPARED
    from distill.hooks import look

    return look.up(call), LOOKED_UP


def text_of(
    call: "Call",
    state: str,
    seat: str,
    known_parts: "tuple[Parts, str]",
    armed: "Mapping[str, object]",
    unfinished: "Sequence[str]" = (),
) -> str:
    """Put the text together for the client that asks, and remember it."""
    from distill.hooks import asides

    told, source = known_parts
    event, mark = call.event, f"{int(call.now * 1000) & 0xFFFFFFFF:08x}"
    codex = event.agent == "codex"
    before = str(armed.get("sessionId") or "")
    moved = (before, event.session_id) if before and event.session_id and before != event.session_id else None
    size = reply.size_in_bytes if codex else len
    helpers = asides.warning(call, state) if state else ""
    text = restore_text.compose(
        told,
        now=call.now,
        mark=mark,
        most=(reply.MOST_CODEX_TEXT if codex else reply.MOST_CHARACTERS) - size(helpers) - 1,
        size=size,
        transcript=event.transcript_path,
        tail=_tail(call, told),
        moved=moved,
        unfinished=[*_earlier(armed), *unfinished],
    )
    _remember(call, state, seat, mark, source)
    return f"{text}\n{helpers}"


def _remember(call: "Call", state: str, seat: str, mark: str, source: str) -> None:
    """Note that the text was told; a full disk takes the note, not the text."""
    if not state:
        return
    try:
        marker.delivered(state, seat, call.now)
        ready.tell(state, call.lane, {"seat": seat, "mark": mark, "source": source, "arrived": False})
    except OSError:
        pass
    call.note(state, {"restore": source})


def _arm(call: "Call", state: str, seat: str, told: "Parts") -> None:
    """Arm the marker of this compaction, once: Codex tells of one twice, the second time at the next prompt."""
    event = call.event
    if event.agent == "codex" and event.hook_event_name == "SessionStart":
        before = marker.load(state, seat, call.now)
        if before is not None and before["sessionId"] == event.session_id and before.get("deliveredAt") is None:
            return
    named = "" if event.agent == "codex" else f"{int(call.now * 1000)}"  # of its copies, one comes here
    place = (event.transcript_path, event.cwd, told.map_path)
    marker.arm(state, seat, event.session_id, *place, call.now, compaction=named)


def _tail(call: "Call", told: "Parts") -> str:
    from distill.compaction import tail

    return tail.newest(told.handoffs, call.event.session_id, call.env) if told.handoffs else ""


def _earlier(armed: "Mapping[str, object]") -> "list[str]":
    """Name the restores of earlier compactions that nobody finished."""
    earlier = armed.get("unfinished")
    told = earlier if isinstance(earlier, list) else []
    maps = [str(one.get("restoreMapPath") or "") for one in told if isinstance(one, dict)]
    return [f"- the restore from {restore_text.shortened(path)}" for path in dict.fromkeys(maps) if path]

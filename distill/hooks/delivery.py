"""Bring the restore text: arm the marker of the seat, put the text together, remember that it was told."""

import os

from distill.compaction import choices, newest_map, parts, ready, restore_text, rules, shape, tail
from distill.compaction.parts import Parts
from distill.hooks import reply
from distill.restore import marker

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from distill.compaction.choices import Choices
    from distill.hooks.call import Call

COPIES_S = 20.0
"""So long after one copy of a hook has spoken, the others are silent."""
GONE = "the one that was prepared is gone"


def after_compaction(call: "Call") -> str:
    """Arm the marker and give the restore text; empty where it is switched off or another copy has spoken."""
    chosen = choices.load(call.root, call.env)
    if not chosen.deliver or not call.is_leads:
        return ""
    state = call.usable_state()
    told, source = known(call, chosen, state)
    seat = seat_of(call, chosen, told)
    armed = _armed(call, state, seat, told)
    if call.event.hook_event_name != "SessionStart" or not ready.claim(
        state, call.lane(chosen.seat), call.now, COPIES_S
    ):
        return ""
    return text_of(call, chosen, state, seat, (told, source), armed)


def text_of(
    call: "Call",
    chosen: "Choices",
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
    helpers = asides.warning(call, state)
    text = restore_text.compose(
        told,
        rules.template("protocol.md"),
        now=call.now,
        mark=mark,
        most=(reply.MOST_CODEX_TEXT if codex else reply.MOST_CHARACTERS) - size(helpers) - 1,
        size=size,
        transcript=event.transcript_path,
        tail=tail.newest(chosen.handoffs, event.session_id, call.env),
        moved=moved,
        unfinished=[*_earlier(armed), *unfinished],
    )
    _remember(call, chosen, state, seat, mark, source)
    return f"{text}\n{helpers}"


def known(call: "Call", chosen: "Choices", state: str) -> "tuple[Parts, str]":
    """Give what was prepared, else what a look can tell; and which of the two it is."""
    lane = call.lane(chosen.seat)
    prepared = ready.load(state, lane, call.now)
    if prepared is not None:
        if prepared.map_path and not _is_there(prepared.map_path):
            prepared.map_path, prepared.trouble = "", GONE
        return prepared, "prepared"
    return looked_up(call, chosen), "looked-up"


def looked_up(call: "Call", chosen: "Choices") -> Parts:
    """Find map and constraints without the preparation: it did not run, or something changed since."""
    from distill.constraints import light

    found = parts.Parts()
    event = call.event
    folders = [call.root] if event.cwd == call.root else [call.root, event.cwd]
    newest = newest_map.find(folders, event.session_id, event.seat or chosen.seat)
    if newest is not None:
        found.map_path, found.map_written = newest
        found.reading = ["The map has it: read it there, down to the tier line."]
    found.registry = os.path.join(call.root, chosen.wiki, "constraints.md")
    active = light.active(found.registry, event.seat or chosen.seat)
    found.constraints = [(force, shape.masked(text)) for force, text in active]
    return found


def seat_of(call: "Call", chosen: "Choices", told: Parts) -> str:
    """Name who owes the restore: the seat, where it is known, else the session."""
    return call.event.seat or chosen.seat or told.seat or call.event.session_id or "unknown"


def _armed(call: "Call", state: str, seat: str, told: Parts) -> "Mapping[str, object]":
    """Arm the marker of this compaction, once; give it as it is now."""
    event = call.event
    before = marker.load(state, seat, call.now)
    waits = before is not None and before["sessionId"] == event.session_id and before.get("deliveredAt") is None
    if not (waits and event.agent == "codex" and event.hook_event_name == "SessionStart"):
        marker.arm(state, seat, event.session_id, event.transcript_path, event.cwd, told.map_path, call.now)
    return marker.load(state, seat, call.now) or {}


def _earlier(armed: "Mapping[str, object]") -> "list[str]":
    """Name the restores of earlier compactions that nobody finished."""
    earlier = armed.get("unfinished")
    told = earlier if isinstance(earlier, list) else []
    maps = [str(one.get("restoreMapPath") or "") for one in told if isinstance(one, dict)]
    return [f"- the restore from {restore_text.shortened(path)}" for path in dict.fromkeys(maps) if path]


def _remember(call: "Call", chosen: "Choices", state: str, seat: str, mark: str, source: str) -> None:
    marker.delivered(state, seat, call.now)
    values = {"version": ready.VERSION, "seat": seat, "mark": mark, "source": source, "session": call.event.session_id}
    ready.put(ready.path(state, call.lane(chosen.seat), "told"), {**values, "arrived": False})
    call.note(state, {"restore": source})


def _is_there(path: str) -> bool:
    try:
        return os.path.isfile(path) and os.stat(path).st_size > 0
    except OSError:
        return False

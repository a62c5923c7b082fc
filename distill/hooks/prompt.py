"""The second carrier: a person has sent a prompt, or has taken a session up again, and the agent owes a restore.

Speaks when the text was not told, when the transcript shows that it did not arrive, or when more is known by now; lists
once what is unfinished; and is quiet from then on. Costs a look into one folder where nothing is pending.
"""

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from distill.compaction.parts import Parts
    from distill.hooks.call import Call

MOST_TELLINGS = 3
"""So often a text is told at most, for clients whose transcript shows nothing of it."""
TAIL_BYTES = 1_048_576
"""So much of the end of a transcript is searched for the text."""

NO_WAIT = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
"""A pipe in the place of a file is an error at once, and holds nobody."""


def handle(call: "Call") -> str:
    """Bring what did not reach the agent; usually nothing."""
    state = call.known_state()
    if not state or not call.is_leads or call.env.get("DISTILL_CONTINUITY") == "off":
        return ""
    from distill.hooks import asides

    call.notice = asides.notice(call, state)
    try:
        text = _restore(call, state) if _anything_pending(state) else ""
    except OSError:  # what cannot be noted would be told at each prompt
        text = ""
    return text or asides.warning(call, state)


def _restore(call: "Call", state: str) -> str:
    from distill.compaction import ready
    from distill.restore import marker

    told = ready.told(state, call.lane)
    if told.get("listed"):
        return ""
    seat = call.event.seat or str(told.get("seat") or "") or _seat_of_settings(call) or call.event.session_id
    armed = marker.load(state, seat, call.now)
    if armed is None or not _is_asked(call, armed):
        return ""
    return _unfinished(call, state, told, armed) if told.get("arrived") else _owed(call, state, seat, told, armed)


def _owed(call: "Call", state: str, seat: str, told: "Mapping[str, object]", armed: "Mapping[str, object]") -> str:
    from distill.compaction import ready
    from distill.hooks import delivery

    known, source = delivery.known(call, state)
    if known is None:
        return ""
    is_more = source == delivery.PREPARED and told.get("source") == delivery.LOOKED_UP and _knows_more(call, known)
    if armed.get("deliveredAt") is not None and not _tell_again(call, armed, told, is_more=is_more):
        return _arrived_now(call, state, {**told, "seat": seat})
    if not ready.claim(state, _once(call, told), call.now, delivery.COPIES_S):
        return ""
    return delivery.text_of(call, state, seat, (known, source), armed)


def _knows_more(call: "Call", prepared: "Parts") -> bool:
    """Tell whether the preparation has constraints that a look does not find: all else stands in the map."""
    from distill.hooks import look

    looked = look.up(call)
    told = {text for _, text in looked.constraints} if looked is not None else set()
    return any(text not in told for _, text in prepared.constraints)


def _arrived_now(call: "Call", state: str, told: "Mapping[str, object]") -> str:
    """Note that the text is there; what is unfinished by now is looked up for the next prompt."""
    from distill.compaction import ready
    from distill.hooks import background

    ready.tell(state, call.lane, {**told, "arrived": True, "listed": False})
    background.examine(call, state, str(told.get("seat")))
    return ""


def _unfinished(call: "Call", state: str, told: "Mapping[str, object]", armed: "Mapping[str, object]") -> str:
    """List once what was unfinished at the prompt before, where that has been looked up for this compaction."""
    from distill.compaction import ready, restore_text

    found = ready.get(ready.path(state, call.lane, "unfinished"))
    if found.get("armed") != armed.get("createdAt"):
        return ""
    ready.tell(state, call.lane, {**told, "listed": True})
    lines = found.get("lines")
    return restore_text.reminder(lines, str(found.get("made"))) if isinstance(lines, list) else ""


def _once(call: "Call", told: "Mapping[str, object]") -> str:
    """Name what only one copy of a hook may do: on resume, Codex tells of the compaction as well."""
    return call.lane if call.event.hook_event_name == "SessionStart" else f"{call.lane}.{told.get('mark')}"


def _seat_of_settings(call: "Call") -> str:
    from distill.compaction import choices

    return choices.load(call.root, call.env).seat


def _is_asked(call: "Call", armed: "Mapping[str, object]") -> bool:
    """Tell whether it is this session's debt: its own, or its seat's, whatever id the session has now."""
    return armed.get("sessionId") == call.event.session_id or bool(call.event.seat)


def _tell_again(call: "Call", armed: "Mapping[str, object]", told: "Mapping[str, object]", *, is_more: bool) -> bool:
    """Tell whether the text has to be told again: it is not in the transcript, or more is known by now."""
    count = armed.get("deliveryCount")
    if isinstance(count, int) and count >= MOST_TELLINGS:
        return False
    return is_more or not _arrived(call.event.transcript_path, str(told.get("mark") or ""))


def _arrived(transcript: str, mark: str) -> bool:
    """Tell whether a text is in the transcript; where there is none to look into, it is taken to be."""
    if not mark:
        return True
    try:
        descriptor = os.open(transcript, os.O_RDONLY | NO_WAIT)
        with os.fdopen(descriptor, "rb") as stream:
            stream.seek(max(0, os.fstat(descriptor).st_size - TAIL_BYTES))
            return f"(distill {mark})".encode("ascii") in (stream.read(TAIL_BYTES) or b"")
    except (OSError, ValueError):  # a pipe in its place cannot be searched, nor can a name that is none
        return True


def _anything_pending(state: str) -> bool:
    try:
        return any(name.endswith(".json") for name in os.listdir(os.path.join(state, "pending")))
    except OSError:
        return False

"""The events of agents besides Claude Code and Codex: dispatched, brought and answered as each of them can take it.

Three of them tell of a compaction only before it, and Gemini even when it merely looks whether one is due. So their
event dispatches nothing but a map that is fresh and new: that map was written before, and is whole.
"""

import os

from distill.agents import light_json, others
from distill.hooks import call as calls
from distill.hooks import reply

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from distill.hooks.call import Call

FRESH_S = 900.0
"""Default of the setting `fresh_minutes`; the worker looks at the setting itself."""
FOLDER = "attempts"
NOTICE = "distill: the restore map of this session becomes a page of the wiki."


def handle(data: bytes, name: str, env: "Mapping[str, str]", python: str) -> None:
    """Do what an agent's event asks for, and answer in the agent's form; what cannot be read is nothing."""
    agent = others.agent_of(name)
    found = others.parse(data, name, agent) if agent else None
    call = calls.of(found[0], env, python) if found and found[1] else None
    if agent is None or found is None or call is None:
        return
    roles = agent.get("roles")
    text = _done(call, found[1], carries=isinstance(roles, dict) and "prompt" in roles.values())
    answer = _answer(str(agent.get("answer")), str(call.event.told["hook_event_name"]), text, call.notice)
    while answer:
        answer = answer[os.write(1, answer) :]


def _done(call: "Call", role: str, *, carries: bool) -> str:
    """Do what a role asks for; give what the agent shall be told."""
    if role == "attempt":
        _attempt(call, carries=carries)
        return ""
    if role == "compaction":
        from distill.hooks.dispatch import dispatch

        dispatch(call)
        return ""
    if role == "rules":
        from distill.hooks import pre_compact

        said = pre_compact.handle(call)
        return said if isinstance(said, str) else ""
    from distill.hooks import prompt

    return prompt.handle(call)


def _attempt(call: "Call", *, carries: bool) -> None:
    """Dispatch the page of the newest map, where it is fresh and was not dispatched yet.

    `carries`: the agent can be told at its next prompt, so the restore is armed as well.
    """
    from distill.compaction import newest_map

    event = call.event
    if not call.is_leads:
        return
    folders = [call.root] if event.cwd == call.root else [call.root, event.cwd]
    newest = newest_map.find(folders, event.session_id, event.seat)
    if newest is None or call.now - newest[1] > FRESH_S or not _is_new(call, newest):
        return
    from distill.hooks.dispatch import dispatch

    dispatch(call)
    call.notice = NOTICE
    if carries and event.trigger == "manual":  # an automatic one may only be looked at, and never happen
        from distill.hooks import delivery

        delivery.after_compaction(call)


def _is_new(call: "Call", newest: "tuple[str, float]") -> bool:
    """Tell whether a map was not dispatched before, and note it. Raises OSError."""
    from distill.project import write_small
    from distill.restore.marker import own_key

    folder = os.path.join(call.usable_state(), FOLDER)
    os.makedirs(folder, 0o700, exist_ok=True)
    name = os.path.join(folder, f"{own_key(call.event.seat or call.event.session_id)}.txt")
    mark = f"{newest[0]}\n{newest[1]}".encode("utf-8", "surrogateescape")
    try:
        with open(name, "rb") as stream:
            if stream.read(len(mark) + 1) == mark:
                return False
    except OSError:
        pass
    write_small(name, mark)
    return True


def _answer(form: str, name: str, text: str, notice: str) -> bytes:
    """Bring what is said into the form that the agent reads; silence is nothing at all."""
    text = reply.plain(text.strip()) if text.strip() else ""
    quoted = light_json.quoted
    said = ""
    if form == "text":
        said = text
    elif form == "user_message" and notice:
        said = f'{{"user_message": {quoted(notice)}}}'
    elif form == "context" and (text or notice):
        told = f'"hookSpecificOutput": {{"hookEventName": {quoted(name)}, "additionalContext": {quoted(text)}}}'
        parts = [told] if text else []
        parts += [f'"systemMessage": {quoted(notice)}'] if notice else []
        said = f"{{{', '.join(parts)}}}"
    return said.encode("utf-8", "replace")

"""Agents besides Claude Code and Codex: their events in our form, by a table. Light.

By their documentation and the types of their packages; none of them was run. An agent is told by name only: the
environment says the wrong thing (Gemini sets variables of Claude's, Codex sets none of its own).
"""

import os

from distill.agents import events, light_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from distill.agents.events import HookEvent

    Agent = dict[str, object]

TABLE = "others.json"
MAX_BYTES = 65_536
TAKEN = ("session_id", "transcript_path", "cwd", "trigger")
OURS = {"attempt": "PreCompact", "compaction": "PostCompact", "prompt": "UserPromptSubmit", "rules": "PreCompact"}
"""The event of ours that a role is most like."""


def table() -> "dict[str, object]":
    """Read the table of agents."""
    descriptor = os.open(os.path.join(os.path.dirname(os.path.abspath(__file__)), TABLE), os.O_RDONLY)
    try:
        return light_json.parse_object(os.read(descriptor, MAX_BYTES)) or {}
    finally:
        os.close(descriptor)


def agent_of(name: str) -> "Agent | None":
    """Give what is known of an agent; None for one that the table does not have."""
    found = table().get(name)
    return found if isinstance(found, dict) else None


def parse(data: bytes, name: str, agent: "Agent") -> "tuple[HookEvent, str] | None":
    """Read an agent's event: in our form, and its role; the role is empty for one that asks for nothing."""
    values = light_json.parse_object(data)
    said = _text(values, agent.get("event")) if values else ""
    if values is None or not said:
        return None
    roles = agent.get("roles")
    role = str(roles.get(said, "")) if isinstance(roles, dict) else ""
    taken = {field: _text(values, agent.get(field)) for field in TAKEN}
    event = events.HookEvent({**taken, "hook_event_name": OURS.get(role, said), "agent": name})
    event.told = {**values, "hook_event_name": said}
    return event, role


def _text(values: "dict[str, object]", names: object) -> str:
    """Give the first of some fields that is there; of a list its first text."""
    for name in names if isinstance(names, list) else []:
        value = values.get(name)
        value = value[0] if isinstance(value, list) and value else value
        if isinstance(value, str) and value:
            return value
    return ""

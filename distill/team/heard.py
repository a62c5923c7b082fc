"""What events tell of a team. Light.

Measured with Claude Code 2.1: a helper's start and stop are events of their own; Stop and SubagentStop list the
`background_tasks`; with agent teams the members stand in a file of the client's. Codex tells of starts and stops.
"""

import os

from distill.agents import events, light_json
from distill.compaction import shape
from distill.project import read_small
from distill.team.roster import Roster

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from distill.agents.events import HookEvent

MOST_DID, MOST_NAME = 120, 60
MOST_TASKS = 50
ID = frozenset("-_.@:")
OVER = ("completed", "failed", "killed", "stopped", "cancelled", "done")
LEADS = ("team-lead", "lead")
MAX_CONFIG = 262_144


def take(roster: Roster, event: "HookEvent", now: float) -> None:
    """Take into the roster what an event tells."""
    told = event.told
    if event.hook_event_name == "SubagentStart" and event.agent_id:
        _heard(roster, event.agent_id, {"kind": _name(told.get("agent_type")), "from": "start"}, now, ended="")
    if event.hook_event_name == "SubagentStop" and event.agent_id and told.get("agent_type"):
        did = shape.quoted(_first_line(told.get("last_assistant_message")), MOST_DID)
        _heard(roster, event.agent_id, {"kind": _name(told.get("agent_type")), "did": did}, now, ended=f"{int(now)}")
    tasks = told.get("background_tasks")
    if isinstance(tasks, list):
        _tasks(roster, [one for one in tasks[:MOST_TASKS] if isinstance(one, dict)], now)


def is_about_somebody(event: "HookEvent") -> bool:
    """Tell whether an event tells that somebody works: for less no file is made."""
    return event.hook_event_name == "SubagentStart" or bool(event.told.get("background_tasks"))


def summary_of(event: "HookEvent") -> str:
    """Give the summary where the helper that stopped is the client's own summariser, which has no type."""
    text = event.told.get("last_assistant_message")
    mine = event.hook_event_name == "SubagentStop" and event.told.get("agent_type") == ""
    return text if mine and isinstance(text, str) and "<summary>" in text else ""


def take_team(roster: Roster, session: str, env: "Mapping[str, str]", now: float) -> None:
    """Take the members of an agent team from the client's own file, where there is one."""
    home = env.get("CLAUDE_CONFIG_DIR") or os.path.join(env.get("HOME", ""), ".claude")
    found = _object(os.path.join(home, "teams", f"session-{session[:8]}", "config.json"))
    members = found.get("members")
    for one in members[:MOST_TASKS] if isinstance(members, list) else []:
        if isinstance(one, dict) and one.get("agentId") and one.get("name") not in LEADS:
            told = {"name": _name(one.get("name")), "kind": _name(one.get("agentType")), "from": "team"}
            _heard(roster, str(one["agentId"]), told, now, ended="")


def _tasks(roster: Roster, tasks: "list[dict[str, object]]", now: float) -> None:
    """Take the list of tasks for the whole truth about tasks: one that it names no more is over."""
    running = {
        _id(str(one.get("id"))): one for one in tasks if str(one.get("status")).lower() not in OVER and one.get("id")
    }
    for member in roster.members:
        if member.get("from") == "task" and member.get("id") not in running and not member.get("ended"):
            member["ended"] = f"{int(now)}"
    for name, one in running.items():
        kind = _name(one.get("agent_type")) or _name(one.get("type"))
        did = shape.quoted(_first_line(one.get("description")), MOST_DID)
        _heard(roster, name, {"kind": kind, "did": did, "from": "task"}, now, ended="")


def _heard(roster: Roster, name: str, told: "dict[str, str]", now: float, *, ended: str) -> None:
    member = roster.member(_id(name))
    member.update({key: value for key, value in told.items() if value and value != '""'})
    member["at"] = f"{int(now)}"
    member["ended"] = ended


def _name(value: object) -> str:
    return shape.masked(value[: 4 * MOST_NAME])[:MOST_NAME] if isinstance(value, str) else ""


def _id(name: str) -> str:
    """Give the id of a helper as it is, or a checksum of one that may hold more than a name."""
    plain = events.masked(name)
    kept = "".join(c for c in plain if c.isascii() and (c.isalnum() or c in ID))
    if kept == plain and len(kept) <= MOST_NAME and "(" not in shape.masked(kept.replace("-", " ")):
        return kept
    from binascii import crc32

    return f"id-{crc32(name.encode('utf-8', 'surrogatepass')):08x}"


def _first_line(value: object) -> str:
    text = value.strip() if isinstance(value, str) else ""
    return text.partition("\n")[0]


def _object(name: str) -> "dict[str, object]":
    return light_json.parse_object(read_small(name, MAX_CONFIG)) or {}

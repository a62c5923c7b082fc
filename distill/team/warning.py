"""The one warning after a compaction: who lives, to the lead, once. Light."""

from distill.team import heard, roster

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from distill.agents.events import HookEvent
    from distill.team.roster import Member, Roster

MOST_NAMED = 12
MOST_CHARACTERS = 1_800
COPIES_S = 20.0
"""So long after the warning, other copies of the hook that tell of the same compaction arm it no more."""
HEAD = "These helpers were alive when this conversation was compacted. Ask after each before you start any again:"
MORE = "- and {left} more"


def key_of(event: "HookEvent") -> str:
    """Name the team that an event belongs to: that of its seat, else of its session."""
    return event.seat or event.session_id


def arm(state: str, event: "HookEvent", env: "Mapping[str, str]", now: float) -> None:
    """Note that a compaction has made the lead forget its helpers, if there are any. Raises OSError."""

    def take(found: "Roster") -> None:
        if event.agent != "codex":
            heard.take_team(found, event.session_id, env, now)
        if found.living(now) and abs(now - found.warned) > COPIES_S:
            found.armed = int(now)

    take(known := roster.read(state, key_of(event)))
    if known.living(now):
        roster.change(state, key_of(event), take)


def warning(state: str, seat: str, now: float) -> str:
    """Give the warning that a team's lead is owed, and with that it is given; usually empty. Raises OSError."""
    if not roster.read(state, seat).armed:
        return ""
    owed: list[Member] = []

    def give(found: "Roster") -> None:
        owed.extend(found.living(now) if found.armed else [])
        found.armed, found.warned = 0, int(now)

    roster.change(state, seat, give)
    return text_of(owed)


def text_of(members: "list[Member]") -> str:
    """Name members in lines; empty for none."""
    lines = [HEAD] if members else []
    for at, one in enumerate(members):
        line = _line(one)
        if at >= MOST_NAMED or len("\n".join([*lines, line])) > MOST_CHARACTERS:
            return "\n".join([*lines, MORE.format(left=len(members) - at)])
        lines.append(line)
    return "\n".join(lines)


def _line(member: "Member") -> str:
    name, kind, mark = member.get("name", ""), member.get("kind", ""), member.get("id", "")
    about = ", ".join(one for one in (kind if name else "", mark) if one)
    did = member.get("did", "")
    what = f"{'at work on' if member.get('from') == 'task' else 'last said'} {did}" if did else ""
    return f"- {name or kind or 'a helper'} ({about}){': ' + what if what else ''}"

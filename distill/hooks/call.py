"""What a handler is given: the event, made safe, and where its project and state lie."""

import os
import time

from distill import journal, project
from distill.agents import events
from distill.hooks import detach

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from distill.agents.events import HookEvent


class Call:
    """One call of a hook."""

    __slots__ = ("env", "event", "notice", "now", "python", "root")

    def __init__(self, event: "HookEvent", root: str, env: "Mapping[str, str]", python: str) -> None:
        self.event = event
        self.root = root
        self.env = env
        self.python = python
        """The hook's own interpreter; empty when it is too old for the worker."""
        self.now = time.time()
        self.notice = ""
        """A line for the person, which the agent does not get."""

    @property
    def is_leads(self) -> bool:
        """Tell whether the event is of the session itself: not of a subagent, nor of what we started."""
        return not self.reason_against

    @property
    def reason_against(self) -> str:
        """Name why the event asks for nothing, or nothing."""
        if self.env.get(detach.GUARD):
            return "nested"
        return "subagent" if self.event.agent_id else ""

    @property
    def lane(self) -> str:
        """Name what the restore text is kept under: the seat where the client says it, else the session."""
        return self.event.seat or self.event.session_id or "unknown"

    def usable_state(self) -> str:
        """Make the state folder. Raises OSError when there is none to be had."""
        return project.usable_state(self.root, self.env)

    def known_state(self) -> str:
        """Name the state folder where there is one already; empty otherwise. Nothing is made."""
        return project.known_state(self.root, self.env)

    def note(self, state: str, fields: "dict[str, object]") -> None:
        """Write a line about this event into the journal."""
        seat, session = events.safe_id(self.event.seat), events.safe_id(self.event.session_id)
        told = {"seat": seat, "session": session, "agent": events.safe_id(self.event.agent), "event": self.event.label}
        journal.append(state, {**fields, **told})

    def start(self, command: "list[str]") -> bool:
        """Start one of our programs, detached; tell whether it was started."""
        parent = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
        return detach.start(command, detach.environment(self.env, parent), self.root)


def of(event: "HookEvent", env: "Mapping[str, str]", python: str) -> "Call | None":
    """Make the call of an event; None where it names no project."""
    event.seat = events.masked(env.get("DISTILL_SEAT", ""))
    event.session_id = events.safe_id(event.session_id)
    event.cwd = event.cwd or env.get("CLAUDE_PROJECT_DIR", "")
    root = project.find_root(event.cwd) if event.cwd else ""
    return Call(event, root, env, python) if root and root != os.path.dirname(root) else None

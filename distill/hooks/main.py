"""What every hook shim calls: read the event, have its handler do its work, exit 0, whatever happens."""

import os
import sys
import time

from distill.agents import events
from distill.hooks import roles, stdin

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

OURS = ("claude-code", "codex")
MAX_SECONDS = 2.0
"""What a hook may take from its start to its end; it needs some milliseconds."""
READ_SECONDS = 1.2
"""What of that the client may take to write the event."""


def main() -> None:
    """Handle the event on stdin and end the process with exit code 0."""
    until = time.monotonic() + MAX_SECONDS - 0.1  # the interpreter's start counts as well
    try:
        data = stdin.read(0, READ_SECONDS)
        stdin.end_within(until - time.monotonic())
        handle(data, os.environ, sys.executable, _agent(sys.argv))
    except BaseException:  # a hook never troubles the session; the journal has what could be said
        pass
    os._exit(0)  # nothing is buffered, and the interpreter's own tidying up costs a millisecond


def _agent(argv: "list[str]") -> str:
    """Name the agent that `--agent NAME` says; empty: Claude Code or Codex, as the event tells."""
    return argv[2] if argv[1:2] == ["--agent"] and len(argv) > 2 else ""  # noqa: PLR2004 - program, option, value


def handle(data: bytes, env: "Mapping[str, str]", python: str, agent: str = "") -> None:
    """Have the event's handler do its work, and give what it says to the client; other events are ignored."""
    if agent not in ("", *OURS):
        from distill.hooks import others

        others.handle(data, agent, env, python)
        return
    event = events.parse(data)
    if event is None:
        _journal_known_project(env, {"outcome": "skipped", "reason": "no-input", "bytes": len(data)})
        return
    event.agent = agent or event.agent
    handler = roles.handler_of(event)
    if handler is None:
        return
    from distill.hooks import call, reply

    called = call.of(event, env, python)
    if called is not None:
        reply.write(event, handler(called), called.notice)


def _journal_known_project(env: "Mapping[str, str]", fields: "dict[str, object]") -> None:
    """Journal an input that names no project, where the hook was started inside a known one."""
    from distill import journal, project

    try:
        root = project.find_root(env.get("CLAUDE_PROJECT_DIR") or os.getcwd())
    except OSError:
        return
    if os.path.isdir(os.path.join(root, ".git")) or os.path.isdir(project.state_dir(root)):
        journal.append(project.make_state(root), fields)

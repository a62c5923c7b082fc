"""Sessions of Claude Code that end badly while the worker is at work: the page comes all the same.

The worker is held back by a second and a half, so that it is still there when the session is ended, 0.2 s after
the hook returned. Slow hooks, for what ends a hook itself, are the installed command with a pause behind it.
"""

import json
import os
import shlex
import signal
import sys
import time
import uuid
from collections.abc import Callable
from contextlib import suppress
from functools import partial

from claude_lab import Lab, Tui
from prepare import prepare
from stage import AFTER_HOOK_S, Check, Stage, dispatched, left_over, living, troubles_of

HELD_BACK_S = 1.5
HANGS_S = 9
End = Callable[[Tui], None]


def leave(terminal: Tui) -> None:
    """Leave the session by its own command."""
    terminal.send("/exit")


def close(terminal: Tui) -> None:
    """Close the terminal, as a person closes its window."""
    terminal.close()


def kill(terminal: Tui) -> None:
    """Kill the client with its whole process group."""
    os.killpg(terminal.pid(), signal.SIGKILL)


def escape(terminal: Tui) -> None:
    """Press Esc."""
    terminal.key("Escape")


def close_over_hook(terminal: Tui) -> None:
    """Close the terminal, and see that the client, on its way out, ends the hook with all that it started."""
    close(terminal)
    until = time.monotonic() + HANGS_S / 2
    while living(terminal.lab.extra_env["LAB_MARK"], f"sleep {HANGS_S}"):
        assert time.monotonic() < until, "the client did not end the hook"
        time.sleep(0.1)


def in_terminal(
    stage: Stage, name: str, end: End, *, hangs: bool = False, with_map: bool = True, sources: tuple[str, ...] = ("",)
) -> list[str]:
    """Compact in the terminal, and end the session right after the hook has done its work."""
    with _lab(stage, name) as lab:
        _prepare(lab, hangs=hangs, with_map=with_map)
        terminal = lab.tui()
        try:
            _compact(terminal)
            if not dispatched(lab.project):
                return [f"no hook ran; the screen: {terminal.screen()}"]
            time.sleep(AFTER_HOOK_S)
            worked = living(lab.extra_env["LAB_MARK"], "distill.worker")
            end(terminal)
            troubles = troubles_of(lab.project, sources)
        finally:
            terminal.close()
        return troubles + ([] if worked else ["the worker was gone already"]) + left_over(lab.extra_env["LAB_MARK"])


def hook_timeout(stage: Stage) -> list[str]:
    """Compact without a terminal, with a hook that hangs after its work until the client kills it."""
    with _lab(stage, "timeout") as lab:
        _prepare(lab, hangs=True, timeout_s=1)
        session = str(uuid.uuid4())
        for words in ("MOCK say one", "--session-id"), ("MOCK say two", "--resume"), ("/compact", "--resume"):
            done = lab.headless(words[0], words[1], session)
        late = ["the client did not end the hook"] if done.wall > HANGS_S else []
        return late + troubles_of(lab.project) + left_over(lab.extra_env["LAB_MARK"])


def stream_killed(stage: Stage) -> list[str]:
    """Kill a client without a terminal 0.2 s after its hook returned."""
    with _lab(stage, "stream-killed") as lab:
        _prepare(lab)
        stream = lab.stream()
        for words in ("MOCK say one", "MOCK say two", "MOCK say three"):
            stream.say(words)
        stream.send("/compact")
        seen = dispatched(lab.project)
        time.sleep(AFTER_HOOK_S)
        stream.p.kill()
        stream.p.communicate()
        return ([] if seen else ["no hook ran"]) + troubles_of(lab.project) + left_over(lab.extra_env["LAB_MARK"])


def _lab(stage: Stage, name: str) -> Lab:
    root = stage.work / f"end-{name}"
    root.mkdir()
    slow = root / "python-slow"
    slow.write_text(f'#!/bin/sh\nsleep {HELD_BACK_S}\nexec {shlex.quote(sys.executable)} "$@"\n', "utf-8")
    slow.chmod(0o755)
    return Lab(root, claude=stage.claude, env={"DISTILL_PYTHON": str(slow), "LAB_MARK": uuid.uuid4().hex})


def _prepare(lab: Lab, *, hangs: bool = False, timeout_s: int = 10, with_map: bool = True) -> None:
    prepare(lab.project, lab.env(), with_map=with_map, agent="claude-code")
    settings = lab.project / ".claude" / "settings.json"
    told = json.loads(settings.read_text("utf-8"))
    hook = told["hooks"]["SessionStart"][0]["hooks"][0]
    if hangs:
        hook |= {"command": f"{hook['command']}; sleep {HANGS_S}", "timeout": timeout_s}
    settings.write_text(json.dumps(told), "utf-8")


def _compact(terminal: Tui) -> None:
    terminal.wait("❯", timeout=30)
    time.sleep(1.5)
    for words in ("one done", "two done", "three done"):
        terminal.send(f"MOCK say {words}")
        with suppress(TimeoutError):
            terminal.wait(f"● {words}", timeout=20)
        time.sleep(0.5)
    terminal.send("/compact")


ENDS: dict[str, End] = {"Esc": escape, "left": leave, "terminal closed": close, "killed with its group": kill}

CHECKS: dict[str, Check] = {
    **{f"claude ends: {how}": partial(in_terminal, name=how.replace(" ", "-"), end=end) for how, end in ENDS.items()},
    **{
        f"claude ends: {how} while the hook runs": partial(in_terminal, name=f"{name}-in-hook", end=end, hangs=True)
        for how, name, end in (("Esc", "esc", escape), ("closed", "close", close_over_hook), ("killed", "kill", kill))
    },
    "claude ends: killed while the hook runs, without a map": partial(
        in_terminal, name="kill-no-map", end=kill, hangs=True, with_map=False, sources=("handoff", "transcript")
    ),
    "claude ends: hook timeout": hook_timeout,
    "claude ends: killed without a terminal": stream_killed,
}

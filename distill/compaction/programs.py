"""Run a few programs side by side, all within one deadline. Light: without `subprocess`."""

import os
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

MOST_BYTES = 65_536
"""Bytes that are taken of an answer."""
DEVNULL_ACTIONS = ((0, os.O_RDONLY), (2, os.O_WRONLY))


class Running:
    """One program at work, and what it has said so far."""

    __slots__ = ("done", "pid", "pipe", "said")

    def __init__(self, pid: int, pipe: int) -> None:
        self.pid = pid
        self.pipe = pipe
        self.said = b""
        self.done = False


def answers(commands: "list[list[str]]", env: "Mapping[str, str]", seconds: float) -> "list[bytes | None]":
    """Run commands; give what each wrote and ended with 0, None for one that failed or took too long.

    None is waited for beyond the deadline; what is late is killed with all that it started.
    """
    if not hasattr(os, "posix_spawnp"):
        return _in_turn(commands, env, seconds)
    until = time.monotonic() + seconds
    started = [_started(command, env) for command in commands]
    at_work = [one for one in started if one is not None]
    try:
        _listen(at_work, until)
    finally:
        codes = {one.pid: _end(one, until) for one in at_work}
    return [one.said if one is not None and codes[one.pid] == 0 else None for one in started]


def _started(command: "list[str]", env: "Mapping[str, str]") -> "Running | None":
    """Start a program in a group of its own, with a pipe for what it says."""
    ours, theirs = os.pipe()
    silent = [(os.POSIX_SPAWN_OPEN, number, os.devnull, flags, 0) for number, flags in DEVNULL_ACTIONS]
    actions = [*silent, (os.POSIX_SPAWN_DUP2, theirs, 1)]
    try:
        pid = os.posix_spawnp(command[0], command, dict(env), file_actions=actions, setpgroup=0)
    except OSError:
        os.close(ours)
        return None
    finally:
        os.close(theirs)
    os.set_blocking(ours, False)
    return Running(pid, ours)


def _listen(at_work: "list[Running]", until: float) -> None:
    """Take what the programs say until all are silent or the time is over."""
    import select

    while True:
        open_ones = [one for one in at_work if not one.done]
        left = until - time.monotonic()
        if not open_ones or left <= 0:
            return
        ready = select.select([one.pipe for one in open_ones], [], [], left)[0]
        for one in open_ones:
            if one.pipe in ready:
                chunk = os.read(one.pipe, MOST_BYTES)
                one.said = (one.said + chunk)[:MOST_BYTES]
                one.done = not chunk or len(one.said) >= MOST_BYTES


def _end(one: "Running", until: float) -> int:
    """Collect a program's exit code; kill it and its children where it is late. Killed ones have -1."""
    os.close(one.pipe)
    while one.done:
        pid, status = os.waitpid(one.pid, os.WNOHANG)
        if pid:
            return status
        if time.monotonic() >= until:
            break
        time.sleep(0.001)
    try:
        os.killpg(one.pid, 9)
    except OSError:
        pass
    os.waitpid(one.pid, 0)
    return -1


def _in_turn(commands: "list[list[str]]", env: "Mapping[str, str]", seconds: float) -> "list[bytes | None]":
    """Do it with `subprocess` where nothing lighter is there."""
    import subprocess

    until = time.monotonic() + seconds
    said: list[bytes | None] = []
    for command in commands:
        left = until - time.monotonic()
        try:
            done = subprocess.run(  # noqa: S603 - our own command
                command,
                env=dict(env),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                timeout=max(left, 0.001),
                check=True,
            )
        except (OSError, subprocess.SubprocessError):
            said.append(None)
            continue
        said.append(done.stdout[:MOST_BYTES])
    return said

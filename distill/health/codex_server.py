"""Which hooks Codex itself sees, and whether it trusts them: asked of `codex app-server`, without a model.

The protocol is JSON, one object a line, over stdio: `initialize`, then `hooks/list`. Measured with 0.171.0.
"""

import contextlib
import json
import os
import shutil
import signal
import subprocess
import threading
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from distill.agents import codex
from distill.health.finding import Finding, ok, warning, wrong
from distill.health.inventory import PLUGIN, Inventory
from distill.install import entries

TOPIC = "codex trust"
MAX_LINES = 1_000
TRUSTED = frozenset({"trusted", "managed"})
CHANGED = "modified"
UNSEEN = "Start `codex` in this project and trust the folder; or install with --scope user."
GRACE_S = 2.0
"""How long the server may take to end by itself when nobody asks any more."""


def check(
    hooks: tuple[Inventory, ...], root: Path, env: Mapping[str, str], *, seconds: float = 20.0
) -> Iterator[Finding]:
    """Check the trust of our hooks, as far as there is a `codex` that answers in time."""
    program = shutil.which("codex", path=env.get("PATH"))
    if program is None:
        yield warning(TOPIC, "there is no `codex` on PATH to ask whether our hooks are trusted", codex.TRUST_STEP)
        return
    answer = ask(program, root, env, seconds=seconds)
    if answer is None:
        yield warning(TOPIC, f"{program} did not say which hooks it trusts", codex.TRUST_STEP)
        return
    files = [each.file for each in hooks if each.client is codex.CLIENT and each.entries]
    yield from judge(answer, files)


def ask(program: str, root: Path, env: Mapping[str, str], *, seconds: float) -> dict[str, Any] | None:
    """Ask for the hooks of one folder; None when there is no answer within `seconds`."""
    asked = [
        {"id": 1, "method": "initialize", "params": {"clientInfo": {"name": PLUGIN, "title": PLUGIN, "version": "0"}}},
        {"method": "initialized"},
        {"id": 2, "method": "hooks/list", "params": {"cwds": [str(root)]}},
    ]
    try:
        server = subprocess.Popen(  # noqa: S603 - the person's own client
            [program, "app-server"],
            cwd=root,
            env=dict(env),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
    except OSError:
        return None
    alarm = threading.Timer(seconds, _end, [server])
    alarm.start()
    try:
        return _answer(server, "".join(json.dumps(each) + "\n" for each in asked))
    except (OSError, ValueError):
        return None
    finally:
        alarm.cancel()
        _close(server)


def judge(answer: Mapping[str, Any], files: list[Path]) -> Iterator[Finding]:
    """Turn the answer into findings about our own hooks; `files` hold some, so Codex has to know them."""
    hooks = [hook for hook in _each(answer, "hooks") if isinstance(hook, dict) and _is_ours(hook)]
    sources = {str(hook.get("sourcePath")) for hook in hooks}
    for file in files:
        if not sources & {str(file), str(file.resolve())}:
            yield wrong(TOPIC, f"Codex does not see the entries in {file}", UNSEEN)
    for hook in hooks:
        yield _judged(hook)
    for said in [*_each(answer, "errors"), *_each(answer, "warnings")]:
        yield warning(TOPIC, f"Codex says: {said if isinstance(said, str) else json.dumps(said)}")


def plugin_warning() -> Finding:
    """Say what a plugin costs on Codex."""
    what = "distill is a plugin of Codex: each upgrade of the plugin takes its trust away, without a word"
    return warning(TOPIC, what, f"After an upgrade: {codex.TRUST_STEP} Or install: distill install --agent codex.")


def _judged(hook: Mapping[str, Any]) -> Finding:
    name, status = f"{hook.get('eventName')} in {hook.get('sourcePath')}", hook.get("trustStatus")
    if hook.get("enabled") is False:
        return wrong(TOPIC, f"Codex has {name} switched off", "Start `codex`, type /hooks, and switch it on.")
    if status in TRUSTED:
        return ok(TOPIC, f"Codex trusts {name}")
    how = "was changed after it was trusted, and no longer runs" if status == CHANGED else "is not trusted: never runs"
    return wrong(TOPIC, f"{name} {how}", codex.TRUST_STEP)


def _each(answer: Mapping[str, Any], name: str) -> Iterator[Any]:
    folders = answer.get("data")
    for folder in folders if isinstance(folders, list) else ():
        listed = folder.get(name) if isinstance(folder, dict) else None
        yield from listed if isinstance(listed, list) else ()


def _is_ours(hook: Mapping[str, Any]) -> bool:
    plugin = str(hook.get("pluginId") or "").partition("@")[0]
    return entries.is_ours(hook.get("command")) or plugin == PLUGIN


def _answer(server: "subprocess.Popen[bytes]", text: str) -> dict[str, Any] | None:
    if server.stdin is None or server.stdout is None:
        return None
    server.stdin.write(text.encode("utf-8"))
    server.stdin.flush()
    for _, line in zip(range(MAX_LINES), server.stdout, strict=False):
        message = json.loads(line)
        if isinstance(message, dict) and message.get("id") == 2:  # noqa: PLR2004 - our second question
            result = message.get("result")
            return result if isinstance(result, dict) else None
    return None


def _close(server: "subprocess.Popen[bytes]") -> None:
    """Let the server end by itself; else end it."""
    with contextlib.suppress(OSError, ValueError, subprocess.TimeoutExpired):
        server.communicate(timeout=GRACE_S)
    _end(server)
    with contextlib.suppress(OSError, ValueError):
        server.communicate()


def _end(server: "subprocess.Popen[bytes]") -> None:
    """End the server with all that it started: `codex` may be a launcher."""
    if server.poll() is not None:
        return
    with contextlib.suppress(OSError):
        if hasattr(os, "killpg"):
            os.killpg(server.pid, signal.SIGKILL)
        else:
            server.kill()

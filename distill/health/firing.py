"""Each installed command, started the way the client does: through a shell, with an event on stdin."""

import json
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from distill import journal
from distill.agents import codex
from distill.agents.client import Subscription
from distill.compaction import restore_text, summary_text
from distill.health.finding import Finding, ok, wrong
from distill.health.inventory import Inventory
from distill.install.entries import Entry

TOPIC = "hook"
SESSION = "5f0c1d2e-0000-4000-8000-000000000000"
MAP = """# Restore map - doctor@distill

Session: {session}
Written: {written}

## Done
- The doctor fired the hook

<!-- end of restore map -->
"""
SETTINGS = "[handoff]\nautomatic = false\n"
"""The proof leaves nothing in the person's own folder of handoffs."""
PAGE_WAIT_S = 30.0
POLL_S = 0.02
KEPT = frozenset({"DISTILL_PYTHON"})
OURS = tuple(start.encode() for start in (restore_text.TITLE[:30], summary_text.TITLE, '{"hookSpecificOutput"'))
"""How the texts begin that the hooks do say."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fired:
    """How a command ended."""

    code: int
    stdout: bytes
    seconds: float


def check(found: Inventory, entry: Entry, env: Mapping[str, str], *, page_wait_s: float = PAGE_WAIT_S) -> Finding:
    """Fire one command: in each shell with an event that asks for nothing, then with a compaction."""
    name = f"{found.client.title} {entry.event} ({found.scope})"
    with tempfile.TemporaryDirectory(prefix="distill-doctor-", ignore_cleanup_errors=True) as folder:
        scratch = _project(Path(folder))
        inside = _environment(env, scratch)
        for shell in shells(env):
            fired = fire(entry, _event(found, entry, scratch, compacted=False), shell, inside, scratch)
            if trouble := _trouble(fired, entry):
                return wrong(TOPIC, f"{name} through {Path(shell).name}: {trouble}", _again(found))
        fired = fire(entry, _event(found, entry, scratch, compacted=True), shells(env)[0], inside, scratch)
        makes_page = is_for_pages(entry)
        trouble = _trouble(fired, entry) or (_no_page(scratch, page_wait_s) if makes_page else "")
    if trouble:
        return wrong(TOPIC, f"{name}: {trouble}", f"See docs/journal.md for the reason. {_again(found)}")
    more = ", and a page came" if makes_page else ""
    return ok(TOPIC, f"{name} works: returned after {1000 * fired.seconds:.0f} ms{more}")


def is_for_pages(entry: Entry) -> bool:
    """Tell whether an entry is told of compactions that have happened; the others only carry text."""
    if entry.event == "SessionStart":
        return Subscription(event=entry.event, matcher="compact").covered_by(entry.matcher)
    return entry.event == "PostCompact"


def _again(found: Inventory) -> str:
    if found.scope == "plugin":
        return "Set DISTILL_PYTHON to the full path of a Python that has distill-wiki, or install the plugin again."
    return "Run `distill install` again."


def shells(env: Mapping[str, str]) -> list[str]:
    """Name the shells that a client may use."""
    names = ("bash",) if os.name == "nt" else ("sh", "bash")
    return [path for name in names if (path := shutil.which(name, path=env.get("PATH")))] or ["/bin/sh"]


def fire(entry: Entry, event: Mapping[str, str], shell: str, env: Mapping[str, str], folder: Path) -> Fired:
    """Start a command as a client does. A command that does not end in time has code -1."""
    limit = entry.timeout if isinstance(entry.timeout, int | float) and entry.timeout > 0 else 600
    started = time.monotonic()
    try:
        done = subprocess.run(  # noqa: S603 - the command that our own installer wrote
            [shell, "-c", entry.command],
            input=json.dumps(event).encode("utf-8") + b"\n",
            env=dict(env),
            cwd=folder,
            capture_output=True,
            timeout=min(limit, PAGE_WAIT_S),
            check=False,
        )
    except (subprocess.TimeoutExpired, OSError):
        return Fired(code=-1, stdout=b"", seconds=time.monotonic() - started)
    return Fired(code=done.returncode, stdout=done.stdout, seconds=time.monotonic() - started)


def _trouble(fired: Fired, entry: Entry) -> str:
    if fired.code == -1:
        return f"the command did not end within its {entry.timeout} s"
    if fired.code != 0:
        return f"the command ended with {fired.code}"
    strange = fired.stdout and not fired.stdout.startswith(OURS)
    return "the command wrote to its stdout, which the model would read" if strange else ""


def _project(folder: Path) -> Path:
    """Make a project with a fresh map; its name holds what makes trouble in shells."""
    project = folder / "a doctor's project (ü)"
    maps = project / ".distill" / "maps"
    (project / ".git").mkdir(parents=True)
    maps.mkdir(parents=True)
    text = MAP.format(session=SESSION, written=datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"))
    for path, content in ((maps / "RESTORE-MAP.md", text), (project / "distill.toml", SETTINGS)):
        with path.open("w", encoding="utf-8") as stream:
            stream.write(content)
    return project


def _environment(env: Mapping[str, str], project: Path) -> dict[str, str]:
    """Take our settings and the service's key out: the proof needs neither, and shall cost nothing."""
    kept = {k: v for k, v in env.items() if k in KEPT or not k.startswith(("DISTILL_", "ANTHROPIC_"))}
    return {**kept, "DISTILL_ENGINE": "extractive", "CLAUDE_PROJECT_DIR": str(project)}


def _event(found: Inventory, entry: Entry, project: Path, *, compacted: bool) -> dict[str, str]:
    event = {"session_id": SESSION, "transcript_path": str(project / "none.jsonl"), "cwd": str(project)}
    if found.client.name == codex.CLIENT.name:
        event |= {"turn_id": "1", "model": "none"}
    if compacted and entry.event != "SessionStart":
        return event | {"hook_event_name": entry.event, "trigger": "manual"}
    source = "compact" if is_for_pages(entry) else "resume"
    return event | {"hook_event_name": "SessionStart", "source": source if compacted else "startup"}


def _no_page(project: Path, seconds: float) -> str:
    """Wait for the page and the journal's last word; say what is missing."""
    until, said = time.monotonic() + seconds, ""
    log = project / ".distill" / journal.NAME
    while time.monotonic() < until:
        said = log.read_text("utf-8", "replace") if log.exists() else ""
        if "outcome=written" in said and any((project / "wiki" / "sessions").glob("*.md")):
            return ""
        if "outcome=failed" in said or "outcome=skipped" in said:
            break
        time.sleep(POLL_S)
    last = said.splitlines()[-1].partition("  ")[2] if said else "nothing"
    return f"no page came; the journal says: {last}"


def check_all(inventories: tuple[Inventory, ...], env: Mapping[str, str]) -> Iterator[Finding]:
    """Fire each installed command."""
    for found in inventories:
        for entry in found.entries:
            yield check(found, entry, env)

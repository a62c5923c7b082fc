"""The demonstration: a scratch project, a fresh map, the real hook, the worker's page, the site."""

import json
import os
import secrets
import shutil
import string
import subprocess
import sys
import time
import uuid
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from distill.errors import ConfigError, DistillError

TEMPLATES = Path(__file__).parent / "templates" / "demo"
MARKER = ".distill-demo"
PAGE_WAIT_S = 60.0
POLL_S = 0.005


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """What happened, and when, in seconds from the start of the hook."""

    project: Path
    said: str
    """What the hook said to the agent."""
    page: Path
    site: Path
    dispatched_s: float
    written_s: float
    built_s: float


def show(folder: Path) -> Shown:
    """Play a compaction in a scratch project. Raises DistillError when a step does not come to its end."""
    project = _scratch_project(folder)
    event = _write_map(project)
    started = time.monotonic()
    said = _fire_hook(project, event)
    dispatched = time.monotonic() - started
    page = _wait_for_page(project, started)
    written = time.monotonic() - started
    _build(project)
    return Shown(
        project=project,
        said=said,
        page=page,
        site=project / "site" / "index.html",
        dispatched_s=dispatched,
        written_s=written,
        built_s=time.monotonic() - started,
    )


def _scratch_project(folder: Path) -> Path:
    """Make the scratch project anew; a folder that is not ours is left alone."""
    project = folder.absolute()
    if project.exists() and any(project.iterdir()) and not (project / MARKER).exists():
        raise ConfigError(f"{project} is not empty and was not made by `distill demo`. Name another folder with --dir.")
    shutil.rmtree(project, ignore_errors=True)
    (project / "wiki").mkdir(parents=True)
    (project / MARKER).write_text("made by `distill demo`, and made anew each time\n", "utf-8")
    for name in ("distill.toml", "mkdocs.yml"):
        shutil.copyfile(TEMPLATES / name, project / name)
    shutil.copyfile(TEMPLATES.parent / "init" / "index.md", project / "wiki" / "index.md")
    return project


def _write_map(project: Path) -> dict[str, str]:
    """Write a map as a seat would have done a moment ago, with secrets made for this run; return the event."""
    session, now = str(uuid.uuid4()), datetime.now(UTC)
    text = (TEMPLATES / "restore-map.md").read_text("utf-8")
    values = {
        "written": now.strftime("%Y-%m-%dT%H:%M:%SZ"),
        "session": session,
        "token": "ghp" + "_" + _random(36),
        "key": _random(40),
    }
    for name, value in values.items():
        text = text.replace("{" + name + "}", value)
    path = project / "restore-maps" / f"RESTORE-MAP-{now:%Y%m%d-%H%M}.md"
    path.parent.mkdir()
    path.write_text(text, "utf-8")
    return {
        "session_id": session,
        "transcript_path": str(project / "transcript.jsonl"),
        "cwd": str(project),
        "hook_event_name": "SessionStart",
        "source": "compact",
    }


def _random(length: int) -> str:
    return "".join(secrets.choice(string.ascii_letters + string.digits) for _ in range(length))


def _fire_hook(project: Path, event: dict[str, str]) -> str:
    """Start the hook as a client does, a process of its own with the event on stdin; give what it says."""
    done = subprocess.run(  # noqa: S603 - our own hook
        hook_command(),
        input=json.dumps(event).encode() + b"\n",
        env={**os.environ, "CLAUDE_PROJECT_DIR": str(project)},
        cwd=project,
        stdout=subprocess.PIPE,
        check=True,
        timeout=30,
    )
    return done.stdout.decode("utf-8", "replace")


def hook_command() -> list[str]:
    """Build the command that `distill install` would write: this interpreter and the package's own shim."""
    return [sys.executable, "-I", "-S", str(Path(__file__).parent / "hooks" / "shim.py")]


def _wait_for_page(project: Path, started: float) -> Path:
    while time.monotonic() - started < PAGE_WAIT_S:
        pages = sorted((project / "wiki" / "sessions").glob("*.md"))
        if pages:
            return pages[0]
        time.sleep(POLL_S)
    journal = project / ".distill" / "journal.log"
    said = journal.read_text("utf-8") if journal.exists() else "nothing"
    raise DistillError(f"No page came within {PAGE_WAIT_S:.0f} s. The journal {journal} says:\n{said}")


def _build(project: Path) -> None:
    """Build the site with MkDocs, strictly."""
    done = subprocess.run(  # noqa: S603 - MkDocs of this environment
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--config-file", str(project / "mkdocs.yml")],
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        cwd=project,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    if done.returncode != 0:
        raise DistillError(f"The site could not be built (mkdocs ended with {done.returncode}):\n{done.stderr}")

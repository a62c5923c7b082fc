"""Homes, settings files and the command line, for tests of installing."""

import json
import os
import subprocess
import sys
from pathlib import Path

from distill.agents.client import Scope
from distill.agents.clients import CLIENTS
from distill.install import installer
from distill.install.entries import Entry

SHELLS = ("sh", "bash")
ODD_NAME = Path("My Shop (test)") / "café & co" / "it's"
CLAUDE, CODEX = "claude-code", "codex"


def place(project: Path, agent: str = CLAUDE, scope: Scope = Scope.PROJECT) -> installer.Place:
    """Name the settings file of a client in a project or in the test's home."""
    return installer.place_of(CLIENTS[agent], scope, project, os.environ)


def command() -> str:
    """Build the command that this interpreter installs."""
    return installer.command(sys.executable, windows=False)


def install(project: Path, agent: str = CLAUDE, scope: Scope = Scope.PROJECT) -> installer.Change:
    """Install for one client."""
    return installer.install(place(project, agent, scope), command())


def entries(project: Path, agent: str = CLAUDE, scope: Scope = Scope.PROJECT) -> list[Entry]:
    """List our entries in a settings file."""
    return installer.installed(place(project, agent, scope))


def settings(project: Path, data: bytes | object, name: str = ".claude/settings.json") -> Path:
    """Put a settings file into a project."""
    path = project / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data if isinstance(data, bytes) else json.dumps(data).encode())
    return path


def distill(*args: object, cwd: Path, **env: str) -> "subprocess.CompletedProcess[str]":
    """Start the command line as a person does."""
    return subprocess.run(
        [sys.executable, "-m", "distill", *map(str, args)],
        cwd=cwd,
        env={**os.environ, **env},
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )


def through(shell: str, command_string: str, event: object, cwd: Path) -> "subprocess.CompletedProcess[bytes]":
    """Start an installed command as a client does."""
    data = json.dumps(event).encode() + b"\n"
    return subprocess.run(
        [shell, "-c", command_string], input=data, cwd=cwd, capture_output=True, timeout=30, check=False
    )


def on_path(folder: Path, name: str, script: str) -> str:
    """Put a program in front of everything on PATH; return the PATH."""
    folder.mkdir(parents=True, exist_ok=True)
    program = folder / name
    program.write_text(script)
    program.chmod(0o755)
    return f"{folder}{os.pathsep}{os.environ['PATH']}"

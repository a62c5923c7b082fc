"""Who sits at the command line."""

import subprocess
from collections.abc import Mapping
from pathlib import Path

AGENTS_SAY = ("CLAUDECODE", "CODEX_SANDBOX", "CODEX_SANDBOX_NETWORK_DISABLED", "DISTILL_WORKER")
"""Variables that the shells of agents have, and that no terminal of a person has."""


def is_agent(env: Mapping[str, str]) -> bool:
    """Tell whether a command was started from an agent's shell; one that hides that is not seen."""
    return any(env.get(name) for name in AGENTS_SAY)


def git_name(root: Path) -> str:
    """Ask git for the person's name; nothing where there is no git, or no name."""
    try:
        done = subprocess.run(
            ["git", "config", "user.name"],  # noqa: S607 - the git that the person uses
            cwd=root,
            capture_output=True,
            text=True,
            timeout=5,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.strip()

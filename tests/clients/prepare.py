"""Prepare a project for a session of a client, as a person does: settings, a map, the hook.

usage: python tests/clients/prepare.py PROJECT [--map] [--agent AGENT --scope SCOPE]
"""

import argparse
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parent.parent.parent
FOREIGN = ("CLAUDE", "CODEX", "DISTILL_", "ANTHROPIC_")
"""What a session around this check may have set must not reach the clients of the check."""
sys.path.insert(0, str(REPOSITORY / "tests"))

from worlds import a_map, put_map  # noqa: E402 - the helpers of the tests


def own_environment(env: Mapping[str, str]) -> dict[str, str]:
    """Give the environment of this process without what belongs to other clients, and with this package."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(FOREIGN)}
    return {**kept, "PYTHONPATH": str(REPOSITORY), **env}


def distill(project: Path, env: Mapping[str, str], *words: str) -> "subprocess.CompletedProcess[str]":
    """Run the command line of this checkout in a project; `env` names the home."""
    return subprocess.run(
        [sys.executable, "-m", "distill", *words],
        cwd=project,
        env=own_environment(env),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def prepare(
    project: Path, env: Mapping[str, str], *, with_map: bool = True, agent: str = "", scope: str = "project"
) -> None:
    """Write settings that call nobody, a fresh map where one is wanted, and install the hook for an agent."""
    (project / "distill.toml").write_text('engine = "extractive"\n', "utf-8")
    if with_map:
        put_map(project, a_map())
    if agent:
        done = distill(project, env, "install", "--agent", agent, "--scope", scope)
        if done.returncode:
            sys.exit(f"distill install: {done.stdout}{done.stderr}")


def main() -> None:
    """Prepare as the command line says."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("project", type=Path)
    parser.add_argument("--map", action="store_true")
    parser.add_argument("--agent", default="")
    parser.add_argument("--scope", default="project")
    options = parser.parse_args()
    home = {name: os.environ[name] for name in ("HOME", "CODEX_HOME") if name in os.environ}
    prepare(options.project, home, with_map=options.map, agent=options.agent, scope=options.scope)


if __name__ == "__main__":
    main()

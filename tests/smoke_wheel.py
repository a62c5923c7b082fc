"""Build the wheel, install it into a fresh environment, and use it from another folder."""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parent.parent

HOOKS = 9
"""Entries of both clients that the doctor fires: each of them has to work."""


def run(*command: object, cwd: Path, home: Path | None = None) -> str:
    """Run a command, show what it says when it fails, and return its stdout."""
    env = {**os.environ, "HOME": str(home)} if home else None
    done = subprocess.run([str(c) for c in command], cwd=cwd, env=env, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{command} ended with {done.returncode}\n{done.stdout}\n{done.stderr}")
    return done.stdout


def installed_hooks_work(distill: Path, work: Path) -> None:
    """Install for both clients in an empty home, have the doctor fire each hook, and uninstall again."""
    project, home = work / "a project", work / "home"
    (project / ".git").mkdir(parents=True)
    home.mkdir()
    for agent, scope in (("claude-code", "project"), ("codex", "user")):
        run(distill, "install", "--agent", agent, "--scope", scope, cwd=project, home=home)
    told = json.loads(run(distill, "doctor", "--json", cwd=project, home=home))
    fired = [f for f in told["findings"] if f["topic"] == "hook"]
    if len(fired) != HOOKS or any(f["grade"] != "ok" for f in fired):
        sys.exit(f"the installed hooks do not all work:\n{json.dumps(told, indent=1)}")
    for agent, scope in (("claude-code", "project"), ("codex", "user")):
        run(distill, "uninstall", "--agent", agent, "--scope", scope, cwd=project, home=home)
    left = [path.name for path in (project / ".claude", home / ".codex") if path.exists()]
    if left:
        sys.exit(f"uninstall left {left}")


def main() -> None:
    """Build, install, demonstrate."""
    with tempfile.TemporaryDirectory() as name:
        work = Path(name)
        run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", work, cwd=REPOSITORY)
        wheel = next(work.glob("distill_wiki-*.whl"))
        run(sys.executable, "-m", "venv", work / "venv", cwd=work)
        python = work / "venv" / "bin" / "python"
        pip = (python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
        run(*pip, "--require-hashes", "-r", REPOSITORY / "requirements" / "run.txt", cwd=work)
        run(*pip, "--no-deps", wheel, cwd=work)
        version = run(work / "venv" / "bin" / "distill", "--version", cwd=work).strip()
        page = run(work / "venv" / "bin" / "distill", "demo", "--dir", work / "demo", cwd=work)
        if "## Open Items" not in page or not (work / "demo" / "site" / "index.html").is_file():
            sys.exit(f"the demonstration made no page or no site:\n{page}")
        run(work / "venv" / "bin" / "distill", "init", work / "started", cwd=work)
        run(work / "venv" / "bin" / "mkdocs", "build", "--strict", cwd=work / "started")
        installed_hooks_work(work / "venv" / "bin" / "distill", work)
        print(f"wheel: {wheel.name} installs and works ({version})")


if __name__ == "__main__":
    main()

"""The plug-in from a marketplace: a copy of the repository without the environment of a checkout."""

import json
import shutil
import subprocess
import sys
import uuid
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from claude_lab import Lab
from prepare import prepare
from stage import Check, Stage, copy_of_repository, left_over, link_distill, troubles_of
from worlds import outcomes, pages, wait_for

if TYPE_CHECKING:
    from collections.abc import Iterator

WORDS = ("MOCK say one", "MOCK say two", "MOCK say three")


@contextmanager
def market(stage: Stage, name: str) -> "Iterator[tuple[Lab, list[str]]]":
    """Give a home with the plug-in installed from a marketplace, and what went wrong until then.

    The only `python3` on PATH has no packages, whatever the machine's has.
    """
    root = stage.work / f"market-{name}"
    programs = root / "programs"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", "--symlinks", str(root / "bare")], check=True)
    programs.mkdir()
    for program in ("sh", "bash", "readlink", "git", "env", "sleep"):
        (programs / program).symlink_to(shutil.which(program) or f"/bin/{program}")
    (programs / "python3").symlink_to(root / "bare" / "bin" / "python3")
    env = {"PATH": str(programs), "LAB_MARK": uuid.uuid4().hex}
    with Lab(root, claude=stage.claude, env=env) as lab:
        prepare(lab.project, lab.env())
        copy = copy_of_repository(root / "copy")
        yield lab, [trouble for words in _steps(copy) if (trouble := _failed(lab, *words))]


def _steps(copy: Path) -> tuple[tuple[str, ...], ...]:
    return (
        ("plugin", "validate", str(copy)),
        ("plugin", "marketplace", "add", str(copy)),
        ("plugin", "install", "distill@distill"),
    )


def _failed(lab: Lab, *words: str) -> str:
    done = lab.run(*words)
    said = done.stdout + done.stderr
    return f"claude {' '.join(words[:2])}: {said}" if done.returncode or "warning" in said.lower() else ""


def compact(lab: Lab, *words: str) -> None:
    """Hold a session that compacts."""
    stream = lab.stream(*words)
    for each in (*WORDS, "/compact", "MOCK say after"):
        stream.say(each)
    stream.close()


def with_distill(stage: Stage, name: str, folder: str) -> list[str]:
    """Let the plug-in find the interpreter of an installed `distill`, on PATH or where pipx and uv put it."""
    with market(stage, name) as (lab, troubles):
        link_distill(lab.root / folder)
        compact(lab)
        enabled = json.loads((lab.home / ".claude" / "settings.json").read_text("utf-8")).get("enabledPlugins")
        missing = [] if enabled == {"distill@distill": True} else [f"enabled: {enabled}"]
        return troubles + missing + troubles_of(lab.project) + left_over(lab.extra_env["LAB_MARK"])


def without_interpreter(stage: Stage) -> list[str]:
    """Let the event wait where there is no interpreter with the packages, and be taken up by the next one."""
    with market(stage, "bare") as (lab, troubles):
        session = str(uuid.uuid4())
        compact(lab, "--session-id", session)
        wait_for(lab.project, "skipped:no-interpreter")
        waiting = list((lab.project / ".distill" / "spool").glob("*.json"))
        if len(waiting) != 1 or pages(lab.project):
            troubles.append(f"{len(waiting)} events wait; the journal says {outcomes(lab.project)}")
        link_distill(lab.root / "programs")
        compact(lab, "--resume", session)
        wait_for(lab.project, "written")
        wait_for(lab.project, "skipped:duplicate")
        left = list((lab.project / ".distill" / "spool").glob("*.json"))
        return troubles + [f"still waits: {path.name}" for path in left] + left_over(lab.extra_env["LAB_MARK"])


CHECKS: dict[str, Check] = {
    "claude plug-in of a marketplace, distill on PATH": partial(with_distill, name="path", folder="programs"),
    "claude plug-in of a marketplace, distill beside PATH": partial(
        with_distill, name="home", folder="home/.local/bin"
    ),
    "claude plug-in of a marketplace, no interpreter at first": without_interpreter,
}

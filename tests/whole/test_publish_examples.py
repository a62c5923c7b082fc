"""The workflows of the documents: they are well-formed, pinned, and their commands build a started wiki."""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from distill.starter.start import start

REPOSITORY = Path(__file__).parent.parent.parent
EXAMPLES = REPOSITORY / "docs" / "examples"
GITHUB: dict[Any, Any] = yaml.safe_load((EXAMPLES / "github-pages.yml").read_text("utf-8"))
GITLAB: dict[Any, Any] = yaml.safe_load((EXAMPLES / "gitlab-pages.yml").read_text("utf-8"))


def github_scripts(job: str) -> list[str]:
    return [step["run"] for step in GITHUB["jobs"][job]["steps"] if "run" in step]


def test_the_github_workflow_gives_each_job_only_the_rights_it_needs() -> None:
    jobs = GITHUB["jobs"]

    assert GITHUB["permissions"] == {}
    assert {name: job["permissions"] for name, job in jobs.items()} == {
        "rebuild": {"contents": "write"},
        "build": {"contents": "read"},
        "deploy": {"pages": "write", "id-token": "write"},
    }
    assert {"push", "schedule", "workflow_dispatch"} == set(GITHUB[True])  # YAML 1.1 reads `on` as yes
    for job in jobs.values():
        assert all(("uses" in step) != ("run" in step) for step in job["steps"])
        assert set(str(job.get("needs", "")).split()) <= set(jobs)
        assert all(re.fullmatch(r"actions/[\w-]+@v\d+", step["uses"]) for step in job["steps"] if "uses" in step)


def test_the_pins_are_those_of_this_repository() -> None:
    pins = dict(re.findall(r"^([\w-]+)==(\S+)$", (EXAMPLES / "requirements-wiki.txt").read_text("utf-8"), re.MULTILINE))
    ours = dict(
        re.findall(r"^([\w-]+)==(\S+)", (REPOSITORY / "requirements" / "run.txt").read_text("utf-8"), re.MULTILINE)
    )
    version = tomllib.loads((REPOSITORY / "pyproject.toml").read_text("utf-8"))["project"]["version"]

    assert pins == {"distill-wiki": version, "mkdocs": ours["mkdocs"], "mkdocs-material": ours["mkdocs-material"]}


@pytest.mark.parametrize(
    ("scripts", "site"),
    [
        pytest.param([*github_scripts("rebuild")[:-1], *github_scripts("build")], "site", id="github"),
        pytest.param(GITLAB["pages"]["script"], GITLAB["pages"]["artifacts"]["paths"][0], id="gitlab"),
    ],
)
def test_its_commands_build_a_wiki_that_was_just_started(tmp_path: Path, scripts: list[str], site: str) -> None:
    start(tmp_path, name=None, env={})
    folder = tmp_path / "programs"
    folder.mkdir()
    for program in ("distill", "mkdocs"):
        (folder / program).write_text(f'#!/bin/sh\nexec "{sys.executable}" -m {program} "$@"\n', "utf-8")
        (folder / program).chmod(0o755)

    for script in scripts:
        if not script.startswith("pip "):
            done = subprocess.run(
                ["sh", "-ec", script],
                cwd=tmp_path,
                env={**os.environ, "PATH": f"{folder}{os.pathsep}{os.environ['PATH']}", "NO_MKDOCS_2_WARNING": "1"},
                capture_output=True,
                text=True,
                check=False,
                timeout=110,
            )
            assert done.returncode == 0, f"{script}: {done.stdout}{done.stderr}"

    assert (tmp_path / site / "index.html").is_file()

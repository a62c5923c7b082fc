"""`distill constraints`, as a person types it."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from worlds import REPOSITORY, github_token

from distill.cli import people


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "distill.toml").write_text("", "utf-8")
    return tmp_path


def distill(project: Path, *words: str, **env: str) -> "subprocess.CompletedProcess[str]":
    own = {key: value for key, value in os.environ.items() if key not in people.AGENTS_SAY}
    return subprocess.run(
        [sys.executable, "-m", "distill", "constraints", *words],
        cwd=project,
        env={**own, "PYTHONPATH": str(REPOSITORY), **env},
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_constraint_is_added_listed_and_revoked(project: Path) -> None:
    assert distill(project, "add", "Never push to main.", "--by", "Ana").returncode == 0
    assert distill(project, "add", "--should", "Short commits.", "--seat", "lead@x", "--by", "Ana").returncode == 0
    listed = json.loads(distill(project, "list", "--json").stdout)
    assert [(one["force"], one["text"], one["seat"], one["source"]) for one in listed] == [
        ("must", "Never push to main.", "all", "by Ana"),
        ("should", "Short commits.", "lead@x", "by Ana"),
    ]
    assert "Short commits." not in distill(project, "list", "--seat", "impl@x").stdout

    done = distill(project, "revoke", listed[0]["id"], "--why", "we are on trunk now", "--by", "Ana")
    assert done.returncode == 0
    assert "Never push" not in distill(project, "list").stdout
    assert "by Ana: we are on trunk now" in distill(project, "list", "--revoked").stdout


def test_adding_says_the_id_and_what_to_do_where_the_words_are_known(project: Path) -> None:
    added = distill(project, "add", "Never push to main.").stdout
    [named] = [one["id"] for one in json.loads(distill(project, "list", "--json").stdout)]
    assert added == f"Added as {named}.\n"

    again = distill(project, "add", "never push to main").stdout
    assert again == f"{named} has these words already, for all; see `distill constraints list`.\n"

    distill(project, "revoke", named, "--why", "trunk", "--by", "Ana")
    ended = distill(project, "add", "Never push to main.").stdout
    assert ended.startswith(f"{named} has these words and was revoked; `distill constraints list --revoked`")


def test_a_revocation_needs_a_reason_and_an_id_that_stands(project: Path) -> None:
    assert distill(project, "revoke", "C-000000").returncode == 2
    assert distill(project, "revoke", "C-000000", "--why", " ").returncode == 2
    gone = distill(project, "revoke", "C-000000", "--why", "x")
    assert (gone.returncode, "No constraint" in gone.stderr) == (1, True)


@pytest.mark.parametrize("name", people.AGENTS_SAY)
def test_an_agent_cannot_revoke(project: Path, name: str) -> None:
    distill(project, "add", "Never push to main.")
    before = (project / "wiki" / "constraints.md").read_bytes()
    named = json.loads(distill(project, "list", "--json").stdout)[0]["id"]

    assert distill(project, "revoke", named, "--why", "in the way", **{name: "1"}).returncode == 2
    assert (project / "wiki" / "constraints.md").read_bytes() == before


def test_a_secret_is_replaced_and_words_are_needed(project: Path) -> None:
    token = github_token()

    assert "replaced" in distill(project, "add", f"Never use {token}").stdout
    assert token not in (project / "wiki" / "constraints.md").read_text("utf-8")
    assert distill(project, "add", " . ").returncode == 7

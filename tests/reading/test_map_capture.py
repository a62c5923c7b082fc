"""`distill map capture`: what transcript and git prove, in the parts of a restore map; and nothing made up."""

import json
import os
import stat
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from made_secrets import made
from sessions_made import Transcript, working_session
from worlds import pages

from distill.agents.transcripts.newest_session import find
from distill.agents.transcripts.plans import PlanStep, StepState, last_plan
from distill.maps import facts
from distill.maps.reading_list import reading_list
from distill.model import Lines, SourceKind

SESSION = "7c1f0a52-3b8e-4d0a-9e41-5b2d6f7a8c90"


def distill(*args: object, cwd: Path, **env: str) -> "subprocess.CompletedProcess[str]":
    words = [sys.executable, "-m", "distill", *map(str, args)]
    given = {**os.environ, **env}
    return subprocess.run(words, cwd=cwd, env=given, capture_output=True, text=True, timeout=60, check=False)


@pytest.fixture
def session(project: Path) -> Transcript:
    """Write a session that is still going on, in a project with the files that it touched."""
    (project / ".git").rmdir()
    subprocess.run(["git", "init", "-q", "-b", "rain"], cwd=project, check=True)
    for name in ("plan/rain.py", "docs/rain.md", "docs/api.md"):
        (project / name).parent.mkdir(exist_ok=True)
        (project / name).write_text("a line\n" * 100, "utf-8")
    folder = Path(os.environ["HOME"]) / ".claude/projects" / "".join(c if c.isalnum() else "-" for c in str(project))
    folder.mkdir(parents=True)
    told = working_session(folder / f"{SESSION}.jsonl", datetime.now(UTC) - timedelta(minutes=2))
    text = told.path.read_text("utf-8").replace("/srv/plant", str(project))
    told.path.write_text(text, "utf-8")
    part = {"filePath": f"{project}/docs/api.md", "startLine": 11, "numLines": 20, "totalLines": 101}
    call = {"type": "tool_use", "id": "r1", "name": "Read", "input": {"file_path": f"{project}/docs/api.md"}}
    told.row(type="assistant", message={"role": "assistant", "content": [call]})
    block = {"type": "tool_result", "tool_use_id": "r1", "content": "11\ta line"}
    told.row(type="user", message={"role": "user", "content": [block]}, toolUseResult={"type": "text", "file": part})
    todos = [
        {"content": "Ask the rain API", "status": "completed"},
        {"content": "Mend the linter", "status": "in_progress"},
        {"content": "Open the pull request", "status": "pending"},
    ]
    return told.tool("TodoWrite", {"todos": todos})


def captured(project: Path) -> str:
    (path,) = (project / ".distill/maps").glob("*.md")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    return path.read_text("utf-8")


def test_the_newest_session_of_the_folder_becomes_a_map(project: Path, session: Transcript) -> None:
    done = distill("map", "capture", "--seat", "lead@plantshop", cwd=project)

    assert done.returncode == 0, done.stderr
    assert str(session.path) in done.stdout
    text = captured(project)
    about = facts.facts_of(text, path="", modified=datetime.now(UTC))
    assert (about.seat, about.session_id) == ("lead@plantshop", SESSION)
    assert about.source is SourceKind.TRANSCRIPT
    assert "> Good. Now run the whole suite." in text
    assert "> Never push to `main`; every change goes through a pull request." in text
    assert "- 4be19c7 Skip rainy days (PLT-19) (on rain)" in text
    assert "- Wrote `plan/rain.py`, `docs/rain.md`" in text
    assert "- Failed with exit code 2: `make check`" in text
    assert "- `pytest -q tests/rain`" in text
    assert "- [ ] Mend the linter (begun)\n- [ ] Open the pull request" in text
    assert "Ask the rain API" not in text
    assert "- Branch: `rain`, no commit yet" in text
    assert facts.is_whole(text)


@pytest.mark.usefixtures("session")
def test_the_list_names_what_was_written_then_what_was_read_with_its_lines(project: Path) -> None:
    distill("map", "capture", cwd=project)
    found = reading_list(captured(project))

    assert [(row.entry, row.tier) for row in found.rows] == [
        ("this map", 1),
        ("docs/rain.md", 1),
        ("plan/rain.py", 1),
        ("docs/api.md", 2),
    ]
    assert found.rows[3].ranges == (Lines(11, 30),)
    assert found.rows[1].tokens == pytest.approx(5 * (found.rows[3].tokens or 0), rel=0.1)


@pytest.mark.usefixtures("session")
def test_a_captured_map_passes_the_check_and_becomes_a_page(project: Path) -> None:
    done = distill("map", "capture", "--json", cwd=project)
    path = json.loads(done.stdout)["map"]

    checked = distill("map", "check", path, cwd=project)
    assert checked.returncode == 0, checked.stdout
    run = distill("run", cwd=project)
    assert run.returncode == 0, run.stdout + run.stderr
    page = pages(project)[0].read_text("utf-8")
    accomplished, _, rest = page.partition("## Decisions")
    assert "4be19c7" in accomplished
    assert "make check" in rest
    assert "Mend the linter" in rest
    assert "Never push to `main`" in rest.partition("## Constraints")[2]
    assert "None." not in page
    assert "source: transcript" in page
    assert not (project / "wiki/constraints.md").exists()


def test_what_lies_before_the_last_compaction_is_left_out(project: Path, session: Transcript) -> None:
    session.boundary().summary().prompt("And now the docs.").answer("I write them.")

    distill("map", "capture", cwd=project)

    text = captured(project)
    assert "> And now the docs." in text
    assert "Good. Now run the whole suite." not in text


@pytest.mark.usefixtures("session")
def test_a_session_is_told_by_its_id_alone(project: Path, tmp_path: Path) -> None:
    other = tmp_path / "elsewhere"
    other.mkdir()

    assert distill("map", "capture", "--session", SESSION, "--out", "-", cwd=other).returncode == 0
    assert distill("map", "capture", "--session", "no-such-session-1", "--out", "-", cwd=project).returncode == 4
    assert distill("map", "capture", cwd=other).returncode == 4


def test_an_old_session_makes_no_fresh_map(project: Path, session: Transcript) -> None:
    text = session.path.read_text("utf-8").replace(f'"timestamp": "{datetime.now(UTC):%Y}', '"timestamp": "2025')
    session.path.write_text(text, "utf-8")

    distill("map", "capture", cwd=project)

    assert distill("run", cwd=project).returncode == 4


def test_a_captured_secret_stays_here_and_is_redacted_on_its_way_to_the_page(
    project: Path, session: Transcript
) -> None:
    token = "gh" + "p_" + made(36)
    session.prompt(f"Decision: use {token} for the mirror.")

    distill("map", "capture", cwd=project)
    assert token in captured(project)
    distill("run", cwd=project)

    assert all(token not in path.read_text("utf-8") for path in (project / "wiki").rglob("*.md"))


def test_nothing_to_tell_makes_no_map(project: Path, tmp_path: Path) -> None:
    empty = tmp_path / "empty.jsonl"
    empty.write_text("not json\n" * 3, "utf-8")

    for path in (empty, tmp_path / "gone.jsonl", tmp_path):
        done = distill("map", "capture", "--transcript", path, cwd=project)
        assert done.returncode == 4
    assert not list(project.glob(".distill/maps/*"))


def test_the_plan_of_codex_and_broken_plans(tmp_path: Path) -> None:
    path = tmp_path / "rollout.jsonl"

    def row(arguments: object) -> str:
        payload = {"type": "function_call", "name": "update_plan", "arguments": arguments}
        return json.dumps({"type": "response_item", "payload": payload}) + "\n"

    plan = json.dumps({"plan": [{"step": "Look\nfirst", "status": "completed"}, {"step": "Then leap", "status": "x"}]})
    path.write_text(row(plan), "utf-8")
    assert last_plan(str(path)) == (PlanStep("Look first", StepState.DONE), PlanStep("Then leap", StepState.OPEN))
    for broken in ("{", "[" * 5000, 7, None, json.dumps({"plan": [1, {"step": 2}]})):
        path.write_text(row(plan) + row(broken), "utf-8")
        assert last_plan(str(path)) == ()


def test_the_newest_rollout_of_codex_in_this_folder(tmp_path: Path) -> None:
    home, here = tmp_path / "codex", tmp_path / "here"
    folder = home / "sessions/2026/11/30"
    folder.mkdir(parents=True)
    for number, cwd in enumerate([here, here, tmp_path / "other"]):
        meta = {"type": "session_meta", "payload": {"cwd": str(cwd), "base_instructions": "x" * 20_000}}
        path = folder / f"rollout-2026-11-30T01-02-0{number}-{SESSION[:-1]}{number}.jsonl"
        path.write_text(json.dumps(meta) + "\n", "utf-8")
        os.utime(path, (number, number))
    env = {"CODEX_HOME": str(home), "HOME": str(tmp_path)}

    found = find([here], "", env)

    assert found is not None
    assert found.name.endswith("1.jsonl")
    assert find([here], f"{SESSION[:-1]}2", env) == path

"""The handoff beyond its own package: the preparation before a compaction, the page, the command line."""

import json
import os
import stat
import subprocess
import sys
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sessions_made import Transcript, working_session
from worlds import REPOSITORY, an_event, github_token, journal, pages

from distill import prepare, spool, worker
from distill import project as project_module
from distill.agents.events import HookEvent
from distill.handoff import document

SESSION = "7c1f0a52-3b8e-4d0a-9e41-5b2d6f7a8c90"


@pytest.fixture
def session(project: Path) -> Transcript:
    start = datetime.now(UTC).replace(microsecond=0) - timedelta(seconds=120)
    return working_session(project / f"{SESSION}.jsonl", start)


def env() -> dict[str, str]:
    return {"HOME": os.environ["HOME"], "PATH": os.environ["PATH"]}


def handoffs() -> list[Path]:
    return sorted((Path(os.environ["HOME"]) / ".claude" / "handoffs").glob("*.md"))


def prepared(project: Path, transcript: str) -> int:
    state = project_module.make_state(str(project))
    return prepare.main([str(project), state, "lane", "lead@plantshop", SESSION, str(project), transcript], env())


def work(project: Path, session: Transcript) -> str:
    state = project_module.make_state(str(project))
    event = HookEvent({**an_event(project), "transcript_path": str(session.path)})
    event.transcript_path = str(session.path)
    spool.put(state, event, now_ns=int(time.time() * 1e9), pid=os.getpid())
    worker.main([str(project), state, spool.lane_of(event)], env())
    (page,) = pages(project)
    return page.read_text("utf-8")


def test_the_preparation_saves_the_handoff(project, session):
    assert prepared(project, str(session.path)) == 0
    (saved,) = handoffs()
    assert saved.name.startswith(f"{SESSION}-")
    assert stat.S_IMODE(saved.stat().st_mode) == 0o600
    assert document.tail_of(saved.read_text("utf-8")).prompts


@pytest.mark.parametrize("transcript", ["", "/nowhere/t.jsonl"])
def test_without_a_transcript_the_preparation_goes_on(project, transcript):
    assert prepared(project, transcript) == 0
    assert not (Path(os.environ["HOME"]) / ".claude").exists()


def test_it_can_be_switched_off(project, session):
    (project / "distill.toml").write_text("[handoff]\nautomatic = false\n", "utf-8")
    assert prepared(project, str(session.path)) == 0
    assert not handoffs()


def test_a_folder_that_cannot_be_made_is_one_line_of_the_journal(project, session):
    (Path(os.environ["HOME"]) / ".claude").write_text("a file", "utf-8")
    assert prepared(project, str(session.path)) == 1
    assert "handoff=not-made detail=" in (project / ".distill" / "journal.log").read_text("utf-8")


def test_the_handoff_is_the_pages_source_where_there_is_neither_map_nor_summary(project, session):
    token = github_token()
    session.prompt(f"use {token}")
    prepared(project, str(session.path))
    text = work(project, session)
    assert "source: handoff" in text
    assert journal(project)[-1]["outcome"] == "written"
    surfaces = [text, *(path.read_text("utf-8") for path in (project / "wiki" / "maps").glob("*.md"))]
    assert not any(token in surface for surface in surfaces)
    assert token in handoffs()[0].read_text("utf-8")  # word for word, for its owner


def test_a_summary_is_the_better_source(project, session):
    prepared(project, str(session.path))
    session.boundary().summary()
    assert "source: compact-summary" in work(project, session)


def command(project: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "distill", "handoff", *words],
        cwd=project,
        env={**os.environ, "PYTHONPATH": str(REPOSITORY)},
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )


def test_the_command_prints_the_path_or_the_text(project, session):
    token = github_token()
    session.prompt(f"use {token}")
    told = json.loads(command(project, "--transcript", str(session.path), "--json").stdout)
    assert told["handoff"] == str(handoffs()[0])
    assert told["session"] == SESSION
    message = command(project, "--transcript", str(session.path), "--message").stdout
    assert "## 9. Verification command" in message
    assert token not in message
    assert command(project, "--transcript", str(session.path), "--out", "h.md").returncode == 0
    assert command(project, "--transcript", str(session.path), "--out", "h.md").returncode == 4


def test_a_session_id_leads_nowhere_else(project, session):
    done = command(project, "--transcript", str(session.path), "--session", "../../elsewhere")
    assert Path(done.stdout.strip()) == handoffs()[0]


def test_ho09_a_handoff_file_makes_a_page_of_its_own(project, session):
    path = command(project, "--transcript", str(session.path), "--session", SESSION).stdout.strip()
    done = subprocess.run(
        [sys.executable, "-m", "distill", "run", path],
        cwd=project,
        env={**os.environ, "PYTHONPATH": str(REPOSITORY)},
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    assert done.returncode == 0
    (page,) = pages(project)
    assert "source: handoff" in page.read_text("utf-8")


def test_the_command_says_where_there_is_nothing(project):
    done = command(project, "--transcript", "none.jsonl")
    assert done.returncode == 4
    assert "none.jsonl" in done.stderr

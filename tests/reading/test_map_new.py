"""`distill map new`: what is filled in, where it lies, and that nothing is written over."""

import json
import os
import stat
import subprocess
import sys
import time
from datetime import UTC, datetime
from pathlib import Path

import pytest
from worlds import a_map, put_map

from distill.compaction.unfilled import is_unfilled
from distill.config import Settings
from distill.git import checkout_of
from distill.maps import facts
from distill.maps.locate import Asked, Located, Missed, locate
from distill.maps.reading_list import reading_list
from distill.model import Reason, Seat
from distill.team import roster

SESSION = "7c1f0a52-3b8e-4d0a-9e41-5b2d6f7a8c90"


def new(*args: object, cwd: Path, **env: str) -> "subprocess.CompletedProcess[str]":
    return distill("map", *args, cwd=cwd, **env)


def distill(*args: object, cwd: Path, **env: str) -> "subprocess.CompletedProcess[str]":
    words = [sys.executable, "-m", "distill", *map(str, args)]
    given = {**os.environ, **env}
    return subprocess.run(words, cwd=cwd, env=given, capture_output=True, text=True, timeout=60, check=False)


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    root = tmp_path / "harbor"
    root.mkdir()
    for command in (
        ["git", "init", "-q", "-b", "main"],
        ["git", "config", "user.email", "a@example.org"],
        ["git", "config", "user.name", "A"],
    ):
        subprocess.run(command, cwd=root, check=True)
    (root / "plan.md").write_text("The plan.\n" * 30, "utf-8")
    (root / "AGENTS.md").write_text("Never push to main.\n", "utf-8")
    subprocess.run(["git", "add", "-A"], cwd=root, check=True)
    subprocess.run(["git", "commit", "-qm", "Begin | with a `plan`"], cwd=root, check=True)
    (root / "plan.md").write_text("The new plan.\n" * 30, "utf-8")
    (root / "ünew file.py").write_text("x = 1\n" * 20, "utf-8")
    return root


def written(root: Path) -> Path:
    (path,) = (root / ".distill/maps").glob("*.md")
    return path


def test_seat_session_git_and_first_rows_are_filled_in(repository: Path) -> None:
    done = new("new", "--seat", "lead@harbor", cwd=repository, CLAUDE_CODE_SESSION_ID=SESSION)

    assert done.returncode == 0, done.stderr
    path = written(repository)
    text = path.read_text("utf-8")
    about = facts.facts_of(text, path="", modified=datetime.now(UTC))
    assert (about.seat, about.session_id) == ("lead@harbor", SESSION)
    assert abs((about.written - datetime.now(UTC)).total_seconds()) < 120
    assert "- Branch: `main` at " in text
    assert "Begin | with a `plan`" in text
    assert "`plan.md`, `ünew file.py` (1 file changed" in text
    found = reading_list(text)
    assert [row.entry for row in found.rows] == ["this map", "AGENTS.md", "plan.md", "ünew file.py"]
    assert found.tiers[0].total == sum(row.tokens or 0 for row in found.rows)
    assert facts.is_whole(text)
    assert str(path) in done.stdout
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_only_the_parts_of_the_agent_are_left_to_do(repository: Path) -> None:
    new("new", "--seat", "lead@harbor", cwd=repository)
    path = written(repository)

    done = new("check", "--fix", "--json", path, cwd=repository)
    problems = json.loads(done.stdout)["problems"]

    assert {problem["kind"] for problem in problems if problem["wrong"]} == {"empty-part"}
    assert len([problem for problem in problems if problem["wrong"]]) == 10


def test_a_begun_map_is_no_map_yet_and_hides_none(repository: Path) -> None:
    def located() -> Located | Missed:
        asked = Asked(seat=Seat("lead@plantshop"), folders=(repository,), now=datetime.now(UTC))
        return locate(asked, Settings())

    new("new", "--seat", "lead@plantshop", cwd=repository)
    missed = located()
    assert isinstance(missed, Missed)
    assert (missed.reason, missed.path) == (Reason.EMPTY_MAP, None)  # what has a path may be read

    older = put_map(repository, a_map())
    new_one = written(repository)
    found = located()
    assert isinstance(found, Located)
    assert found.path == older

    new_one.write_text(new_one.read_text("utf-8").replace("## Summary\n", "## Summary\n\nI hold HBR-1.\n"), "utf-8")
    found = located()
    assert isinstance(found, Located)
    assert found.path == new_one


@pytest.mark.parametrize("is_named", [True, False])
def test_no_page_is_made_of_a_begun_map(repository: Path, *, is_named: bool) -> None:
    new("new", "--seat", "lead@plantshop", cwd=repository)
    path = written(repository)

    done = distill("run", *([path] if is_named else []), cwd=repository)

    assert done.returncode == 4, done.stdout
    assert "not filled in yet" in done.stderr
    assert str(path) in done.stderr
    assert "Fill in its sections" in done.stderr
    assert not (repository / "wiki" / "sessions").exists()


def test_the_last_map_and_its_note_are_named(repository: Path) -> None:
    last = put_map(repository, a_map())
    put_map(repository, a_map("other@plantshop"), "other.md")
    (last.parent / "RESTORED-20261018-1105.md").write_text("done\n", "utf-8")

    text = new("new", "--seat", "lead@plantshop", "--out", "-", cwd=repository).stdout

    assert "Previous map: `restore-maps/RESTORE-MAP.md` (note of the last restore: `RESTORED-20261018-1105.md`)" in text


def test_who_lives_in_the_team_is_filled_in(repository: Path) -> None:
    state = repository / ".distill"
    state.mkdir(exist_ok=True)

    def hire(found: roster.Roster) -> None:
        at = str(int(time.time()))
        found.member("a1").update(
            {"name": "importer", "kind": "worker", "did": "the | tables", "from": "task", "at": at}
        )
        found.member("b2").update({"name": "docs", "ended": at, "at": at})

    roster.change(str(state), "lead@harbor", hire)

    text = new("new", "--seat", "lead@harbor", "--out", "-", cwd=repository).stdout

    assert "## Team\n\n- importer (worker, a1): at work on the | tables\n\n## Ruled Out" in text


@pytest.mark.parametrize("piece", ["<!--", "## Summary\n", "\n", "## ", "<!-- -->"])
def test_whether_a_map_is_filled_in_is_told_in_linear_time(piece: str) -> None:
    def cost(size: int) -> float:
        started = time.process_time()
        is_unfilled(piece * (size // len(piece)))
        return time.process_time() - started

    cost(10_000)

    assert cost(160_000) < 24 * max(cost(20_000), 0.002)


def test_no_file_is_written_over(repository: Path) -> None:
    path = repository / "mine.md"
    path.write_text("mine\n", "utf-8")

    done = new("new", "--out", path, cwd=repository)

    assert done.returncode == 4
    assert "--out" in done.stderr
    assert path.read_text("utf-8") == "mine\n"


def test_outside_of_git_and_without_a_seat(tmp_path: Path) -> None:
    folder = tmp_path / "loose"
    folder.mkdir()

    text = new("new", "--out", "-", cwd=folder).stdout

    assert text.startswith("# Restore map — loose\n")
    assert "session unknown" in text
    assert "in no git repository" in text


def test_cp14_a_state_folder_that_cannot_be_made_is_said(repository: Path) -> None:
    (repository / ".distill").write_text("a file in its place\n", "utf-8")

    done = new("new", cwd=repository)

    assert done.returncode == 4
    assert "cannot be saved" in done.stderr
    assert "--out" in done.stderr


def test_git_that_hangs_costs_its_budget_only(repository: Path, tmp_path: Path) -> None:
    slow = tmp_path / "bin"
    slow.mkdir()
    (slow / "git").write_text("#!/bin/sh\nexec sleep 30\n", "utf-8")
    (slow / "git").chmod(0o755)

    assert checkout_of(repository, {**os.environ, "PATH": f"{slow}:{os.environ['PATH']}"}, seconds=0.3) is None


def test_a_repository_cannot_make_git_run_programs(repository: Path) -> None:
    trap = repository / "trap.sh"
    trap.write_text(f"#!/bin/sh\ntouch {repository}/sprung\n", "utf-8")
    trap.chmod(0o755)
    for name in ("core.fsmonitor", "diff.external", "core.pager", "diff.x.textconv", "diff.x.command"):
        subprocess.run(["git", "config", name, str(trap)], cwd=repository, check=True)
    (repository / ".gitattributes").write_text("*.md diff=x\n", "utf-8")

    found = checkout_of(repository, os.environ)

    assert found is not None
    assert found.branch == "main"
    assert not (repository / "sprung").exists()


def test_a_detached_head_and_a_repository_without_commits(repository: Path, tmp_path: Path) -> None:
    subprocess.run(["git", "checkout", "-q", "--detach"], cwd=repository, check=True)
    detached = checkout_of(repository, os.environ)
    assert detached is not None
    assert (detached.branch, bool(detached.head)) == ("", True)

    empty = tmp_path / "empty"
    empty.mkdir()
    subprocess.run(["git", "init", "-q", "-b", "main"], cwd=empty, check=True)
    found = checkout_of(empty, os.environ)
    assert found is not None
    assert (found.branch, found.head, found.commits) == ("main", "", ())

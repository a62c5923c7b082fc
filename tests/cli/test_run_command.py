"""`distill run` as a person and a program use it."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from worlds import a_map, github_token, journal, outcomes, pages, put_map

DISTILL = [sys.executable, "-m", "distill"]


def distill(*args: object, cwd: Path, env: dict[str, str] | None = None) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [*DISTILL, *map(str, args)],
        cwd=cwd,
        env={**os.environ, **(env or {})},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_a_named_map_becomes_a_page(project: Path) -> None:
    path = put_map(project, a_map(age_s=100_000))

    done = distill("run", path, cwd=project)

    assert done.returncode == 0, done.stderr
    assert str(pages(project)[0]) in done.stdout
    assert "no-key" in done.stdout
    assert outcomes(project) == ["written:no-key"]


def test_the_same_map_again_changes_nothing(project: Path) -> None:
    path = put_map(project, a_map())
    distill("run", path, cwd=project)
    page = pages(project)[0]
    page.write_text(page.read_text("utf-8") + "\nA person wrote this.\n", "utf-8")
    before = page.read_bytes()

    done = distill("run", path, cwd=project)

    assert done.returncode == 0
    assert "unchanged" in done.stdout
    assert page.read_bytes() == before
    assert len(pages(project)) == 1


def test_without_a_map_the_hooks_own_rule_decides(project: Path) -> None:
    put_map(project, a_map("lead@a"), "a.md")
    put_map(project, a_map("lead@b"), "b.md")

    assert distill("run", cwd=project).returncode == 4
    assert distill("run", "--seat", "lead@b", cwd=project).returncode == 0
    assert ["lead@b" in p.name for p in pages(project)] == [True]


@pytest.mark.parametrize(
    ("args", "code", "said"),
    [
        (("nowhere.md",), 4, "does not exist"),
        ((".",), 4, "is a folder"),
        (("--engine", "antropic"), 3, "anthropic"),
        (("--no-such",), 2, "No such option"),
        ((), 4, "no-map"),
    ],
)
def test_what_cannot_be_done_is_said_with_its_exit_code(
    project: Path, args: tuple[str, ...], code: int, said: str
) -> None:
    done = distill("run", *args, cwd=project)

    assert done.returncode == code
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_a_stale_map_is_named_with_its_age_and_the_way_out(project: Path) -> None:
    put_map(project, a_map(age_s=4210))

    done = distill("run", cwd=project)

    assert done.returncode == 4
    assert "70 min" in done.stderr
    assert "fresh_minutes" in done.stderr


def test_json_tells_all_of_many_maps(project: Path) -> None:
    paths = [put_map(project, a_map(ticket=f"PLT-{n}"), f"m{n}.md") for n in range(3)]

    done = distill("run", *paths, "missing.md", "--json", cwd=project)

    assert done.returncode == 4
    results = json.loads(done.stdout)["results"]
    assert [r["outcome"] for r in results] == ["written"] * 3 + ["failed"]
    assert results[0]["items"]["Open Items"] >= 1
    assert results[0]["engine"] == "extractive"
    assert results[3]["reason"] == "unreadable-map"
    assert len(journal(project)) == 4


def test_the_wiki_may_lie_anywhere_and_the_seat_may_be_said(project: Path, tmp_path: Path) -> None:
    path = put_map(project, "# Restore map\n- Done: export merged as PR #12\n")

    done = distill("run", path, "--wiki", tmp_path / "elsewhere", "--seat", "lead@here", cwd=project)

    assert done.returncode == 0, done.stderr
    page = next((tmp_path / "elsewhere" / "sessions").glob("*.md"))
    assert "lead@here" in page.name
    assert not (project / "wiki").exists()


def test_a_secret_in_the_name_of_a_file_is_not_said(project: Path) -> None:
    token = github_token()

    done = distill("run", f"{token}.md", cwd=project)

    assert done.returncode == 4
    assert token not in done.stdout + done.stderr + (project / ".distill" / "journal.log").read_text()


def test_an_asked_for_engine_without_a_key_leaves_a_page_and_the_reason(project: Path) -> None:
    done = distill("run", put_map(project, a_map()), "--engine", "anthropic", cwd=project)

    assert done.returncode == 0
    assert "no-key" in done.stdout


def test_help_version_and_completion(project: Path) -> None:
    assert distill("--version", cwd=project).stdout.startswith("distill 0.")
    for args in (["--help"], ["run", "--help"], ["demo", "-h"]):
        done = distill(*args, cwd=project)
        assert done.returncode == 0
        assert "Usage" in done.stdout
    assert "run" in distill("--help", cwd=project).stdout
    script = distill("--show-completion", "bash", cwd=project)
    assert "_DISTILL_COMPLETE" in script.stdout
    assert distill(cwd=project).returncode == 2


def test_an_unexpected_error_prints_a_report_to_paste(capsys: pytest.CaptureFixture[str]) -> None:
    from distill.cli.main import guarded

    secret = github_token()

    def broken() -> None:
        raise ZeroDivisionError(secret)

    assert guarded(broken) == 70
    said = capsys.readouterr().err
    assert "ZeroDivisionError" in said
    assert "test_run_command.py" in said
    assert "python 3" in said
    assert secret not in said


def test_an_interrupt_has_its_own_code() -> None:
    from distill.cli.main import guarded

    def interrupted() -> None:
        raise KeyboardInterrupt

    assert guarded(interrupted) == 130


def test_many_maps_on_a_terminal_have_a_bar_and_their_results_after_it(project: Path) -> None:
    import pty

    names = [put_map(project, a_map(ticket=f"PLT-{n}"), f"m{n}.md") for n in range(6)]
    leader, follower = pty.openpty()
    command = [*DISTILL, "run", *map(str, names)]
    done = subprocess.run(
        command, cwd=project, stdout=subprocess.PIPE, stderr=follower, text=True, timeout=60, check=True
    )
    os.close(follower)
    drawn = os.read(leader, 100_000).decode()
    os.close(leader)

    assert "100%" in drawn
    assert "written" not in drawn
    assert done.stdout.count("written: ") == 6


def test_an_error_says_no_secret(project: Path) -> None:
    token = github_token()
    (project / "distill.toml").write_text(f"{token} = 1\n")

    done = distill("run", cwd=project)

    assert done.returncode == 3
    assert token[4:] not in done.stdout + done.stderr
    assert "Unknown setting" in done.stderr

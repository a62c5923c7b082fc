"""What was installed, started as a client starts it."""

import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from installs import CLAUDE, CODEX, ODD_NAME, SHELLS, command, distill, entries, install, on_path, through
from worlds import REPOSITORY, a_map, an_event, ends_well, outcomes, pages, put_map, wait_for

from distill.agents import command_line
from distill.install import entries as installed_entries

BUGS = Path(__file__).parent.parent / "bugs"
FROM = ["project", "root", "nested", "worktree"]


def odd_installation(tmp_path: Path) -> tuple[Path, Path]:
    """Make an interpreter, this package and a project in a folder whose name shells stumble over."""
    odd = tmp_path / ODD_NAME
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", "--symlinks", odd / "venv"], check=True)
    packages = next((odd / "venv" / "lib").glob("python*/site-packages"))
    (packages / "others.pth").write_text(sysconfig.get_path("purelib") + "\n")
    (odd / "lib").mkdir()
    subprocess.run(["cp", "-R", REPOSITORY / "distill", odd / "lib" / "distill"], check=True)
    (odd / "project" / ".git").mkdir(parents=True)
    return odd / "venv" / "bin" / "python", odd


@pytest.mark.parametrize("shell", SHELLS)
def test_hk17_blanks_umlauts_and_quotes_in_every_path(tmp_path: Path, shell: str) -> None:
    python, odd = odd_installation(tmp_path)
    project = odd / "project"
    env = {**os.environ, "PYTHONPATH": str(odd / "lib")}
    subprocess.run([python, "-m", "distill", "install", "--agent", "claude-code"], cwd=project, env=env, check=True)
    put_map(project, a_map())

    entry = entries(project)[0]
    done = through(shell, entry.command, an_event(project), Path("/"))

    assert str(odd) in "".join(command_line.words(entry.command))
    ends_well(done)
    wait_for(project, "written")
    assert len(pages(project)) == 1


@pytest.mark.parametrize("shell", SHELLS)
@pytest.mark.parametrize("where", FROM)
def test_hk25_it_starts_from_every_folder(project: Path, where: str, shell: str) -> None:
    folders = {
        "project": project,
        "root": Path("/"),
        "nested": project / "a" / "b" / "c",
        "worktree": project / ".claude" / "worktrees" / "x",
    }
    folders[where].mkdir(parents=True, exist_ok=True)
    install(project)
    put_map(project, a_map())

    done = through(shell, entries(project)[0].command, an_event(project), folders[where])

    ends_well(done)
    wait_for(project, "written")


@pytest.mark.parametrize("agent", [CLAUDE, CODEX])
def test_hk01_each_session_start_matches_compact_and_only_that_dispatches(project: Path, agent: str) -> None:
    install(project, agent)
    put_map(project, (BUGS / "HK01" / "map.md").read_text("utf-8"))
    starts = [entry for entry in entries(project, agent) if entry.event == "SessionStart"]

    assert [entry.matcher for entry in starts] == ["compact", "resume"]
    for source in ("startup", "resume", "clear", "compact"):
        event = (BUGS / "HK01" / f"stdin_{source}.json").read_text("utf-8")
        event = event.replace("@@DIR@@/project", str(project)).replace("@@DIR@@", str(project.parent))
        assert through("sh", starts[0].command, json.loads(event), project).returncode == 0
        assert outcomes(project)[:1] == (["dispatched"] if source == "compact" else [])
    assert outcomes(project).count("dispatched") == 1


@pytest.mark.parametrize(
    ("agent", "events"),
    [
        (CLAUDE, ["SessionStart", "SessionStart", "PreCompact", "UserPromptSubmit"]),
        (CODEX, ["PostCompact", "SessionStart", "SessionStart", "UserPromptSubmit", "PreCompact"]),
    ],
)
def test_each_client_gets_the_events_that_its_versions_know(project: Path, agent: str, events: list[str]) -> None:
    install(project, agent)

    assert [entry.event for entry in entries(project, agent)] == events


@pytest.mark.parametrize("agent", [CLAUDE, CODEX])
def test_hk23_timeouts_are_seconds(project: Path, agent: str) -> None:
    install(project, agent)

    for entry in entries(project, agent):
        assert isinstance(entry.timeout, int)
        assert 1 <= entry.timeout <= 30


def test_hk23_so_are_those_of_the_documents_and_of_the_plugin() -> None:
    files = [REPOSITORY / "README.md", REPOSITORY / "hooks" / "hooks.json", *(REPOSITORY / "docs").glob("*.md")]
    found = [int(t) for f in files for t in re.findall(r'"timeout":\s*(\d+)', f.read_text("utf-8"))]

    assert found
    assert all(1 <= seconds <= 30 for seconds in found)
    assert not [f for f in files if "timeout_ms" in f.read_text("utf-8")]


def test_hk19_a_python3_that_is_none_does_no_harm(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stub = (BUGS / "HK19" / "bin" / "python3").read_text("utf-8")
    monkeypatch.setenv("PATH", on_path(tmp_path / "stub", "python3", stub))
    install(project)
    put_map(project, a_map())

    assert through("sh", entries(project)[0].command, an_event(project), project).returncode == 0
    wait_for(project, "written")


def test_the_installed_command_is_absolute_and_isolated() -> None:
    words = command_line.words(command())

    assert words[1:3] == ["-I", "-S"]
    assert Path(words[0]).is_absolute()
    assert Path(words[3]) == REPOSITORY / "distill" / "hooks" / "shim.py"


def test_hk18_git_bash_gets_both_paths_whole() -> None:
    argv = ["C:\\Program Files\\Py 3\\python.exe", "-I", "-S", "C:\\Users\\A B\\$x`y'z\\x.py"]

    line = command_line.quoted(argv, windows=True)
    printed = subprocess.run(
        ["bash", "-c", f"printf '%s\\n' {line}"], capture_output=True, text=True, check=True
    ).stdout

    assert printed.splitlines() == [word.replace("\\", "/") for word in argv]
    assert "\\U" not in line


words_of_paths = st.text(
    st.sampled_from("ab ü'\"$`\\!*~#&;|<>()[]{}%/") | st.characters(codec="utf-8", exclude_categories=["Cs", "Cc"]),
    max_size=12,
)


@hypothesis_settings(max_examples=25)
@given(argv=st.lists(words_of_paths, min_size=1, max_size=4), windows=st.booleans())
def test_every_word_comes_back_from_every_shell(argv: list[str], windows: bool) -> None:
    line = command_line.quoted(argv, windows=windows)
    expected = [word.replace("\\", "/") for word in argv] if windows else argv

    for shell in ("bash",) if windows else SHELLS:
        done = subprocess.run([shell, "-c", f"printf '%s\\0' {line}"], capture_output=True, check=True)
        assert done.stdout.decode("utf-8").split("\0")[:-1] == expected
    assert command_line.words(line) == expected


@pytest.mark.parametrize("gone", ["shim", "package", "interpreter"])
def test_an_entry_that_outlives_its_package_refuses_nothing(gone: str, tmp_path: Path) -> None:
    words = command_line.words(command())
    kept = {
        "shim": f"{tmp_path}/distill/hooks/shim.py",
        "package": f"{tmp_path}/distill/hooks/shim.py",
        "interpreter": "",
    }
    if gone == "package":
        (tmp_path / "distill" / "hooks").mkdir(parents=True)
        shutil.copy(words[3], tmp_path / "distill" / "hooks")
    line = command().replace(words[3], kept[gone] or words[3])
    line = line.replace(words[0], str(tmp_path / "python")) if gone == "interpreter" else line

    for shell in ("sh", "bash"):
        done = subprocess.run([shell, "-c", line], input=b"{}", capture_output=True, check=False)
        assert (done.returncode, done.stdout) == (0, b"")
    assert installed_entries.is_ours(line)


@pytest.mark.parametrize(("agent", "file"), [(CLAUDE, ".claude/settings.json"), (CODEX, ".codex/hooks.json")])
def test_where_git_would_show_the_path_of_this_computer_the_person_is_told(
    project: Path, agent: str, file: str
) -> None:
    (project / ".git").mkdir(exist_ok=True)

    told = distill("install", "--agent", agent, "--no-rules", cwd=project).stdout

    assert f"full path: do not commit {file}." in told
    assert "do not commit" not in distill("install", "--agent", agent, "--scope", "user", cwd=project).stdout

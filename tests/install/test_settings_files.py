"""Install and uninstall on real files: links, modes, backups, others' changes."""

import json
import os
import stat
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from installs import CLAUDE, CODEX, distill, entries, install, place, settings

from distill.agents.client import Scope
from distill.errors import ConfigError
from distill.install import exact_write, installer
from distill.install.installer import Change

HK36 = Path(__file__).parent.parent / "bugs" / "HK36"
BOTH = pytest.mark.parametrize("agent", [CLAUDE, CODEX])
SCOPES = pytest.mark.parametrize("scope", [Scope.PROJECT, Scope.USER])


def tree(*folders: Path) -> dict[str, bytes]:
    """Read every file below some folders, the state aside."""
    files = [p for folder in folders for p in folder.rglob("*") if p.is_file() and ".distill" not in p.parts]
    return {str(p): p.read_bytes() for p in files}


@BOTH
@SCOPES
def test_in_an_empty_home_nothing_is_left_behind(project: Path, agent: str, scope: Scope) -> None:
    home = Path(os.environ["HOME"])

    assert install(project, agent, scope) is Change.INSTALLED
    assert place(project, agent, scope).file.is_file()
    assert installer.uninstall(place(project, agent, scope)) is Change.RESTORED

    assert tree(project, home) == {}
    assert not list(home.glob(".c*")) + list(project.glob(".c*"))


@BOTH
@SCOPES
def test_twice_is_once(project: Path, agent: str, scope: Scope) -> None:
    install(project, agent, scope)
    file = place(project, agent, scope).file
    before, stamp = file.read_bytes(), file.stat().st_mtime_ns

    assert install(project, agent, scope) is Change.UNCHANGED
    assert (file.read_bytes(), file.stat().st_mtime_ns) == (before, stamp)


@pytest.mark.parametrize("name", ["a_trailing_comma", "b_bom", "c_comments"])
@BOTH
def test_hk36_what_does_not_parse_is_refused_and_left_alone(project: Path, name: str, agent: str) -> None:
    file = place(project, agent).file
    data = (HK36 / f"{name}.json").read_bytes()
    settings(project, data, str(file.relative_to(project)))

    for command in ("install", "uninstall"):
        done = distill(command, "--agent", agent, cwd=project)

        assert done.returncode == 3
        assert str(file) in done.stderr
        assert "line " in done.stderr
        assert file.read_bytes() == data
    assert [p.name for p in file.parent.iterdir()] == [file.name]


@pytest.mark.parametrize("name", ["d_others", "e_empty_file", "f_hooks_null"])
def test_hk36_others_entries_stay_and_the_first_bytes_come_back(project: Path, name: str) -> None:
    data = (HK36 / f"{name}.json").read_bytes()
    file = settings(project, data)
    old = json.loads(data or b"{}")

    assert install(project) is Change.INSTALLED
    new = json.loads(file.read_bytes())
    assert install(project) is Change.UNCHANGED

    assert [new["hooks"]["SessionStart"].pop()["matcher"] for _ in range(2)] == ["resume", "compact"]
    for event in ("PreCompact", "UserPromptSubmit"):
        new["hooks"][event].pop()
    had = old.get("hooks") or {}
    assert {event: groups for event, groups in new["hooks"].items() if groups or event in had} == had
    assert list(new) == list(old) or not old
    assert installer.uninstall(place(project)) is Change.RESTORED
    assert file.read_bytes() == data


def test_hk36_after_a_change_by_another_only_ours_is_taken_out(project: Path) -> None:
    file = settings(project, (HK36 / "d_others.json").read_bytes())
    install(project)
    changed = file.read_bytes().replace(b'"opus"', b'"haiku"')
    file.write_bytes(changed)

    assert installer.uninstall(place(project)) is Change.REMOVED

    assert file.read_bytes() == (HK36 / "d_others.json").read_bytes().replace(b'"opus"', b'"haiku"')
    assert place(project).backup.original.read_bytes() == (HK36 / "d_others.json").read_bytes()


def test_an_update_after_a_change_by_another_does_not_lose_it(project: Path) -> None:
    file = settings(project, {"model": "opus"})
    install(project)
    file.write_bytes(file.read_bytes().replace(b'"opus"', b'"haiku"'))
    other = installer.command("/opt/other/python", windows=False)

    assert installer.install(place(project), other) is Change.UPDATED
    assert {e.command for e in entries(project)} == {other}
    assert installer.uninstall(place(project)) is Change.REMOVED

    assert file.read_bytes() == b'{"model": "haiku"}'


def test_an_update_alone_still_brings_the_first_bytes_back(project: Path) -> None:
    file = settings(project, b'{"hooks": { "SessionStart": [ ] }}')
    install(project)
    installer.install(place(project), installer.command("/opt/other/python", windows=False))

    assert installer.uninstall(place(project)) is Change.RESTORED
    assert file.read_bytes() == b'{"hooks": { "SessionStart": [ ] }}'


def test_without_its_record_uninstall_takes_out_what_is_ours(project: Path) -> None:
    file = settings(project, (HK36 / "d_others.json").read_bytes())
    install(project)
    for path in place(project).backup.folder.iterdir():
        path.unlink()

    assert installer.uninstall(place(project)) is Change.REMOVED
    assert file.read_bytes() == (HK36 / "d_others.json").read_bytes()


def test_a_broken_record_reads_as_none(project: Path) -> None:
    file = settings(project, b'{"model": "opus"}')
    install(project)
    for path in place(project).backup.folder.glob("*.json"):
        path.write_bytes(b'{"file": 1}')

    assert installer.uninstall(place(project)) is Change.REMOVED
    assert file.read_bytes() == b'{"model": "opus"}'


def test_uninstall_without_install_changes_nothing(project: Path) -> None:
    assert installer.uninstall(place(project)) is Change.ABSENT
    file = settings(project, b'{ "model":"opus" }')

    assert installer.uninstall(place(project)) is Change.ABSENT
    assert file.read_bytes() == b'{ "model":"opus" }'
    assert not (project / ".distill").exists()


def test_a_folder_that_somebody_else_uses_by_now_stays(project: Path) -> None:
    install(project)
    (project / ".claude" / "notes.md").write_text("mine")

    assert installer.uninstall(place(project)) is Change.RESTORED
    assert [p.name for p in (project / ".claude").iterdir()] == ["notes.md"]


@BOTH
def test_hk37_a_link_stays_a_link_and_its_target_keeps_its_mode(project: Path, tmp_path: Path, agent: str) -> None:
    dotfiles = tmp_path / "dotfiles" / "settings.json"
    dotfiles.parent.mkdir()
    dotfiles.write_bytes(b'{"description": "mine"}')
    dotfiles.chmod(0o600)
    file = place(project, agent, Scope.USER).file
    file.parent.mkdir(parents=True)
    file.symlink_to(dotfiles)

    for change, expected in ((install, Change.INSTALLED), (None, Change.RESTORED)):
        done = change(project, agent, Scope.USER) if change else installer.uninstall(place(project, agent, Scope.USER))
        assert done is expected
        assert file.is_symlink()
        assert file.resolve() == dotfiles
        assert stat.S_IMODE(dotfiles.stat().st_mode) == 0o600
        assert [p.name for p in dotfiles.parent.iterdir()] == ["settings.json"]
        assert (b"shim.py" in dotfiles.read_bytes()) is (expected is Change.INSTALLED)
    assert dotfiles.read_bytes() == b'{"description": "mine"}'


def test_a_link_to_a_file_that_is_not_there_yet_stays_too(project: Path, tmp_path: Path) -> None:
    target = tmp_path / "dotfiles" / "claude" / "settings.json"
    file = place(project).file
    file.parent.mkdir()
    file.symlink_to(target)

    assert install(project) is Change.INSTALLED
    assert target.is_file()
    assert installer.uninstall(place(project)) is Change.RESTORED
    assert file.is_symlink()
    assert not (tmp_path / "dotfiles").exists()
    assert file.parent.is_dir()


def test_a_link_in_a_circle_is_refused(project: Path) -> None:
    file = place(project).file
    file.parent.mkdir()
    file.symlink_to(file.name)

    with pytest.raises(ConfigError, match=r"settings\.json"):
        install(project)


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o664])
def test_the_mode_stays(project: Path, mode: int) -> None:
    file = settings(project, b"{}")
    file.chmod(mode)

    install(project)

    assert stat.S_IMODE(file.stat().st_mode) == mode


def test_the_backup_may_hold_a_key_and_is_its_owners_alone(project: Path) -> None:
    settings(project, {"env": {"A": "b"}}).chmod(0o644)

    install(project)

    kept = list(place(project).backup.folder.iterdir())
    assert len(kept) == 2
    assert {stat.S_IMODE(p.stat().st_mode) for p in kept} == {0o600}
    assert stat.S_IMODE((project / ".distill").stat().st_mode) == 0o700


def test_a_change_in_between_stops_the_write(project: Path) -> None:
    file = settings(project, b"{}")

    with pytest.raises(ConfigError, match="somebody else"):
        exact_write.write(file, b"ours", expected=b"what was read")
    assert file.read_bytes() == b"{}"


@pytest.mark.parametrize("kind", ["folder", "pipe"])
def test_what_is_no_file_is_refused(project: Path, kind: str) -> None:
    file = place(project).file
    file.parent.mkdir()
    if kind == "folder":
        file.mkdir()
    else:
        os.mkfifo(file)

    with pytest.raises(ConfigError, match=r"settings\.json cannot be read"):
        install(project)


def test_a_file_in_the_place_of_the_folder_is_refused(project: Path) -> None:
    (project / ".claude").write_text("not a folder")

    with pytest.raises(ConfigError, match="Nothing was changed"):
        install(project)


@hypothesis_settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=30)
@given(
    value=st.dictionaries(st.text(max_size=5), st.integers() | st.text(max_size=5) | st.lists(st.none()), max_size=4),
    indent=st.sampled_from([None, 0, 2, "\t"]),
    end=st.sampled_from(["", "\n", "\r\n", "  "]),
    scope=st.sampled_from([Scope.PROJECT, Scope.USER]),
)
def test_uninstall_brings_every_byte_back(
    project: Path, value: dict[str, object], indent: int | None, end: str, scope: Scope
) -> None:
    data = (json.dumps({**value, "hooks": {"Stop": []}}, indent=indent) + end).encode()
    file = place(project, CODEX, scope).file
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(data)

    assert install(project, CODEX, scope) is Change.INSTALLED
    assert file.read_bytes() != data
    assert installer.uninstall(place(project, CODEX, scope)) is Change.RESTORED
    assert file.read_bytes() == data


def test_codex_home_and_claude_config_dir_are_honoured(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CODEX_HOME", str(tmp_path / "codex"))
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(tmp_path / "claude"))

    assert place(project, CODEX, Scope.USER).file == tmp_path / "codex" / "hooks.json"
    assert place(project, CLAUDE, Scope.USER).file == tmp_path / "claude" / "settings.json"


def test_the_command_line_says_what_it_did_and_what_comes_next(project: Path) -> None:
    done = distill("install", "--agent", "codex", "--scope", "user", cwd=project)
    told = json.loads(distill("install", "--agent", "codex", "--scope", "user", "--json", cwd=project).stdout)

    assert done.returncode == 0
    assert done.stdout.startswith("installed: Codex, user: ")
    assert "/hooks" in done.stdout
    assert told == {
        "agent": "codex",
        "scope": "user",
        "file": str(place(project, CODEX, Scope.USER).file),
        "change": "unchanged",
    }
    assert distill("uninstall", "--agent", "codex", "--scope", "user", cwd=project).stdout.startswith("restored: ")


def test_below_the_root_it_says_which_sessions_the_settings_count_for(project: Path) -> None:
    below = project / "src" / "deep"
    below.mkdir(parents=True)

    done = distill("install", "--agent", "claude-code", cwd=below)

    assert (project / ".claude" / "settings.json").is_file()
    assert str(project) in done.stdout.splitlines()[-1]
    assert "--scope user" in done.stdout


def test_an_agent_that_is_not_known_is_wrong_use(project: Path) -> None:
    assert distill("install", "--agent", "clippy", cwd=project).returncode == 2
    assert distill("install", cwd=project).returncode == 2

"""The project root, and the state folder."""

import subprocess
from pathlib import Path

import pytest

from distill import journal, project


def test_a_repository_is_found_from_a_folder_below(tmp_path: Path) -> None:
    (tmp_path / "repo" / ".git").mkdir(parents=True)
    (tmp_path / "repo" / "a" / "b").mkdir(parents=True)

    assert project.find_root(str(tmp_path / "repo" / "a" / "b")) == str(tmp_path / "repo")


def test_worktrees_share_the_main_checkout(tmp_path: Path) -> None:
    main, other = tmp_path / "main", tmp_path / "elsewhere" / "tree"
    git = ["git", "-C", str(main), "-c", "user.name=t", "-c", "user.email=t@example.invalid"]
    subprocess.run(["git", "init", "-q", str(main)], check=True)
    subprocess.run([*git, "commit", "-q", "--allow-empty", "-m", "x"], check=True)
    subprocess.run([*git, "worktree", "add", "-q", str(other)], check=True, capture_output=True)
    (other / "deep").mkdir()

    assert project.find_root(str(other / "deep")) == str(main)


def test_a_submodule_is_a_project_of_its_own(tmp_path: Path) -> None:
    module = tmp_path / "main" / "lib"
    (tmp_path / "main" / ".git" / "modules" / "lib").mkdir(parents=True)
    module.mkdir()
    (module / ".git").write_text("gitdir: ../.git/modules/lib\n")

    assert project.find_root(str(module)) == str(module)


def test_settings_below_the_top_of_a_repository_make_a_project(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / "shop" / "src").mkdir(parents=True)
    (tmp_path / "shop" / "distill.toml").touch()

    assert project.find_root(str(tmp_path / "shop" / "src")) == str(tmp_path / "shop")
    assert project.find_root(str(tmp_path)) == str(tmp_path)


def test_outside_git_the_nearest_settings_decide_else_the_folder_itself(tmp_path: Path) -> None:
    (tmp_path / "a" / "b" / "c").mkdir(parents=True)
    (tmp_path / "a" / "distill.toml").touch()

    assert project.find_root(str(tmp_path / "a" / "b" / "c")) == str(tmp_path / "a")
    assert project.find_root(str(tmp_path)) == str(tmp_path)


def test_a_folder_that_is_gone_still_has_its_project(project: Path) -> None:
    from distill import project as subject

    assert subject.find_root(str(project / "gone" / "long ago")) == str(project)


def test_the_state_folder_is_the_owners_and_unknown_to_git(tmp_path: Path) -> None:
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)

    state = Path(project.make_state(str(tmp_path)))

    assert state.stat().st_mode & 0o777 == 0o700
    status = subprocess.run(["git", "-C", str(tmp_path), "status", "--porcelain"], capture_output=True, check=True)
    assert status.stdout == b""


def test_where_the_project_cannot_be_written_the_persons_own_state_folder_serves(tmp_path: Path) -> None:
    root, home = tmp_path / "root", tmp_path / "home"
    root.mkdir()
    home.mkdir()
    (root / ".distill").write_text("in the way")

    state = Path(project.usable_state(str(root), {"HOME": str(home)}))

    assert state.is_relative_to(home / ".local" / "state" / "distill")
    assert project.usable_state(str(root), {"HOME": str(home)}) == str(state)


@pytest.mark.parametrize("home", ["", "/nonexistent"])
def test_without_any_place_for_state_it_says_so_and_strews_nothing(tmp_path: Path, home: str) -> None:
    (tmp_path / ".distill").write_text("in the way")

    with pytest.raises(OSError, match="state"):
        project.usable_state(str(tmp_path), {"HOME": home})
    assert not Path("/nonexistent").exists()


def test_a_link_that_a_repository_brings_leads_into_nobodys_folder(tmp_path: Path) -> None:
    mine, root = tmp_path / "home", tmp_path / "project"
    mine.mkdir()
    root.mkdir()
    (root / ".distill").symlink_to(mine)
    env = {"XDG_STATE_HOME": str(tmp_path / "own")}

    assert project.known_state(str(root), env) == ""
    assert project.usable_state(str(root), env).startswith(str(tmp_path / "own"))
    assert list(mine.iterdir()) == []

    (mine / ".gitignore").write_text("*\n")  # a state folder that a person put elsewhere
    assert project.usable_state(str(root), env) == str(root / ".distill")


def test_nothing_is_written_through_a_link_in_the_state_folder(tmp_path: Path) -> None:
    state, mine = Path(project.make_state(str(tmp_path))), tmp_path / "mine"
    mine.write_text("mine")
    (state / "journal.log").symlink_to(mine)
    (state / "small").symlink_to(mine)

    assert not journal.append(str(state), {"outcome": "written"})
    with pytest.raises(OSError, match="small"):
        project.write_small(str(state / "small"), b"x")
    assert mine.read_text() == "mine"

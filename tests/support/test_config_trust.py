"""A repository's settings come from strangers; what they cannot do, and what cannot be used at all."""

from pathlib import Path

import pytest

from distill import config, project
from distill.errors import ConfigError


@pytest.mark.parametrize(
    "line",
    [
        'base_url = "http://127.0.0.1:9"',
        'key_file = "~/.vault-token"',
        'maps = ["/private/*.md"]',
        'maps = ["../other/*.md"]',
        'maps = ["~/x.md"]',
        'wiki = "/elsewhere"',
        'wiki = "a/../../b"',
    ],
)
@pytest.mark.parametrize("file", ["distill.toml", "pyproject.toml"])
def test_a_projects_file_says_nothing_of_keys_and_leads_nowhere(tmp_path: Path, line: str, file: str) -> None:
    (tmp_path / file).write_text(line if file == "distill.toml" else f"[tool.distill]\n{line}\n")

    with pytest.raises(ConfigError, match="DISTILL_"):
        config.load(tmp_path, env={})


def test_the_persons_own_file_may_and_the_project_wins_over_it(tmp_path: Path) -> None:
    own = tmp_path / "home" / ".config" / "distill" / "distill.toml"
    own.parent.mkdir(parents=True)
    own.write_text('base_url = "http://127.0.0.1:9"\nmaps = ["/topology/*.md"]\nwiki = "mine"\n')
    (tmp_path / "distill.toml").write_text('wiki = "ours"\n')

    settings = config.load(tmp_path, env={"HOME": str(tmp_path / "home")})

    assert (settings.base_url, settings.maps, settings.wiki) == ("http://127.0.0.1:9", ("/topology/*.md",), "ours")


@pytest.mark.parametrize(
    "line",
    [
        "fresh_minutes = inf",
        "fresh_minutes = nan",
        "fresh_minutes = 1e300",
        "max_tokens = inf",
        "max_map_bytes = 9223372036854775807",
        'maps = ["a**b"]',
        'wiki = "a\\u0000b"',
        "a = " + "[" * 5000 + "]" * 5000,
    ],
)
def test_what_cannot_be_used_is_a_configuration_error(tmp_path: Path, line: str) -> None:
    (tmp_path / "distill.toml").write_text(line + "\n")

    with pytest.raises(ConfigError):
        config.load(tmp_path, env={})


@pytest.mark.parametrize("value", ["/", "~nosuchuser-here/x", "a**b"])
def test_the_environment_is_looked_at_too(tmp_path: Path, value: str) -> None:
    with pytest.raises(ConfigError):
        config.load(tmp_path, env={"DISTILL_MAPS": value})


def test_a_table_that_is_none_is_said(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("[tool]\ndistill = 1\n")
    with pytest.raises(ConfigError, match="table"):
        config.load(tmp_path, env={})

    (tmp_path / "pyproject.toml").write_text("tool = 1\n")
    assert config.load(tmp_path, env={}) == config.Settings()


def test_settings_of_a_stranger_in_a_folder_above_do_not_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "distill.toml").touch()
    (tmp_path / "mine").mkdir()
    real = project._owner
    monkeypatch.setattr(project, "_owner", lambda path: 4242 if path.endswith("distill.toml") else real(path))

    assert project.find_root(str(tmp_path / "mine")) == str(tmp_path / "mine")


def test_a_pipe_in_the_place_of_git_holds_nobody(tmp_path: Path) -> None:
    import os

    os.mkfifo(tmp_path / ".git")

    assert project.find_root(str(tmp_path)) == str(tmp_path)

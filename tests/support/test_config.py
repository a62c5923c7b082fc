"""Settings: where they come from, and what is said about those that cannot be used."""

import os
from pathlib import Path

import pytest

from distill import config
from distill.errors import ConfigError


def test_without_any_file_the_defaults_hold(tmp_path: Path) -> None:
    assert config.load(tmp_path, env={}) == config.Settings()


def test_the_command_line_wins_over_the_environment_over_the_file(tmp_path: Path) -> None:
    (tmp_path / "distill.toml").write_text('seat = "file"\nwiki = "file"\nengine = "anthropic"\n')

    settings = config.load(tmp_path, env={"DISTILL_WIKI": "env", "DISTILL_ENGINE": "auto"}, options={"wiki": "line"})

    assert (settings.seat, settings.wiki, settings.engine) == ("file", "line", "auto")


def test_settings_may_stand_in_pyproject(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("[tool.distill]\nfresh_minutes = 30\n")

    assert config.load(tmp_path, env={}).fresh_minutes == 30.0


def test_map_folders_can_be_a_list_or_a_path_variable(tmp_path: Path) -> None:
    (tmp_path / "distill.toml").write_text('maps = ["a/*.md", "b/*.md"]\n')

    assert config.load(tmp_path, env={}).maps == ("a/*.md", "b/*.md")
    assert config.load(tmp_path, env={"DISTILL_MAPS": os.pathsep.join(["c/*.md", "d"])}).maps == ("c/*.md", "d")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("fresh_minuts = 3\n", "fresh_minutes"),
        ('engine = "antropic"\n', "anthropic"),
        ('api_key = "x"\n', "Unknown setting"),
        ("fresh_minutes = true\n", "a number"),
        ("fresh_minutes = -1\n", "more than 0"),
        ("deadline_seconds = 600\n", "180"),
        ("seat = 3\n", "must be text"),
        ("maps = [1]\n", "a list of globs"),
        ("seat = \n", "does not parse"),
    ],
)
def test_what_cannot_be_used_is_named_with_the_way_out(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "distill.toml").write_text(text)

    with pytest.raises(ConfigError, match=said):
        config.load(tmp_path, env={})


def test_a_value_is_never_repeated_in_an_error(tmp_path: Path) -> None:
    secret = "not for the eyes of others"
    (tmp_path / "distill.toml").write_text(f'max_tokens = "{secret}"\n')

    with pytest.raises(ConfigError) as raised:
        config.load(tmp_path, env={})
    assert secret not in str(raised.value)


def test_every_setting_is_documented() -> None:
    assert all(field.metadata["doc"].endswith(".") for field in config.FIELDS.values())

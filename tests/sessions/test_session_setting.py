"""The switch: said in a file, the environment or the command line, and refused when it is neither yes nor no."""

from pathlib import Path

import pytest

from distill import config
from distill.errors import ConfigError


@pytest.mark.parametrize(("said", "meant"), [("true", True), ("ON", True), ("1", True), ("no", False), ("0", False)])
def test_the_environment_says_yes_or_no(tmp_path: Path, said: str, meant: bool) -> None:
    assert config.load(tmp_path, env={"DISTILL_SESSION_FALLBACK": said}).session_fallback is meant


@pytest.mark.parametrize("text", ["session_fallback = 1", 'session_fallback = "perhaps"', "session_fallback = [true]"])
def test_anything_else_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "distill.toml").write_text(text)

    with pytest.raises(ConfigError, match="true or false"):
        config.load(tmp_path, env={})


def test_the_file_and_the_command_line(tmp_path: Path) -> None:
    (tmp_path / "distill.toml").write_text("session_fallback = false")

    assert config.load(tmp_path, env={}).session_fallback is False
    assert config.load(tmp_path, env={}, options={"session_fallback": True}).session_fallback is True

"""What all tests share: an empty home, no key, and projects in folders of their own."""

import os
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

KEYS = ("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_BASE_URL", "CLAUDE_PROJECT_DIR", "XDG_STATE_HOME")


@pytest.fixture(autouse=True)
def clean_environment(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Give each test an empty home and an environment without keys or settings."""
    for name in [*KEYS, *(n for n in os.environ if n.startswith("DISTILL_"))]:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path_factory.mktemp("home")))
    monkeypatch.setenv("NO_MKDOCS_2_WARNING", "1")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Make an empty project: a folder that git would call a repository."""
    root = tmp_path / "project"
    (root / ".git").mkdir(parents=True)
    return root

"""`distill demo`: what the hook says and what the page says are two things, and told apart."""

import json
from pathlib import Path

import pytest

from distill.cli import demo as command
from distill.demo import Shown


@pytest.fixture
def shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shown:
    page = tmp_path / "page.md"
    page.write_text("---\ntitle: x\n---\n# x\n", "utf-8")
    told = Shown(
        project=tmp_path,
        said="Restore your state.\nTo the tier line.",
        page=page,
        site=tmp_path / "index.html",
        dispatched_s=0.1,
        written_s=0.2,
        built_s=0.3,
    )
    monkeypatch.setattr("distill.demo.show", lambda _: told)
    return told


def test_each_part_has_a_heading_and_lines_of_its_own(shown: Shown, capsys: pytest.CaptureFixture[str]) -> None:
    command.demo(folder=shown.project)

    lines = capsys.readouterr().out.splitlines()
    hook = next(at for at, line in enumerate(lines) if line.startswith("── What the hook tells the agent"))
    page = next(at for at, line in enumerate(lines) if line.startswith("── The page that came into the wiki: page.md"))
    assert hook < lines.index("Restore your state.") < lines.index("To the tier line.") < page < lines.index("---")


def test_as_json_nothing_else_is_said(shown: Shown, capsys: pytest.CaptureFixture[str]) -> None:
    command.demo(folder=shown.project, as_json=True)

    assert json.loads(capsys.readouterr().out)["page"] == str(shown.page)

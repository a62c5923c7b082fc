"""Old handoffs go by the settings; whatever else lies in their folder stays."""

import os
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sessions_made import Transcript

from distill import config
from distill.errors import ConfigError
from distill.handoff import make
from distill.handoff.retention import prune
from distill.handoff_settings import HandoffChoices

NOW = datetime(2026, 11, 30, 14, 0, tzinfo=UTC)
OURS = "# Handoff — lead@plantshop\n\nWritten: 2026-11-30T14:00:00Z\n"


def handoff(folder: Path, days: float, *, session: str = "s-1", extra: str = "", text: str = OURS) -> Path:
    path = folder / f"{session}-{NOW - timedelta(days=days):%Y%m%dT%H%M%SZ}{extra}.md"
    path.write_text(text, "utf-8")
    return path


def test_what_is_too_old_goes_and_what_is_not_ours_stays(tmp_path: Path) -> None:
    old = [
        handoff(tmp_path, 366),
        handoff(tmp_path, 400, session="a@b", extra="-2"),
        handoff(tmp_path, 900, extra="-1a2b3c4d"),
    ]
    kept = [
        handoff(tmp_path, 364),
        handoff(tmp_path, 500, text="# My own notes\n\nKeep this.\n"),
        handoff(tmp_path, 500, extra="-draft"),
    ]
    kept += [tmp_path / name for name in ("notes.md", "s-1-20200101T000000Z.txt", "s-1-20209999T000000Z.md")]
    for path in kept[3:]:
        path.write_text(OURS)
    away = handoff(tmp_path.parent, 800, session="away")
    link = tmp_path / "s-2-20200101T000000Z.md"
    link.symlink_to(away)

    assert prune(tmp_path, HandoffChoices(), NOW) == len(old)
    assert not any(path.exists() for path in old)
    assert all(path.exists() for path in (*kept, away, link))


@pytest.mark.parametrize(("files", "days", "left"), [(3, 0, 3), (0, 5, 6), (0, 0, 10), (2, 5, 2), (99, 365, 10)])
def test_the_newest_stay(tmp_path: Path, files: int, days: int, left: int) -> None:
    made = [handoff(tmp_path, day, session=f"s-{day % 2}") for day in range(10)]

    prune(tmp_path, HandoffChoices(keep_files=files, keep_days=days), NOW)

    assert [path.exists() for path in made] == [True] * left + [False] * (10 - left)


def test_locks_that_nobody_took_for_a_day_go(tmp_path: Path) -> None:
    locks = [tmp_path / ".s-1.lock", tmp_path / ".s-2.lock"]
    for path, days in zip(locks, (2, 0.5), strict=True):
        path.touch()
        os.utime(path, ((NOW - timedelta(days=days)).timestamp(),) * 2)

    assert prune(tmp_path, HandoffChoices(), NOW) == 1
    assert [path.exists() for path in locks] == [False, True]


def test_a_folder_that_is_not_there_is_no_trouble(tmp_path: Path) -> None:
    assert prune(tmp_path / "none", HandoffChoices(), NOW) == 0


def test_saving_a_handoff_prunes_the_folder(project: Path) -> None:
    transcript = Transcript(project / "s-9.jsonl", NOW).prompt("Plant the tulips").answer("Done.")
    settings = config.load(project, env=os.environ)
    folder = make.folder_of(settings, os.environ)
    folder.mkdir(parents=True)
    old = handoff(folder, 400)
    asked = make.Asked(transcript=transcript.path, session="s-9", root=project, folder=project, now=NOW)

    saved = make.prepare_handoff(asked, settings, os.environ)

    assert isinstance(saved, Path)
    assert saved.is_file()
    assert not old.exists()


@pytest.mark.parametrize("line", ["keep_days = -1", "keep_files = 1.5", "keep_days = true"])
def test_a_limit_is_a_whole_number(project: Path, line: str) -> None:
    own = Path(os.environ["HOME"]) / ".config" / "distill" / "distill.toml"
    own.parent.mkdir(parents=True)
    own.write_text(f"[handoff]\n{line}\n", "utf-8")

    with pytest.raises(ConfigError, match="must be a whole number"):
        config.load(project, env=os.environ)


def test_a_project_cannot_say_which_of_a_persons_handoffs_go(project: Path) -> None:
    (project / "distill.toml").write_text("[handoff]\nkeep_files = 1\n", "utf-8")

    with pytest.raises(ConfigError, match="must not say which of your files go"):
        config.load(project, env=os.environ)

"""What dead workers left is cleared away, what living ones hold is not."""

import os
from pathlib import Path

from distill import locks
from distill.sweep import LEFT_OVER_S, UNUSED_S, sweep

NOW = 2_000_000_000.0


def left(state: Path, name: str, age_s: float) -> Path:
    path = state / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch()
    os.utime(path, (NOW - age_s, NOW - age_s))
    return path


def test_left_overs_go_and_the_rest_stays(tmp_path: Path) -> None:
    old = [left(tmp_path, f"{folder}/a.draft", LEFT_OVER_S + 1) for folder in ("tmp", "spool")]
    old.append(left(tmp_path, "locks/lane-x.lock", UNUSED_S + 1))
    old.append(left(tmp_path, "attempts/lead.txt", UNUSED_S + 1))
    kept = [
        left(tmp_path, "tmp/b.draft", LEFT_OVER_S - 1),
        left(tmp_path, "spool/x--1-1.json", 10 * UNUSED_S),
        left(tmp_path, "locks/lane-y.lock", UNUSED_S - 1),
        left(tmp_path, "journal.log", 10 * UNUSED_S),
        left(tmp_path, "attempts/dev.txt", UNUSED_S - 1),
    ]

    assert sweep(tmp_path, NOW) == 4
    assert not any(path.exists() for path in old)
    assert all(path.exists() for path in kept)


def test_taking_a_lock_keeps_its_file_young(tmp_path: Path) -> None:
    path = left(tmp_path, "locks/lane-x.lock", 10 * UNUSED_S)
    descriptor = locks.take(path)

    assert descriptor is not None
    assert path.stat().st_mtime != NOW - 10 * UNUSED_S
    os.close(descriptor)


def test_a_state_folder_that_is_not_there_is_no_trouble(tmp_path: Path) -> None:
    assert sweep(tmp_path / "missing", NOW) == 0

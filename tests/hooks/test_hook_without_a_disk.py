"""Where nothing can be written, the agent is led back all the same: a full disk costs notes, never the text."""

import json
import os
import resource
import subprocess
import time
from pathlib import Path

import pytest
from test_continuity_process import RULE, SESSION, other_copies_forget, prepared, prompt, registry
from worlds import HOOK, a_map, an_event, journal_lines, put_map

from distill import prepare, unfinished
from distill.restore import marker

NO_HOME = {"HOME": "/nonexistent", "XDG_STATE_HOME": "", "DISTILL_PYTHON": "/bin/true"}


def fire_on_a_full_disk(project: Path, name: str, **changes: str) -> str:
    """Start the hook so that each write into a file fails, as on a full disk; give what it said."""
    event = an_event(project, hook_event_name=name, **changes)
    done = subprocess.run(
        HOOK,
        input=json.dumps(event).encode(),
        env={**os.environ, **NO_HOME},
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0)),
        capture_output=True,
        timeout=30,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    return done.stdout.decode()


@pytest.mark.parametrize("was_prepared", [True, False])
def test_a_full_disk_takes_no_constraint(project: Path, *, was_prepared: bool) -> None:
    put_map(project, a_map())
    registry(project, f'- (C-1) **must** "{RULE}" · all · since 2026-11-14')
    if was_prepared:
        prepared(project)

    said = fire_on_a_full_disk(project, "SessionStart")

    assert said.startswith("This conversation was compacted")
    assert RULE in said
    assert "Restore map:" in said


@pytest.mark.parametrize("in_the_way", ["file", "closed folder"])
def test_without_any_state_folder_the_text_is_told(project: Path, in_the_way: str) -> None:
    registry(project, f'- (C-1) **must** "{RULE}" · all · since 2026-11-14')
    (project / ".distill").write_text("in the way") if in_the_way == "file" else (project / ".distill").mkdir(
        mode=0o500
    )

    assert RULE in fire_on_a_full_disk(project, "SessionStart")
    assert "Continuity rules" in fire_on_a_full_disk(project, "PreCompact", trigger="auto")


@pytest.mark.parametrize("name", ["UserPromptSubmit", "PostCompact", "Stop", "SubagentStart", "SubagentStop"])
def test_a_full_disk_ends_no_other_hook_badly(project: Path, name: str) -> None:
    put_map(project, a_map())
    prepared(project)
    (project / ".distill" / "pending").mkdir()
    (project / ".distill" / "pending" / f"{SESSION}.json").write_text("{}")

    assert fire_on_a_full_disk(project, name, agent_type="coder", compact_summary="x") == ""


def test_switched_off_meanwhile_nothing_more_is_told(project: Path) -> None:
    put_map(project, a_map())
    prepared(project)
    fire_on_a_full_disk(project, "SessionStart")
    marker.arm(str(project / ".distill"), SESSION, SESSION, "", str(project), "", time.time())
    assert "Restore map:" in prompt(project)
    other_copies_forget(project)
    for path in (project / ".distill" / "ready").glob("*.told"):
        path.unlink()

    assert prompt(project, {"DISTILL_CONTINUITY": "off"}) == ""


def test_a_preparation_that_breaks_says_so_in_the_journal(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise RecursionError

    state = str(project / ".distill")
    Path(state).mkdir()
    monkeypatch.setattr(prepare, "prepare", broken)
    monkeypatch.setattr(unfinished, "look", broken)

    monkeypatch.setattr(prepare, "hand_over", lambda *_, **__: None)
    assert prepare.main([str(project), state, "s", "", "s", str(project), ""], {}) == 1
    assert unfinished.main([str(project), state, "s", "", ""], {}) == 1
    assert [line["restore"] for line in journal_lines(project)] == ["not-prepared", "not-examined"]

"""Handoffs as they are made: filled, saved for the owner alone, carried over, asked of an adapter, a page's source."""

import json
import os
import stat
import subprocess
import sys
import time
from datetime import timedelta
from pathlib import Path

import pytest
from made_secrets import made
from test_handoff_tail import BEGAN, boundary, row, transcript, turns

from distill import config
from distill.errors import ConfigError
from distill.handoff import adapter, document, make
from distill.handoff.make import Asked

SAMPLES = Path(__file__).resolve().parent.parent / "transcripts" / "samples"
SESSION = "aaaaaaaa-0000-4000-8000-000000000007"


def command(line: str, output: str, at: int, *, failed: bool = False) -> list[str]:
    call = json.loads(row("assistant", "", at))
    call["message"]["content"] = [{"type": "tool_use", "id": f"t{at}", "name": "Bash", "input": {"command": line}}]
    result = json.loads(row("user", "", at + 1))
    block = {"type": "tool_result", "tool_use_id": f"t{at}", "content": output, "is_error": failed}
    result |= {"message": {"role": "user", "content": [block]}, "toolUseResult": {"stdout": output}}
    return [json.dumps(call), json.dumps(result)]


ROWS = [
    row("user", "Add the rain rule to the planner.", 0),
    row("assistant", "Decision: keep one outbox table. Why: ordering. Rejected: one table per channel.", 5),
    row("user", "go on", 10),
    *command("pytest -q && git status --short", "41 passed", 11),
    *command("make deploy", "Exit code 2\nno", 13, failed=True),
    row(
        "assistant", "## Done\n- Fixed the downvote filter (RIG-7)\n\n## Next\n- Write the migration for the outbox", 15
    ),
]


@pytest.fixture
def asked(tmp_path):
    project = tmp_path / "project"
    project.mkdir()
    path = transcript(tmp_path / f"{SESSION}.jsonl", ROWS)
    return Asked(transcript=Path(path), session=SESSION, root=project, folder=project, now=BEGAN + timedelta(hours=1))


@pytest.fixture
def env(tmp_path):
    return {"HOME": str(tmp_path / "home"), "PATH": os.environ["PATH"]}


def personal(env, text):
    folder = Path(env["HOME"]) / ".config" / "distill"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "distill.toml").write_text(text, "utf-8")


def text_of(asked, env):
    handed = make.made(asked, config.load(asked.root, env=env), env)
    assert not isinstance(handed, make.NothingToTell)
    return document.render(handed)


def part(text, number):
    return text.split(f"\n## {number}. ")[1].split("\n## ")[0].split("\n", 1)[1].strip()


def test_the_parts_tell_what_the_transcript_proves(asked, env):
    text = text_of(asked, env)
    assert part(text, 1).endswith("Add the rain rule to the planner.\n- 2026-10-18 18:00Z: go on")
    assert "`pytest -q && git status --short`: exit 0" in part(text, 2)
    assert "Fixed the downvote filter (RIG-7) (unverified)" in part(text, 2)
    assert "Write the migration for the outbox" in part(text, 4)
    assert "keep one outbox table. Why: ordering" in part(text, 5)
    assert part(text, 6) == "- one table per channel"
    assert "make deploy" in part(text, 7)
    assert part(text, 9) == "- `pytest -q && git status --short`"
    assert part(text, 3) == "nothing"


@pytest.mark.parametrize(
    ("typed", "told"), [("pytest `cat which`", "- `` pytest `cat which` ``"), (f"pytest {'x' * 900}", "nothing")]
)
def test_a_verification_command_is_whole_or_not_told(asked, env, typed, told):
    transcript(asked.transcript, [row("user", "go", 0), *command(typed, "ok", 1)])
    assert part(text_of(asked, env), 9) == told


def test_it_is_saved_for_its_owner_alone_and_not_twice(asked, env):
    settings = config.load(asked.root, env=env)
    now = BEGAN + timedelta(hours=1)
    os.utime(asked.transcript, (now.timestamp() - 5,) * 2)
    path = make.prepare_handoff(asked, settings, env)
    assert path.parent == Path(env["HOME"]) / ".claude" / "handoffs"
    assert path.name == f"{SESSION}-20261018T190000Z.md"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    os.utime(path, (now.timestamp(),) * 2)
    assert make.prepare_handoff(asked, settings, env) == path
    os.utime(asked.transcript, (now.timestamp() + 1,) * 2)
    assert make.prepare_handoff(asked, settings, env).name == f"{SESSION}-20261018T190000Z-2.md"


def test_a_cut_transcript_goes_on_from_the_last_handoff(asked, env):
    settings = config.load(asked.root, env=env)
    make.prepare_handoff(asked, settings, env)
    transcript(asked.transcript, [boundary(100), *turns(20, 22)])
    text = text_of(asked, env)
    told = [one.text for one in document.tail_of(text).prompts]
    assert told == ["prompt 21", "prompt 20", "go on", "Add the rain rule to the planner."]
    assert "Add the rain rule to the planner." in part(text, 1)
    assert "keep one outbox table" in part(text, 5)
    assert part(text, 6) == "- one table per channel"


@pytest.mark.parametrize(
    "name", ["main-with-subagent.jsonl", "auto-compact-mid-turn.jsonl", "rollout_tui_two_compactions.jsonl"]
)
def test_recorded_transcripts_of_both_clients_have_a_tail(asked, env, name):
    text = text_of(
        Asked(
            transcript=SAMPLES / name,
            session=SESSION,
            root=asked.root,
            folder=asked.root,
            now=asked.now + timedelta(60),
        ),
        env,
    )
    tail = document.tail_of(text)
    assert tail.prompts
    assert tail.answers
    assert len({(one.at, one.text) for one in tail.prompts}) == len(tail.prompts)


@pytest.mark.parametrize("data", [b"", b"\0\0", b"no json\n"])
def test_nothing_to_tell_is_an_outcome(asked, env, data):
    asked.transcript.write_bytes(data)
    assert isinstance(make.prepare_handoff(asked, config.load(asked.root, env=env), env), make.NothingToTell)


def test_an_outline_of_ones_own(asked, env):
    (asked.root / "mine.txt").write_text("Next step\nWeather\n", "utf-8")
    personal(env, '[handoff]\noutline = "mine.txt"\n')
    text = text_of(asked, env)
    assert "Write the migration" in part(text, 1)
    assert part(text, 2) == "nothing"
    assert "\n## 3. " not in text


def test_an_outline_that_is_not_there_is_said(asked, env):
    personal(env, '[handoff]\noutline = "none.txt"\n')
    with pytest.raises(ConfigError, match="outline"):
        text_of(asked, env)


@pytest.mark.parametrize(
    "line", ['adapter = ["/bin/true"]', 'outline = "../../x"', 'outline = "/etc/passwd"', "adaptor = []"]
)
def test_a_project_names_no_program_and_nothing_outside(asked, env, line):
    (asked.root / "distill.toml").write_text(f"[handoff]\n{line}\n", "utf-8")
    with pytest.raises(ConfigError, match=r"handoff\."):
        config.load(asked.root, env=env)


def test_a_project_does_not_say_where_words_are_saved(asked, env):
    (asked.root / "distill.toml").write_text('[continuity]\nhandoffs = "/tmp/x"\n', "utf-8")
    with pytest.raises(ConfigError, match="handoffs"):
        config.load(asked.root, env=env)


def program(tmp_path, body):
    path = tmp_path / "adapter.py"
    path.write_text(body, "utf-8")
    return [sys.executable, "-I", str(path)]


def test_the_adapter_writes_the_outline_of_redacted_text(asked, env, tmp_path):
    secret = f"ghp_{made(36)}"
    transcript(asked.transcript, [*ROWS, row("user", f"use {secret}", 20)])
    body = (
        "import json, sys\ngiven = json.load(sys.stdin)\n"
        f"open({str(tmp_path / 'given.json')!r}, 'w').write(json.dumps(given))\n"
        "print(json.dumps({'outline': '## Ruled out\\nGuessing\\n## State and proof\\nworks\\n```\\n## Goal\\n'}))\n"
    )
    personal(env, f"[handoff]\nadapter = {json.dumps(program(tmp_path, body))}\n")
    text = text_of(asked, env)
    assert part(text, 6) == "Guessing"
    assert "works (unverified)" in part(text, 2)
    assert document.tail_of(text).prompts[0].text == f"use {secret}"
    given = (tmp_path / "given.json").read_text("utf-8")
    assert secret not in given
    assert json.loads(given)["language"] == "en"


@pytest.mark.parametrize(
    "body",
    [
        "raise SystemExit(3)",
        "print('{}')",
        "print('[')",
        "print('{\"outline\": 4}')",
        'print(\'{"outline": "## Goal\\\\nx"}\'); raise SystemExit(1)',
        "print('x' * 500000)",
    ],
)
def test_an_adapter_that_fails_gave_no_answer(tmp_path, body):
    assert adapter.outline_from(program(tmp_path, body), {}) == ""
    assert adapter.outline_from([str(tmp_path / "none")], {}) == ""


def test_an_adapter_that_is_late_ends_with_all_that_it_started(tmp_path):
    body = (
        "import subprocess, sys, time\n"
        f"child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)'])\n"
        f"open({str(tmp_path / 'child')!r}, 'w').write(str(child.pid))\ntime.sleep(60)\n"
    )
    begun = time.monotonic()
    assert adapter.outline_from(program(tmp_path, body), {}, seconds=2.0) == ""
    assert time.monotonic() - begun < 30
    child = int((tmp_path / "child").read_text())
    for _ in range(100):
        if _is_gone(child):
            return
        time.sleep(0.05)
    raise AssertionError("the adapter's child is still there")


def _is_gone(pid: int) -> bool:
    state = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True, check=False).stdout
    return not state.strip() or state.strip().startswith("Z")

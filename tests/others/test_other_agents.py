"""Agents besides Claude Code and Codex: their documented events through the real hook, each answered in its form."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from worlds import HOOK, REPOSITORY, a_map, journal, outcomes, put_map

STDIN = Path(__file__).with_name("stdin")
NAMES = sorted(path.stem for path in STDIN.glob("*.json"))
ENV = {"DISTILL_PYTHON": "/bin/false"}
SPOOLED = ["dispatched"]
"""The event is in the spool; no worker has to run for these tests, so one is started that does nothing."""


def send(project: Path, name: str, data: bytes | None = None, agent: str = "") -> "subprocess.CompletedProcess[bytes]":
    text = (STDIN / f"{name}.json").read_text("utf-8").replace("@@DIR@@", str(project))
    done = subprocess.run(
        [*HOOK, "--agent", agent or name.partition("-")[0]],
        input=text.encode() if data is None else data,
        env={**os.environ, **ENV},
        capture_output=True,
        timeout=30,
        check=False,
    )
    assert done.returncode == 0
    assert done.stderr == b""
    return done


@pytest.fixture
def project(tmp_path: Path) -> Path:
    put_map(tmp_path, a_map())
    return tmp_path


@pytest.mark.parametrize(
    "name", ["gemini-PreCompress-manual", "gemini-PreCompress-auto", "copilot-PreCompact", "copilot-preCompact-camel"]
)
def test_a_fresh_map_is_dispatched_once_however_often_the_agent_asks(project: Path, name: str) -> None:
    for _ in range(3):
        send(project, name)

    rows = [row for row in journal(project) if "outcome" in row]
    assert [(row["outcome"], row["agent"]) for row in rows] == [("dispatched", name.partition("-")[0])]
    assert len(list((project / ".distill" / "spool").glob("*.json"))) == 1


@pytest.mark.parametrize("name", NAMES)
def test_without_a_fresh_map_an_attempt_leaves_nothing_behind(tmp_path: Path, name: str) -> None:
    put_map(tmp_path, a_map(), age_s=4000)
    send(tmp_path, name)

    if not name.startswith("opencode"):
        assert not (tmp_path / ".distill").exists()


def test_gemini_is_told_in_json_and_given_the_restore_text_at_its_next_prompt(project: Path) -> None:
    attempted = json.loads(send(project, "gemini-PreCompress-manual").stdout)
    told = json.loads(send(project, "gemini-BeforeAgent").stdout)

    assert list(attempted) == ["systemMessage"]
    assert told["hookSpecificOutput"]["hookEventName"] == "BeforeAgent"
    text = told["hookSpecificOutput"]["additionalContext"]
    assert str(project / "restore-maps" / "RESTORE-MAP.md") in text[:1500]
    assert text[:1] not in "[{"


def test_gemini_is_told_nothing_where_it_only_looked(project: Path) -> None:
    send(project, "gemini-PreCompress-auto")

    assert send(project, "gemini-BeforeAgent").stdout == b""
    assert send(project, "gemini-SessionStart").stdout == b""


def test_cursor_has_a_line_for_its_person_and_else_silence(project: Path) -> None:
    assert list(json.loads(send(project, "cursor-preCompact").stdout)) == ["user_message"]
    assert send(project, "cursor-preCompact").stdout == b""
    assert send(project, "cursor-stop").stdout == b""


def test_copilot_takes_no_answer(project: Path) -> None:
    assert send(project, "copilot-PreCompact").stdout == b""


def test_opencode_gets_the_rules_as_text_and_its_compaction_is_dispatched(project: Path) -> None:
    said = send(project, "opencode-compacting").stdout.decode()
    done = send(project, "opencode-compacted")

    assert said
    assert said[:1] not in "[{"
    assert done.stdout == b""
    assert outcomes(project)[-1:] == SPOOLED


@pytest.mark.parametrize("data", [b"", b"{", b"[]", b"null", b'{"hook_event_name": 5}', b"\xff\xfe", b'{"cwd": []}'])
@pytest.mark.parametrize("agent", ["gemini", "copilot", "cursor", "opencode", "nobody", "../x", ""])
def test_what_cannot_be_read_is_silence(project: Path, agent: str, data: bytes) -> None:
    assert send(project, NAMES[0], data=data, agent=agent or "unheard-of").stdout == b""


def test_an_agent_is_told_by_its_name_and_never_by_the_environment(project: Path) -> None:
    """Gemini sets a variable of Claude's; without the argument its event is nobody's."""
    text = (STDIN / "gemini-PreCompress-manual.json").read_text("utf-8").replace("@@DIR@@", str(project))
    env = {**os.environ, **ENV, "GEMINI_CLI": "1", "CLAUDE_PROJECT_DIR": str(project)}

    done = subprocess.run(HOOK, input=text.encode(), env=env, capture_output=True, timeout=30, check=True)

    assert done.stdout == b""
    assert not (project / ".distill").exists()


def test_the_launcher_and_the_command_take_the_argument_too(project: Path) -> None:
    text = (STDIN / "cursor-preCompact.json").read_text("utf-8").replace("@@DIR@@", str(project)).encode()
    env = {**os.environ, **ENV, "PYTHONPATH": str(REPOSITORY)}
    launcher = [str(REPOSITORY / "hooks" / "hook"), "--agent", "cursor"]
    command = [sys.executable, "-m", "distill", "hook", "--agent", "cursor"]

    said = []
    for argv in (launcher, command):
        shutil.rmtree(project / ".distill", ignore_errors=True)
        own = {**env, "DISTILL_PYTHON": sys.executable} if argv is launcher else env
        said.append(subprocess.run(argv, input=text, env=own, capture_output=True, timeout=60, check=True).stdout)

    assert all(b"user_message" in one for one in said)


@pytest.mark.skipif(shutil.which("node") is None, reason="needs node")
def test_opencodes_plug_in_starts_our_command_and_survives_its_absence(project: Path) -> None:
    command = project / "distill-hook"
    command.write_text(f'#!/bin/sh\nexec {sys.executable} -I -S {REPOSITORY}/hooks/hook.py "$@"\n', "utf-8")
    command.chmod(0o755)
    (project / "plugin.mjs").write_text((REPOSITORY / "hooks" / "opencode.js").read_text("utf-8"), "utf-8")
    host = f"""
    import {{ Distill }} from "./plugin.mjs"
    const it = await Distill({{ directory: {json.dumps(str(project))} }})
    const output = {{ context: [] }}
    await it["experimental.session.compacting"]({{ sessionID: "ses_1" }}, output)
    await it.event({{ event: {{ type: "session.compacted", properties: {{ sessionID: "ses_1" }} }} }})
    await it.event({{ event: {{ type: "session.idle", properties: {{}} }} }})
    console.log(JSON.stringify(output.context))
    """

    def run(command: str) -> list[str]:
        env = {**os.environ, **ENV, "DISTILL_HOOK": command}
        argv = ["node", "--input-type=module", "-e", host]
        done = subprocess.run(argv, cwd=project, env=env, capture_output=True, text=True, timeout=60, check=True)
        said: list[str] = json.loads(done.stdout)
        return said

    assert run(str(project / "nothing-here")) == []
    assert len(run(str(command))) == 1
    assert outcomes(project)[-1:] == SPOOLED

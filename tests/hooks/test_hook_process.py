"""The hook as the client starts it: a process of its own with the event on stdin."""

import json
import os
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from worlds import (
    HOOK,
    REPOSITORY,
    a_map,
    an_event,
    ends_well,
    fire,
    github_token,
    journal,
    outcomes,
    pages,
    put_map,
    wait_for,
    wait_for_empty_spool,
)

INPUTS = Path(__file__).parent.parent / "bugs"


RECORDER = """
import json, os, sys
fds = {}
for fd in os.listdir("/proc/self/fd"):
    try:
        fds[fd] = os.readlink("/proc/self/fd/" + fd)
    except OSError:
        pass
told = {"env": dict(os.environ), "fds": fds, "sid": os.getsid(0), "pid": os.getpid(), "cwd": os.getcwd()}
told["nice"] = os.nice(0)
with open(OUT + ".tmp", "w") as stream:
    json.dump(told, stream)
os.replace(OUT + ".tmp", OUT)
"""


def recorder(tmp_path: Path) -> tuple[Path, Path]:
    """Make an interpreter's stand-in that writes down how it was started."""
    script, out = tmp_path / "recorder", tmp_path / "recorded.json"
    code = tmp_path / "recorder.py"
    code.write_text(RECORDER.replace("OUT", repr(str(out))))
    script.write_text(f"#!/bin/sh\nexec {shlex.join([sys.executable, '-S', str(code)])}\n")
    script.chmod(0o755)
    return script, out


def wait_for_file(path: Path, seconds: float = 20) -> None:
    until = time.monotonic() + seconds
    while not path.exists():
        assert time.monotonic() < until, f"{path.name} did not come"
        time.sleep(0.01)


def test_a_compaction_ends_in_a_page(project: Path) -> None:
    put_map(project, a_map())

    done = fire(an_event(project))

    assert "RESTORE-MAP.md" in ends_well(done)
    written = wait_for(project, "written")[0]
    assert [p.name for p in pages(project)] == [written["page"]]
    assert outcomes(project) == ["dispatched", "written:no-key"]
    assert written["session"] == "7c1f0a52-3b8e-4d0a-9e41-5b2d6f7a8c90"
    wait_for_empty_spool(project)
    assert not list((project / ".distill" / "spool").iterdir())


@pytest.mark.parametrize("source", ["startup", "resume", "clear", "fork", "", "Compact"])
def test_other_starts_dispatch_nothing_and_write_nothing(project: Path, source: str) -> None:
    done = fire(an_event(project, source=source))

    assert (done.returncode, done.stdout) == (0, b"")
    assert not (project / ".distill").exists()


def test_a_subagents_compaction_is_not_the_sessions(project: Path) -> None:
    done = fire(an_event(project, agent_id="a1", agent_type="general-purpose"))

    assert (done.returncode, done.stdout) == (0, b"")
    assert outcomes(project) == ["skipped:subagent"]


def test_the_worker_starts_no_second_round(project: Path) -> None:
    fire(an_event(project), {"DISTILL_WORKER": "1"})

    assert outcomes(project) == ["skipped:nested"]


def test_neither_hook_nor_worker_starts_an_agent(project: Path, tmp_path: Path) -> None:
    put_map(project, a_map())
    for name in ("claude", "codex"):
        (tmp_path / name).write_text(f"#!/bin/sh\ntouch {tmp_path}/called\n")
        (tmp_path / name).chmod(0o755)

    fire(an_event(project), {"PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}"})

    wait_for(project, "written")
    assert not (tmp_path / "called").exists()


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{",
        b"null",
        b"[]",
        b"42",
        b"\xff\xfe",
        b'{"hook_event_name": 7}',
        b'{"hook_event_name": "X", "cwd": []}',
        b"x" * 5_000_000,
    ],
    ids=["empty", "brace", "null", "list", "number", "bytes", "wrong-type", "wrong-cwd", "5MB"],
)
def test_bad_input_is_no_trouble(project: Path, data: bytes) -> None:
    done = fire(None, {"CLAUDE_PROJECT_DIR": str(project)}, data=data)

    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    expected = [] if b'"X"' in data else ["skipped:no-input"]
    assert outcomes(project) == expected


def test_an_open_stdin_holds_nobody(project: Path) -> None:
    started = time.monotonic()
    hook = subprocess.Popen(HOOK, stdin=subprocess.PIPE, env={**os.environ, "CLAUDE_PROJECT_DIR": str(project)})
    assert hook.stdin is not None
    try:
        assert hook.wait(timeout=5) == 0
    finally:
        hook.stdin.close()
    assert time.monotonic() - started < 5
    assert outcomes(project) == ["skipped:no-input"]


def test_an_event_on_a_stdin_that_stays_open_is_taken_at_once(project: Path) -> None:
    put_map(project, a_map())
    hook = subprocess.Popen(HOOK, stdin=subprocess.PIPE)
    assert hook.stdin is not None
    hook.stdin.write(json.dumps(an_event(project)).encode() + b"\n")
    hook.stdin.flush()
    try:
        assert hook.wait(timeout=1.5) == 0
    finally:
        hook.stdin.close()
    wait_for(project, "written")


def test_the_worker_is_cut_off_from_all_that_the_client_holds(project: Path, tmp_path: Path) -> None:
    script, out = recorder(tmp_path)
    reader, writer = os.pipe()
    token = github_token()
    done = subprocess.run(
        HOOK,
        input=json.dumps(an_event(project)).encode(),
        env={**os.environ, "DISTILL_PYTHON": str(script), "CLAUDE_CODE_MESSAGING_TOKEN": token},
        pass_fds=(writer,),
        check=True,
        capture_output=True,
        timeout=20,
    )
    os.close(writer)
    os.close(reader)
    wait_for_file(out)
    told = json.loads(out.read_text())

    ends_well(done)
    assert {told["fds"][fd] for fd in ("0", "1", "2")} == {os.devnull}
    assert [fd for fd, target in told["fds"].items() if "pipe" in target] == []
    assert told["sid"] not in {os.getsid(0), told["pid"]}
    assert token not in out.read_text()
    assert told["env"]["DISTILL_WORKER"] == "1"
    assert told["nice"] > os.nice(0)
    assert told["cwd"] == str(project)


def test_both_pipes_end_with_the_hook_however_long_the_worker_works(project: Path, tmp_path: Path) -> None:
    slow = tmp_path / "slow"
    slow.write_text(f"#!/bin/sh\nsleep 3\ntouch {tmp_path}/finished\n")
    slow.chmod(0o755)

    started = time.monotonic()
    fire(an_event(project), {"DISTILL_PYTHON": str(slow)})  # returns at the end of file of both pipes

    assert time.monotonic() - started < 1.0
    wait_for_file(tmp_path / "finished")


def test_the_worker_outlives_the_clients_process_group(project: Path, tmp_path: Path) -> None:
    slow = tmp_path / "slow"
    slow.write_text(f'#!/bin/sh\nsleep 1\nexec {shlex.quote(sys.executable)} "$@"\n')
    slow.chmod(0o755)
    put_map(project, a_map())
    event = tmp_path / "event.json"
    event.write_text(json.dumps(an_event(project)))
    client = subprocess.Popen(
        ["sh", "-c", f'"{HOOK[0]}" -I -S "{HOOK[3]}" < "{event}"; touch "{tmp_path}/returned"; sleep 30'],
        env={**os.environ, "DISTILL_PYTHON": str(slow)},
        start_new_session=True,
    )
    wait_for_file(tmp_path / "returned")
    time.sleep(0.2)
    os.killpg(client.pid, signal.SIGTERM)
    os.killpg(client.pid, signal.SIGKILL)
    client.wait()

    wait_for(project, "written")
    assert outcomes(project)[0] == "dispatched"


def test_the_hook_runs_from_anywhere_and_in_folders_with_odd_names(tmp_path: Path) -> None:
    odd = tmp_path / "My Shop (test)" / "café & co" / "it's"
    (odd / ".git").mkdir(parents=True)
    put_map(odd, a_map())

    fire(an_event(odd), cwd=Path("/"))

    wait_for(odd, "written")
    assert len(pages(odd)) == 1


@pytest.mark.parametrize("home", [None, "", "/nonexistent"])
def test_without_a_home_nothing_lands_in_odd_places(project: Path, tmp_path: Path, home: str | None) -> None:
    put_map(project, a_map())
    env = {"PATH": os.environ["PATH"], **({} if home is None else {"HOME": home})}
    before = set(Path("/").iterdir())

    done = subprocess.run(
        HOOK, input=json.dumps(an_event(project)).encode(), env=env, cwd=tmp_path, check=False, timeout=20
    )

    assert done.returncode == 0
    wait_for(project, "written")
    assert set(Path("/").iterdir()) == before
    assert not (tmp_path / "~").exists()
    assert not (project / "~").exists()


def test_an_event_without_an_interpreter_waits_in_the_spool(project: Path, tmp_path: Path) -> None:
    bare = tmp_path / "bare"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(bare)], check=True)

    fire(an_event(project), {"DISTILL_PYTHON": str(bare / "bin" / "python")})

    said = wait_for(project, "skipped:no-interpreter")[0]
    assert "has no module" in said["detail"]
    assert len(list((project / ".distill" / "spool").glob("*.json"))) == 1

    put_map(project, a_map())
    fire(an_event(project))
    wait_for(project, "written")
    wait_for(project, "skipped:duplicate")
    wait_for_empty_spool(project)


def test_where_nothing_can_be_written_the_session_goes_on(project: Path) -> None:
    (project / ".distill").write_text("in the way")

    done = fire(an_event(project), {"HOME": "/nonexistent"})

    assert ends_well(done).startswith("This conversation was compacted")


def test_the_project_stays_clean_in_git(tmp_path: Path) -> None:
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    put_map(tmp_path, a_map())
    before = set((tmp_path / ".git").rglob("*"))

    fire(an_event(tmp_path))
    wait_for(tmp_path, "written")

    status = subprocess.run(
        ["git", "-C", str(tmp_path), "status", "--porcelain"], capture_output=True, text=True, check=True
    )
    assert sorted(status.stdout.split()) == ["??", "??", "restore-maps/", "wiki/"]
    assert set((tmp_path / ".git").rglob("*")) == before


def test_garbage_outside_any_project_leaves_no_trace(tmp_path: Path) -> None:
    fire(None, cwd=tmp_path, data=b"{")

    assert list(tmp_path.iterdir()) == []


def test_the_hook_imports_nothing_heavy() -> None:
    code = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "from distill.hooks import main, detach, stdin\n"
        "from distill.agents import events\n"
        'stdin.read(0, 0.2); main.handle(b\'{"hook_event_name": "SessionStart", "source": "startup"}\\n\', {}, \'\')\n'
        "print(*sorted(sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", code, str(REPOSITORY)],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=True,
    )
    loaded = set(done.stdout.split())

    banned = {
        "json",
        "re",
        "dataclasses",
        "typing",
        "pathlib",
        "logging",
        "subprocess",
        "enum",
        "tempfile",
        "socket",
        "signal",
    }
    assert loaded & banned == set()
    assert len([m for m in loaded if m.startswith("distill.")]) <= 10


def test_a_journal_line_stands_for_each_event_of_many(project: Path) -> None:
    put_map(project, a_map())
    for _ in range(3):
        fire(an_event(project))

    wait_for(project, "skipped:duplicate", count=2)
    assert sorted(outcomes(project)) == ["dispatched"] * 3 + ["skipped:duplicate"] * 2 + ["written:no-key"]
    assert len(pages(project)) == 1
    assert all(row["time"].endswith("Z") for row in journal(project))

"""What a hostile or broken surrounding does to the hook: nothing that the session would notice, and no secret out."""

import itertools
import json
import os
import random
import string
import subprocess
import sys
import time
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
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
    put_map,
    wait_for,
)

from distill.agents import events

MANY_LETTERS = 5
LAUNCHER = REPOSITORY / "hooks" / "hook"


def quick(project: Path, **env: str) -> None:
    started = time.monotonic()
    done = fire(an_event(project), env)
    ends_well(done)
    assert time.monotonic() - started < 5


def test_a_pipe_in_the_place_of_git_or_the_journal_holds_nobody(tmp_path: Path) -> None:
    piped = tmp_path / "one"
    piped.mkdir()
    os.mkfifo(piped / ".git")
    quick(piped)

    other = tmp_path / "two"
    (other / ".git").mkdir(parents=True)
    (other / ".distill").mkdir()
    os.mkfifo(other / ".distill" / "journal.log")
    put_map(other, a_map())
    quick(other)
    until = time.monotonic() + 20
    while not list((other / "wiki" / "sessions").glob("*.md")):
        assert time.monotonic() < until
        time.sleep(0.05)


def test_a_blocked_alarm_is_unblocked() -> None:
    code = (
        "import os, signal, sys; signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGALRM])\n"
        "os.execv(sys.argv[1], sys.argv[1:])"
    )
    hook = subprocess.Popen([sys.executable, "-c", code, *HOOK], stdin=subprocess.PIPE)
    assert hook.stdin is not None
    try:
        assert hook.wait(timeout=5) == 0
    finally:
        hook.stdin.close()


@pytest.mark.parametrize("named", ["/usr/lib", "/bin/ls", "/bin/true", "/no/such/python3"])
def test_the_launcher_says_nothing_and_loses_nothing(project: Path, named: str) -> None:
    put_map(project, a_map())
    done = subprocess.run(
        [str(LAUNCHER)],
        input=json.dumps(an_event(project)).encode(),
        env={**os.environ, "DISTILL_PYTHON": named},
        capture_output=True,
        check=False,
        timeout=20,
    )

    ends_well(done)
    assert outcomes(project)[0] == "dispatched"


@pytest.mark.parametrize("in_the_way", ["file", "loop"])
def test_a_spool_that_takes_nothing_sends_the_event_to_the_persons_own_state(project: Path, in_the_way: str) -> None:
    put_map(project, a_map())
    state = project / ".distill"
    state.mkdir()
    if in_the_way == "file":
        (state / "spool").write_text("in the way")
    else:
        (state / "spool").symlink_to(state / "spool")
    quick(project)

    own = Path(os.environ["HOME"]) / ".local" / "state" / "distill"
    until = time.monotonic() + 20
    while not any("outcome=written" in p.read_text() for p in own.glob("*/journal.log")):
        assert time.monotonic() < until
        time.sleep(0.05)


def test_without_any_place_the_journal_says_that_the_event_is_lost(project: Path) -> None:
    (project / ".distill").mkdir()
    (project / ".distill" / "spool").write_text("in the way")

    quick(project, HOME="/nonexistent")

    assert outcomes(project) == ["failed:disk-error"]


def test_a_key_in_the_place_of_a_name_is_on_no_surface(project: Path) -> None:
    session, seat = github_token(), github_token()
    fire(an_event(project, session_id=session), {"DISTILL_SEAT": seat})
    wait_for(project, "skipped:no-map")

    everything = "".join(f"{p}\n{p.read_text()}" for p in (project / ".distill").rglob("*") if p.is_file())
    assert session[4:] not in everything
    assert seat[4:] not in everything
    assert journal(project)[0]["session"].startswith("id-")


@given(st.text(string.ascii_letters, min_size=36, max_size=36).filter(lambda body: len(set(body)) > MANY_LETTERS))
def test_a_key_of_letters_alone_is_masked_as_well(body: str) -> None:
    assume(not body.islower() and _changes_of_case(body) > events.MOST_CHANGES)
    assert body not in events.masked("ghp" + "_" + body)


@pytest.mark.parametrize("length", [20, 24, 28])
def test_most_short_keys_of_letters_alone_are_masked(length: int) -> None:
    drawn = random.Random(length)
    keys = ["".join(drawn.choices(string.ascii_letters, k=length)) for _ in range(1000)]
    assert sum(events.masked(key) != key for key in keys) > 600


def _changes_of_case(text: str) -> int:
    return sum(one.islower() != other.islower() for one, other in itertools.pairwise(text))


@pytest.mark.parametrize(
    "name",
    [
        "7c1f0a52-3b8e-4d0a-9e41-5b2d6f7a8c90",
        "7C1F0A523B8E4D0A9E415B2D6F7A8C90",
        "orch-lead@openrig",
        "orchestration-lead@urlshort-factory",
        "implementation_seat_v2@rig",
        "qa2-agent@shop",
        "ReviewSeatOfTheHarbour@x",
        "OrchestrationLeadQAForTheAPI",
        "lead@花屋",
    ],
)
def test_names_and_ids_stay_as_they_are(name: str) -> None:
    assert events.masked(name) == name


@given(st.from_regex(r"\A(ghp_|sk-ant-api03-|xoxb-|npm_)?[A-Za-z0-9]{30,60}\Z"))
def test_random_text_is_masked(text: str) -> None:
    run = text.rpartition("_")[2].rpartition("-")[2]
    kinds = ["0" if c.isdigit() else "A" if c.isupper() else "a" for c in run]
    changes = sum(a != b for a, b in itertools.pairwise(kinds))
    if changes > events.MOST_CHANGES and any(c.isdigit() for c in run) and not events.HEX.issuperset(run):
        assert events.masked(text).startswith("id-")


def test_a_pretty_printed_event_that_comes_in_pieces_is_read_whole(project: Path) -> None:
    put_map(project, a_map())
    text = json.dumps({**an_event(project), "effort": {"level": "medium"}, "zz": "last"}, indent=1) + "\n"
    cut = text.index("}\n") + 2 if "}\n" in text[:-3] else text.index("},") + 1
    hook = subprocess.Popen(HOOK, stdin=subprocess.PIPE)
    assert hook.stdin is not None
    hook.stdin.write(text[:cut].encode())
    hook.stdin.flush()
    time.sleep(0.2)
    hook.stdin.write(text[cut:].encode())
    hook.stdin.close()

    assert hook.wait(timeout=5) == 0
    wait_for(project, "dispatched")


def test_hooks_have_an_end_of_their_own() -> None:
    code = (
        "import sys, time; sys.path.insert(0, sys.argv[1]); from distill.hooks import stdin\n"
        "stdin.end_within(0.3); time.sleep(30)"
    )
    started = time.monotonic()
    done = subprocess.run([sys.executable, "-I", "-S", "-c", code, str(REPOSITORY)], check=False, timeout=20)

    assert done.returncode == 0
    assert time.monotonic() - started < 5

"""The worker: one page a compaction, whatever comes, and it always ends."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from worlds import HOOK, a_map, an_event, fire, github_token, journal, outcomes, pages, put_map, random_text, wait_for

from distill import project as project_module
from distill import spool, worker
from distill.agents.events import HookEvent


def queue(project: Path, *, at: float | None = None, **changes: str) -> tuple[str, str]:
    """Put an event into the spool as the hook does; return the state folder and the lane."""
    state = project_module.make_state(str(project))
    event = HookEvent(an_event(project, **changes))
    event.seat = changes.get("seat", "")
    spool.put(state, event, now_ns=int((time.time() if at is None else at) * 1e9), pid=os.getpid())
    return state, spool.lane_of(event)


def work(project: Path, lane: str, **env: str) -> int:
    """Be the worker of a lane, in this process."""
    return worker.main([str(project), str(project / ".distill"), lane], {"HOME": os.environ["HOME"], **env})


def test_the_journal_tells_of_two_sessions_that_do_not_match(project: Path) -> None:
    put_map(project, a_map(session="7c1f0a52-3b8e-4d0a-9e41-5b2d6f7a8c90"))
    _, lane = queue(project, session_id="00000000-aaaa-4bbb-8ccc-dddddddddddd")

    work(project, lane)

    row = journal(project)[-1]
    assert row["outcome"] == "written"
    assert row["session"] == "00000000-aaaa-4bbb-8ccc-dddddddddddd"
    assert row["map_session"] == "7c1f0a52-3b8e-4d0a-9e41-5b2d6f7a8c90"
    page = pages(project)[0].read_text("utf-8")
    assert "7c1f0a52-3b8e-4d0a-9e41-5b2d6f7a8c90" in page
    assert "00000000-aaaa" not in page


def test_two_seats_compact_at_once_and_each_has_its_page(project: Path) -> None:
    put_map(project, a_map("lead@a", session="aaaaaaaa-0000"), "a.md")
    put_map(project, a_map("lead@b", session="bbbbbbbb-0000"), "b.md")
    fire(an_event(project, session_id="aaaaaaaa-0000"))
    fire(an_event(project, session_id="bbbbbbbb-0000"))
    fire(an_event(project, session_id="cccccccc-0000", source="startup"))

    wait_for(project, "written", count=2)
    assert sorted("lead@a" in p.name for p in pages(project)) == [False, True]


@pytest.mark.parametrize("place", ["missing.jsonl", "", "."])
def test_a_transcript_that_is_not_there_changes_nothing(project: Path, place: str) -> None:
    put_map(project, a_map())
    (project / "empty.jsonl").touch()
    _, lane = queue(project, transcript_path=str(project / place))

    assert work(project, lane) == 0
    assert outcomes(project) == ["written:no-key"]


def test_no_map_and_a_stale_one_are_said(project: Path) -> None:
    _, lane = queue(project)
    work(project, lane)
    put_map(project, a_map(age_s=4210))
    queue(project)
    work(project, lane)

    assert outcomes(project) == ["skipped:no-map", "skipped:stale-map"]
    assert int(journal(project)[-1]["age_s"]) >= 4210
    assert journal(project)[-1]["seat"] == "lead@plantshop"


def test_freshness_is_measured_at_the_event_not_at_the_work(project: Path) -> None:
    put_map(project, a_map(age_s=3600), age_s=3600)
    _, lane = queue(project, at=time.time() - 3500)

    work(project, lane)

    assert outcomes(project) == ["written:no-key"]


@pytest.mark.parametrize(
    ("content", "outcome"),
    [
        (b"", "failed:empty-map"),
        (b"x", "written:no-key"),
        (b"\x00\x01\x02\xff" * 4000, "failed:unreadable-map"),
        (b"# Map\r\n\xff\xfe- done: caf\xe9 (#12)\r\n", "written:no-key"),
        (b"\xef\xbb\xbf# Map\n- done: x (#12)\n", "written:no-key"),
        ("# Map\n- cut emoji \ud83d here\n".encode("utf-8", "surrogatepass"), "written:no-key"),
        (b"```\n# Accomplished\n- [x] nothing\n```\n", "written:no-key"),
        (b"no heading, only a line about #12 merged", "written:no-key"),
        (b"---\ntitle: Fix: x\n\t- [\n---\n\n# Map\n", "written:no-key"),
        (b"---\n\nSome text: here\n\n---\n\n# Map\n", "written:no-key"),
        (b"# Map\n" + b"- merged #12 into the main line of work\n" * 130_000, "written:no-key"),
        (b"- " * 100_000, "written:no-key"),
        (b"#" * 300_000, "written:no-key"),
        (b"> " * 50_000 + b"x", "written:no-key"),
        (b"|" * 200_000, "written:no-key"),
        (b"# Map\x00\x1b[31m red\x1b[0m\x07\n- nul\x00 and back\x08space\n", "written:no-key"),
    ],
    ids=[
        "empty", "1-byte", "binary", "not-utf8-crlf", "bom", "surrogate", "only-a-fence", "no-headings",
        "broken-front-matter", "rule-first", "5MB", "nested-list", "hashes", "nested-quote", "pipes", "controls",
    ],
)  # fmt: skip
def test_any_map_gives_an_honest_page_or_a_reason(project: Path, content: bytes, outcome: str) -> None:
    path = put_map(project, "")
    path.write_bytes(content)
    _, lane = queue(project)

    assert work(project, lane, DISTILL_DEADLINE_SECONDS="100") == 0

    assert outcomes(project) == [outcome]
    assert path.read_bytes() == content
    assert len(pages(project)) == outcome.startswith("written")
    for page in pages(project):
        text = page.read_text("utf-8")
        assert [text.count(f"\n## {name}\n") for name in ("Accomplished", "Decisions", "Open Items")] == [1, 1, 1]
        assert not {c for c in text if (ord(c) < 32 and c != "\n") or 0xD800 <= ord(c) < 0xE000}


def test_a_folder_and_a_broken_link_in_the_place_of_a_map_are_named(project: Path) -> None:
    (project / "restore-maps" / "RESTORE-MAP.md").mkdir(parents=True)
    _, lane = queue(project)
    work(project, lane)

    assert outcomes(project) == ["skipped:unreadable-map"]
    assert "RESTORE-MAP.md" in journal(project)[0]["detail"]


def test_a_wiki_that_cannot_be_written_keeps_the_work(project: Path) -> None:
    put_map(project, a_map())
    (project / "wiki").write_text("in the way")
    _, lane = queue(project)
    work(project, lane)
    assert outcomes(project) == ["failed:disk-error"]

    (project / "wiki").unlink()
    queue(project)
    work(project, lane)
    assert sorted(outcomes(project)) == ["failed:disk-error", "skipped:duplicate", "written:no-key"]
    assert spool.waiting(str(project / ".distill")) == []


def test_trouble_from_outside_wears_no_event_out(project: Path) -> None:
    put_map(project, a_map())
    (project / "wiki").write_text("in the way")
    _, lane = queue(project)
    for _ in range(worker.MAX_TRIES + 2):
        work(project, lane)
    assert outcomes(project) == ["failed:disk-error"] * (worker.MAX_TRIES + 2)

    (project / "wiki").unlink()
    work(project, lane)
    assert outcomes(project)[-1] == "written:no-key"


@pytest.mark.parametrize("closed", [["wiki"], [".distill"], ["wiki", ".distill", "."]], ids="+".join)
def test_closed_folders_are_said_in_one_line_and_nothing_is_touched(project: Path, closed: list[str]) -> None:
    """Root without its right to override permissions is as good as anybody else."""
    map_file = put_map(project, a_map())
    before = map_file.read_bytes()
    for name in closed:
        (project / name).mkdir(exist_ok=True)
        (project / name).chmod(0o555)
    caps = "-dac_override,-dac_read_search"
    drop = ["setpriv", f"--bounding-set={caps}", f"--inh-caps={caps}"] if os.geteuid() == 0 else []
    try:
        done = subprocess.run([*drop, *HOOK], input=json.dumps(an_event(project)).encode(), check=False, timeout=20)
        own = Path(os.environ["HOME"]) / ".local" / "state" / "distill"
        logs: list[Path] = []
        until = time.monotonic() + 20
        while time.monotonic() < until:
            logs = [p for p in (*project.glob(".distill/journal.log"), *own.glob("*/journal.log")) if p.exists()]
            if any("outcome=failed" in p.read_text() or "outcome=written" in p.read_text() for p in logs):
                break
            time.sleep(0.05)
        text = "".join(p.read_text() for p in logs)
    finally:
        for name in closed:
            (project / name).chmod(0o755)

    assert done.returncode == 0
    assert text.count("outcome=dispatched") == 1
    assert ("reason=disk-error" in text) is ("wiki" in closed)
    assert map_file.read_bytes() == before


def test_waiting_work_does_not_pile_up(project: Path) -> None:
    put_map(project, a_map())
    (project / "wiki").write_text("in the way")
    for _ in range(5):
        _, lane = queue(project)
    work(project, lane)

    assert len(spool.waiting(str(project / ".distill"))) == 1


def test_wrong_settings_are_said_and_the_work_waits(project: Path) -> None:
    put_map(project, a_map())
    (project / "distill.toml").write_text("fresh_minuts = 3\n")
    _, lane = queue(project)
    work(project, lane)
    assert outcomes(project) == ["failed:config-error"]
    assert "fresh_minutes" in journal(project)[0]["detail"]

    (project / "distill.toml").unlink()
    work(project, lane)
    assert outcomes(project)[-1] == "written:no-key"


def test_what_other_lanes_were_left_with_is_taken_up(project: Path) -> None:
    put_map(project, a_map("lead@a", session="aaaaaaaa-0000", age_s=400), "a.md", age_s=400)
    put_map(project, a_map("lead@b", session="bbbbbbbb-0000"), "b.md")
    queue(project, session_id="aaaaaaaa-0000", at=time.time() - 300)
    _, lane = queue(project, session_id="bbbbbbbb-0000")

    work(project, lane)

    assert len(pages(project)) == 2


def test_a_lane_at_work_is_left_alone(project: Path) -> None:
    put_map(project, a_map())
    state, lane = queue(project)
    code = (
        "import sys,time; from pathlib import Path; from distill import locks\n"
        "locks.take(Path(sys.argv[1])); print(1, flush=True); time.sleep(60)"
    )
    holder = subprocess.Popen([sys.executable, "-c", code, f"{state}/locks/lane-{lane}.lock"], stdout=subprocess.PIPE)
    assert holder.stdout is not None
    holder.stdout.readline()
    try:
        work(project, lane)
        assert outcomes(project) == []
        assert len(spool.waiting(state)) == 1
    finally:
        holder.kill()
        holder.wait()
        holder.stdout.close()
    work(project, lane)
    assert outcomes(project) == ["written:no-key"]


def test_an_event_that_ends_its_workers_is_given_up(project: Path) -> None:
    put_map(project, a_map())
    state, lane = queue(project)
    for _ in range(worker.MAX_TRIES):
        spool.begin(spool.waiting(state)[0])

    work(project, lane)

    assert outcomes(project) == ["failed:deadline"]
    assert spool.waiting(state) == []


def hang(project: Path, where: str) -> "subprocess.Popen[bytes]":
    """Start a worker whose redaction never comes back: in Python, or inside one long match of the C code."""
    body = {"python": "time.sleep(60)", "match": "re.match('(a+)+b', 'a' * 64)"}[where]
    code = (
        "import re, sys, os, time\nfrom distill import pipeline, watchdog, worker\n"
        f"def stuck(*_, **__):\n    {body}\n"
        "pipeline.redact = stuck; watchdog.GRACE_S = 1.0\n"
        "sys.exit(worker.main(sys.argv[1:], os.environ))"
    )
    env = {**os.environ, "DISTILL_DEADLINE_SECONDS": "1"}
    argv = [sys.executable, "-c", code, str(project), str(project / ".distill"), "lead@plantshop"]
    return subprocess.Popen(argv, env=env)


def test_a_worker_that_hangs_says_so_at_the_deadline_and_ends(project: Path) -> None:
    put_map(project, a_map())
    queue(project, seat="lead@plantshop")

    assert hang(project, "python").wait(timeout=20) == 1
    assert outcomes(project) == ["failed:deadline"]
    assert len(spool.waiting(str(project / ".distill"))) == 1


def test_what_was_late_is_made_by_the_next_worker(project: Path) -> None:
    put_map(project, a_map())
    _, lane = queue(project, seat="lead@plantshop")
    assert hang(project, "python").wait(timeout=20) == 1

    work(project, lane)

    assert outcomes(project) == ["failed:deadline", "written:no-key"]
    assert spool.waiting(str(project / ".distill")) == []


def test_a_match_that_never_ends_is_ended_by_the_system(project: Path) -> None:
    put_map(project, a_map())
    queue(project, seat="lead@plantshop")

    assert hang(project, "match").wait(timeout=20) in {1, -signal.SIGALRM}
    assert len(pages(project)) == 0


def test_no_secret_leaves_by_a_side_door(project: Path) -> None:
    seat_key, ticket_key, path_key = github_token(), github_token(), "npm" + "_" + random_text(36)
    text = a_map(extra=f"### PLT-20 - rotate {ticket_key}\n- State: open\n| 3 | plan/{path_key}/c.toml | ~300 | x |\n")
    folder = project / "rigs" / "r" / "seats" / f"lead-{seat_key}@x"
    folder.mkdir(parents=True)
    (folder / "RESTORE-MAP-20260314-1642.md").write_text(text.replace("lead@plantshop", f"lead {seat_key}"))
    _, lane = queue(project)

    work(project, lane)

    assert outcomes(project)[0].startswith("written")
    everything = "".join(
        f"{p.name}\n{p.read_text('utf-8', 'replace')}"
        for top in ("wiki", ".distill")
        for p in (project / top).rglob("*")
        if p.is_file()
    )
    for value in (seat_key, ticket_key, path_key):
        assert not any(value[i : i + 8] in everything for i in range(4, len(value) - 8))


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_killed_at_any_moment_it_leaves_a_whole_page_or_none_and_the_next_run_writes_it(project: Path) -> None:
    argv = [sys.executable, "-P", "-m", "distill.worker", str(project), str(project / ".distill"), "lead@plantshop"]
    put_map(project, a_map())
    queue(project, seat="lead@plantshop")
    started = time.monotonic()
    subprocess.run(argv, check=True)
    whole, text = time.monotonic() - started, pages(project)[0].read_text("utf-8")

    for step in range(30):
        for path in [*pages(project), *(project / "wiki" / "maps").glob("*")]:
            path.unlink()
        queue(project, seat="lead@plantshop")
        child = subprocess.Popen(argv)
        time.sleep(whole * (0.3 + 0.7 * step / 29))
        child.kill()
        child.wait()
        assert [p.read_text("utf-8") for p in pages(project)] in ([], [text])
        assert [p for p in (project / "wiki").rglob("*") if p.is_file() and p.suffix != ".md"] == []
        queue(project, seat="lead@plantshop")
        subprocess.run(argv, check=True)
        assert [p.read_text("utf-8") for p in pages(project)] == [text]


def test_a_hundred_events_make_one_page(project: Path) -> None:
    put_map(project, a_map())
    for _ in range(100):
        _, lane = queue(project)

    work(project, lane)

    assert len(pages(project)) == 1
    assert sorted(outcomes(project)) == ["skipped:duplicate"] * 99 + ["written:no-key"]


@pytest.mark.parametrize("zone", ["Asia/Shanghai", "America/Los_Angeles"])
def test_name_title_and_front_matter_keep_to_utc(project: Path, zone: str) -> None:
    put_map(project, a_map())
    queue(project, seat="lead@plantshop")
    argv = [sys.executable, "-P", "-m", "distill.worker", str(project), str(project / ".distill"), "lead@plantshop"]
    subprocess.run(argv, env={**os.environ, "TZ": zone, "DISTILL_SEAT": ""}, check=True)

    text = pages(project)[0].read_text("utf-8")
    day = text.partition("date: ")[2][:10]
    assert pages(project)[0].name.startswith(day)
    assert f"{day} " in text.partition("\n# ")[2]
    assert json.dumps(journal(project)).count(day) >= 1


def test_the_locale_changes_nothing(project: Path) -> None:
    put_map(project, a_map(extra="- 🌱 完成 café\n"))
    queue(project, seat="lead@plantshop")
    env = {
        "PATH": os.environ["PATH"],
        "LC_ALL": "C",
        "PYTHONUTF8": "0",
        "PYTHONCOERCECLOCALE": "0",
        "PYTHONIOENCODING": "cp1252",
    }
    argv = [sys.executable, "-P", "-m", "distill.worker", str(project), str(project / ".distill"), "lead@plantshop"]
    subprocess.run(argv, env=env, check=True)

    assert "完成 café" in pages(project)[0].read_text("utf-8")


def test_waiting_events_of_several_sessions_are_all_kept(project: Path) -> None:
    (project / "wiki").write_text("in the way")
    put_map(project, a_map())
    for session in ("11111111-aaaa", "22222222-bbbb", "22222222-bbbb", "33333333-cccc"):
        queue(project, session_id=session, seat="lead@plantshop")
    work(project, "lead@plantshop")

    left = [spool.read(p) for p in spool.waiting(str(project / ".distill"))]
    assert sorted(e.session_id for e in left if e) == ["11111111-aaaa", "22222222-bbbb", "33333333-cccc"]


def test_a_broken_event_is_said_before_it_goes(project: Path) -> None:
    state, lane = queue(project)
    Path(spool.waiting(state)[0]).write_bytes(b'{"hook_event_name": ')

    work(project, lane)

    assert outcomes(project) == ["failed:no-input"]
    assert spool.waiting(state) == []


def test_the_longest_event_fits_into_the_spool(project: Path) -> None:
    put_map(project, a_map())
    _, lane = queue(project, transcript_path="\U0001f389" * 5000, trigger="\U0001f389" * 5000)

    work(project, lane)

    assert outcomes(project) == ["written:no-key"]


def test_an_event_from_the_future_is_taken_up(project: Path) -> None:
    put_map(project, a_map())
    queue(project, at=time.time() + 9_000, session_id="aaaaaaaa-0001")

    work(project, "another-lane")

    assert len(pages(project)) == 1


def test_a_state_folder_that_takes_no_lock_is_said(project: Path) -> None:
    put_map(project, a_map())
    state, lane = queue(project)
    Path(state, "locks").write_text("in the way")

    assert work(project, lane) == 1
    assert outcomes(project) == ["failed:disk-error"]
    assert len(spool.waiting(state)) == 1


def test_a_huge_map_does_not_fill_the_memory(project: Path) -> None:
    path = project / "restore-maps" / "RESTORE-MAP.md"
    path.parent.mkdir()
    with path.open("w") as stream:
        stream.write(a_map(end=False))
        stream.truncate(3_000_000_000)
    queue(project, seat="lead@plantshop")
    code = (
        "import os, re, sys; from distill import worker\n"
        "worker.main(sys.argv[1:], os.environ)\n"
        "print(int(re.search('VmHWM:\\\\s+([0-9]+)', open('/proc/self/status').read())[1]) // 1024)"
    )
    argv = [sys.executable, "-c", code, str(project), str(project / ".distill"), "lead@plantshop"]
    done = subprocess.run(argv, capture_output=True, text=True, check=True, timeout=60)

    assert outcomes(project)[0] in {"failed:map-too-large", "skipped:partial-map"}
    assert int(done.stdout) < 300

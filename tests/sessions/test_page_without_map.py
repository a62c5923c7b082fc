"""No map is no silence: from the hook's event to a page of the summary and the transcript, and to its journal line."""

import json
import os
import shutil
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sessions_made import SAMPLES, Transcript, working_session
from worlds import REPOSITORY, a_map, an_event, fire, github_token, journal, outcomes, pages, put_map, wait_for

from distill import project as project_module
from distill import spool, worker
from distill.agents.events import HookEvent

BUGS = REPOSITORY / "tests" / "bugs"
SESSION = "7c1f0a52-3b8e-4d0a-9e41-5b2d6f7a8c90"


def recent(project: Path, ago: float = 120) -> Transcript:
    """Write the transcript of a session that has just worked."""
    start = datetime.now(UTC).replace(microsecond=0) - timedelta(seconds=ago)
    return working_session(project / "session.jsonl", start)


def work(project: Path, at: float, env: dict[str, str] | None = None, **changes: str) -> None:
    """Put an event into the spool as if it came at `at`, and be the worker of its lane."""
    state = project_module.make_state(str(project))
    event = HookEvent({"transcript_path": str(project / "session.jsonl"), **an_event(project), **changes})
    event.transcript_path = changes.get("transcript_path", str(project / "session.jsonl"))
    spool.put(state, event, now_ns=int(at * 1e9), pid=os.getpid())
    worker.main([str(project), state, spool.lane_of(event)], {"HOME": os.environ["HOME"], **(env or {})})


def test_without_a_map_the_transcript_makes_the_page(project: Path) -> None:
    made = recent(project)
    work(project, made.now.timestamp() + 0.1, seat="lead@plantshop")

    (page,) = pages(project)
    text = page.read_text("utf-8")
    row = journal(project)[-1]
    assert (row["outcome"], row["source"], row["reason_map"]) == ("written", "transcript", "no-map")
    assert row["session"] == SESSION
    assert "source: transcript" in text
    assert f"session_id: '{SESSION}'" in text
    assert "seat: lead@plantshop" in text
    assert "Skip rainy days (PLT-19)" in text
    assert "Never push to `main`" in text
    archive = project / "wiki" / "maps" / page.name
    assert "> Good. Now run the whole suite." in archive.read_text("utf-8")


def test_with_a_summary_it_is_the_source(project: Path) -> None:
    made = recent(project)
    at = made.now.timestamp() + 0.1
    made.boundary().summary()
    work(project, at)

    assert journal(project)[-1]["source"] == "compact-summary"
    assert "source: compact-summary" in pages(project)[0].read_text("utf-8")
    assert "PLT-19: wait for the result of dev-seat" in pages(project)[0].read_text("utf-8")


def test_a_stale_map_is_named_as_the_reason_and_lends_its_seat(project: Path) -> None:
    put_map(project, a_map(age_s=4210))
    made = recent(project)
    work(project, made.now.timestamp() + 0.1)

    assert journal(project)[-1]["reason_map"] == "stale-map"
    assert journal(project)[-1]["seat"] == "lead@plantshop"


def test_a_fresh_map_wins(project: Path) -> None:
    put_map(project, a_map())
    made = recent(project)
    work(project, made.now.timestamp() + 0.1)

    assert "source" not in journal(project)[-1]
    assert "source: restore-map" in pages(project)[0].read_text("utf-8")


@pytest.mark.parametrize("off", ["false", "0", "No"])
def test_it_can_be_switched_off(project: Path, off: str) -> None:
    made = recent(project)
    work(project, made.now.timestamp() + 0.1, {"DISTILL_SESSION_FALLBACK": off})

    assert outcomes(project) == ["skipped:no-map"]


def test_it_can_be_switched_off_in_the_file(project: Path) -> None:
    (project / "distill.toml").write_text("session_fallback = false\n")
    made = recent(project)
    work(project, made.now.timestamp() + 0.1)

    assert outcomes(project) == ["skipped:no-map"]


def test_a_subagents_event_makes_no_page(project: Path) -> None:
    made = recent(project)
    work(project, made.now.timestamp() + 0.1, agent_id="a3a0d0f33c457da4f")

    assert outcomes(project) == ["skipped:no-map"]


def test_one_compaction_has_one_page_however_often_it_is_told(project: Path) -> None:
    made = recent(project)
    at = made.now.timestamp() + 0.1
    made.boundary().summary()
    for n in range(3):
        work(project, at + n / 10)
    made.prompt("go on").answer("further")
    work(project, at + 0.4)

    assert outcomes(project) == ["written:no-key", *["skipped:duplicate"] * 3]


def test_one_page_though_the_client_wrote_the_summary_only_later(project: Path) -> None:
    made = recent(project)
    at = made.now.timestamp() + 0.1
    work(project, at)
    made.boundary().summary()
    work(project, at + 0.2)

    assert outcomes(project) == ["written:no-key", "skipped:duplicate"]
    assert len(pages(project)) == 1


def test_the_next_compaction_has_its_own_page(project: Path) -> None:
    made = recent(project)
    work(project, made.now.timestamp() + 0.1)
    made.boundary().summary().prompt("And now PLT-20.").answer("Fixed PLT-20 in #44.")
    work(project, made.now.timestamp() + 0.1)

    assert len(pages(project)) == 2


def test_an_event_that_codex_sends_late_finds_the_map_of_then(project: Path) -> None:
    """SessionStart(compact) waits for the next prompt there; the map was fresh when PostCompact came."""
    rollout = project / "rollout.jsonl"
    compacted = datetime.now(UTC) - timedelta(minutes=40)
    stamp = compacted.isoformat().replace("+00:00", "Z")
    rows = [
        {"type": "event_msg", "payload": {"type": "user_message", "message": "Merge #12."}},
        {"type": "event_msg", "payload": {"type": "agent_message", "message": "Merged #12."}},
        {"type": "compacted", "payload": {"message": "The summary."}},
    ]
    rollout.write_text("".join(json.dumps({"timestamp": stamp, **row}) + "\n" for row in rows))
    put_map(project, a_map(age_s=45 * 60), age_s=45 * 60)
    codex = {"agent": "codex", "transcript_path": str(rollout)}
    work(project, compacted.timestamp() + 1, **codex, hook_event_name="PostCompact", source="", trigger="manual")
    work(project, time.time(), **codex)

    assert outcomes(project) == ["written:no-key", "compared", "skipped:duplicate"]
    assert "source: restore-map" in pages(project)[0].read_text("utf-8")


def test_both_events_of_codex_make_one_page(project: Path) -> None:
    shutil.copy(SAMPLES / "rollout_tui_two_compactions.jsonl", project / "session.jsonl")
    for stamp in ("2026-11-30T01:46:26.900+00:00", "2026-11-30T01:46:32.600+00:00"):
        work(project, datetime.fromisoformat(stamp).timestamp(), agent="codex")

    assert outcomes(project) == ["written:no-key", "skipped:duplicate"]
    assert pages(project)[0].name.startswith("2026-11-30-unknown-")


def test_secrets_of_a_session_are_on_no_surface(project: Path) -> None:
    typed, said, shown, committed, named = (github_token() for _ in range(5))
    made = recent(project)
    made.prompt(f"Never use the token {typed} for this.").answer(f"Done: fixed the login with {said} (#12).")
    made.bash(f"curl -H 'Authorization: Bearer {shown}' x", "no", code=7)
    made.bash("git commit", f"[main 1234567] Remove {committed}")
    made.tool("Write", {"file_path": f"/srv/plant/{named}.txt"})
    at = made.now.timestamp() + 0.1
    made.boundary().summary(f"Summary:\n- Fixed the login with {said} (#12)\n")
    work(project, at)

    assert outcomes(project)[0].startswith("written")
    everything = "".join(
        f"{p.name}\n{p.read_text('utf-8', 'replace')}"
        for top in ("wiki", ".distill")
        for p in (project / top).rglob("*")
        if p.is_file()
    )
    assert "REDACTED-github-token" in everything
    for value in (typed, said, shown, committed, named):
        assert not any(value[i : i + 8] in everything for i in range(4, len(value) - 8))


def test_mt06_broken_rows_hide_nothing_and_are_counted(project: Path) -> None:
    shutil.copy(BUGS / "MT06" / "transcript.jsonl", project / "session.jsonl")
    work(project, time.time() - 100)

    expected = json.loads((BUGS / "MT06" / "expect.json").read_text("utf-8"))
    (archive,) = (project / "wiki" / "maps").glob("*.md")
    prompts = archive.read_text("utf-8")
    assert [want for want in [*expected["must_contain"], "prompt 3", "prompt 4"] if f"> {want}\n" not in prompts] == []
    assert journal(project)[-1]["unread_rows"] == "5"


@pytest.mark.parametrize("name", ["stdin_folder.json", "stdin_missing.json"])
@pytest.mark.parametrize("with_map", [True, False])
def test_hk07_a_transcript_that_is_not_there_troubles_nobody(project: Path, name: str, with_map: bool) -> None:
    if with_map:
        put_map(project, (BUGS / "HK07" / "map.md").read_text("utf-8").replace("2026-10-18T18:19:40Z", _now()))
    event = json.loads((BUGS / "HK07" / name).read_text("utf-8").replace("@@DIR@@", str(project.parent)))

    done = fire(event)

    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.startswith(b"This conversation was compacted just now.")
    wait_for(project, "written:no-key" if with_map else "skipped:no-map")


def test_hk07_an_empty_transcript_and_none_at_all(project: Path) -> None:
    (project / "empty.jsonl").touch()
    for path in (str(project / "empty.jsonl"), ""):
        work(project, time.time(), transcript_path=path)

    assert outcomes(project) == ["skipped:no-map"] * 2


def test_cp17_a_compaction_on_resume_without_anything_said_is_stale(project: Path) -> None:
    put_map(project, a_map(age_s=3 * 3600), age_s=3 * 3600)
    made = Transcript(project / "session.jsonl", datetime.now(UTC) - timedelta(hours=3))
    made.prompt("one").answer("1").boundary().summary()
    work(project, time.time(), {"DISTILL_SESSION_FALLBACK": "off"})

    assert outcomes(project) == ["skipped:stale-map"]
    assert int(journal(project)[-1]["age_s"]) >= 3 * 3600


def test_hk02_without_precompact_the_page_is_written_all_the_same(project: Path) -> None:
    put_map(project, a_map(age_s=120))
    fire(an_event(project))

    wait_for(project, "written")
    assert len(pages(project)) == 1


def _now() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def test_the_hook_itself_leads_to_the_page(project: Path) -> None:
    made = recent(project)
    fire(an_event(project, transcript_path=str(made.path)))
    time.sleep(0.2)
    made.now = datetime.now(UTC)
    made.boundary().summary()

    wait_for(project, "written")
    assert "source: compact-summary" in pages(project)[0].read_text("utf-8")


def test_a_burst_of_events_does_not_wait_in_line(project: Path) -> None:
    made = Transcript(project / "session.jsonl", datetime.now(UTC) - timedelta(seconds=10))
    made.prompt("one").answer("Fixed #12.")
    started = time.monotonic()
    for n in range(30):
        work(project, made.now.timestamp() + 0.1 + n / 100)

    assert time.monotonic() - started < 10
    assert outcomes(project) == ["written:no-key", *["skipped:duplicate"] * 29]

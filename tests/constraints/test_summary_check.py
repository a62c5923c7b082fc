"""After a compaction: what the summary lost is in the journal, on the page, and shown to the person once."""

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
from made_secrets import password
from sessions_made import Transcript
from worlds import a_map, an_event, fire, journal, put_map

from distill import pipeline, summary_check, worker
from distill.agents import events
from distill.agents.events import HookEvent
from distill.config import Settings
from distill.constraints import box, registry
from distill.model import Confidence, Reason
from distill.outcome import Failed, Outcome, Written
from distill.pages.read import parse
from distill.pages.review import reviewed

LOST = (
    "This session is being continued from a previous conversation that ran out of context.\nSummary:\nAll went well.\n"
)
KEPT = f"{LOST}- Never push to `main`; every change goes through a pull request.\n"
WEAK = f"{LOST}- One can push to main; a pull request is optional for every change that goes through.\n"
NOW = datetime.now(UTC).timestamp()


@pytest.fixture
def written(tmp_path: Path) -> Written:
    text = a_map()
    raw = pipeline.RawMap(data=text.encode(), path="RESTORE-MAP.md", modified=datetime.now(UTC))
    place = pipeline.Place(wiki=tmp_path / "wiki", state=tmp_path / ".distill")
    outcome = pipeline.run(raw, Settings(engine="extractive"), place, env={})
    assert isinstance(outcome, Written)
    return outcome


def event_of(project: Path, **more: str) -> HookEvent:
    event = events.parse(json.dumps(an_event(project, **more)).encode())
    assert event is not None
    return event


def transcript_of(project: Path, summary: str) -> Path:
    path = project / "t.jsonl"
    made = Transcript(path, datetime.fromtimestamp(NOW - 60, UTC)).prompt("go").answer("done").boundary()
    made.row(type="user", message={"role": "user", "content": summary}, isCompactSummary=True)
    return path


def check(project: Path, outcome: Outcome, event: HookEvent) -> list[dict[str, str]]:
    summary_check.check(event, outcome, project, project / ".distill", {}, at=NOW)
    return [line for line in journal(project) if line["outcome"] == "compared"]


@pytest.mark.parametrize(
    ("summary", "counts"), [(LOST, ("0", "0", "1")), (WEAK, ("0", "1", "0")), (KEPT, ("1", "0", "0"))]
)
def test_the_summary_of_the_transcript_is_compared(
    tmp_path: Path, written: Written, summary: str, counts: tuple[str, ...]
) -> None:
    event = event_of(tmp_path, transcript_path=str(transcript_of(tmp_path, summary)))

    (line,) = check(tmp_path, written, event)

    assert (line["constraints"], line["kept"], line["weakened"], line["dropped"]) == ("1", *counts)
    notes = parse(written.page.read_text("utf-8")).notes
    assert any(note.startswith("The compaction's summary") for note in notes) is (summary is not KEPT)


def test_the_person_is_told_in_one_line_at_the_next_prompt_and_then_no_more(tmp_path: Path, written: Written) -> None:
    check(tmp_path, written, event_of(tmp_path, transcript_path=str(transcript_of(tmp_path, LOST))))
    prompt = an_event(tmp_path, hook_event_name="UserPromptSubmit", source="", prompt_id="p")

    helper = fire({**prompt, "agent_id": "a1"})
    told = json.loads(fire(prompt).stdout)

    assert helper.stdout == b""
    assert list(told) == ["systemMessage"]
    assert told["systemMessage"].startswith("distill: The compaction's summary dropped 1 (C-")
    assert "\n" not in told["systemMessage"]
    assert "push" not in told["systemMessage"]
    assert fire(prompt).stdout == b""


def test_what_the_client_sent_needs_no_transcript(tmp_path: Path, written: Written) -> None:
    post = {**an_event(tmp_path, hook_event_name="PostCompact", source=""), "trigger": "manual"}
    assert fire({**post, "compact_summary": f"<analysis>{KEPT}</analysis><summary>Nothing.</summary>"}).stdout == b""

    (line,) = check(tmp_path, written, event_of(tmp_path))

    assert line["dropped"] == "1", "what the client drops with the analysis was taken for the summary"


def test_one_summary_is_compared_once_however_many_events_tell_of_it(tmp_path: Path, written: Written) -> None:
    event = event_of(tmp_path, transcript_path=str(transcript_of(tmp_path, LOST)))

    check(tmp_path, written, event)
    assert len(check(tmp_path, written, event)) == 1


def test_nothing_is_compared_without_a_summary_or_without_constraints(tmp_path: Path, written: Written) -> None:
    assert check(tmp_path, written, event_of(tmp_path)) == []
    (tmp_path / "wiki" / "constraints.md").unlink()
    event = event_of(tmp_path, transcript_path=str(transcript_of(tmp_path, LOST)))
    assert check(tmp_path, written, event) == []


def test_a_page_that_a_person_changed_or_reviewed_is_left_alone(tmp_path: Path, written: Written) -> None:
    text = reviewed(written.page.read_text("utf-8"), Confidence.REVIEWED, by="Ana", at=datetime.now(UTC))
    written.page.write_text(text, "utf-8")

    check(tmp_path, written, event_of(tmp_path, transcript_path=str(transcript_of(tmp_path, LOST))))

    assert written.page.read_text("utf-8") == text


@pytest.mark.usefixtures("written")
def test_without_a_page_the_journal_and_the_person_know_all_the_same(tmp_path: Path) -> None:
    event = event_of(tmp_path, transcript_path=str(transcript_of(tmp_path, LOST)))

    assert len(check(tmp_path, Failed(reason=Reason.NO_MAP, detail="x"), event)) == 1
    assert box.take(str(tmp_path / ".distill"), box.NOTICES, event.session_id)


def test_trouble_in_comparing_harms_no_page_and_no_worker(tmp_path: Path, written: Written) -> None:
    (tmp_path / "wiki" / "constraints.md").write_bytes(b"- \xff\n")

    worker.check_summary(event_of(tmp_path), written, tmp_path, tmp_path / ".distill", {}, at=NOW)

    assert "PageError" in journal(tmp_path)[-1]["detail"]


def test_the_worker_compares_after_it_has_written(tmp_path: Path) -> None:
    from worlds import wait_for

    put_map(tmp_path, a_map())
    fire(an_event(tmp_path, transcript_path=str(transcript_of(tmp_path, LOST))))

    (line,) = wait_for(tmp_path, "compared")

    assert line["dropped"] == "1"
    assert [row["outcome"] for row in journal(tmp_path) if "outcome" in row][-2:] == ["written", "compared"]


@pytest.mark.parametrize("way", ["PostCompact", "SubagentStop"])
def test_a_password_that_the_summary_repeats_is_in_no_file_of_the_state(tmp_path: Path, way: str) -> None:
    value = password(11)
    (tmp_path / ".distill" / "summaries").mkdir(parents=True)
    summary = f"<summary>\nThe database password is {value}.\nNever push to `main`.\n</summary>"
    more = (
        {"compact_summary": summary} if way == "PostCompact" else {"agent_type": "", "last_assistant_message": summary}
    )

    done = fire({**an_event(tmp_path, hook_event_name=way, agent_id="" if way == "PostCompact" else "a1"), **more})

    assert (done.returncode, done.stdout) == (0, b"")
    files = [path for path in (tmp_path / ".distill").rglob("*") if path.is_file()]
    kept = "\n".join(path.read_text("utf-8") for path in files)
    assert "Never push to `main`." in kept
    assert value not in kept


def test_a_constraint_that_speaks_of_secrets_is_kept_where_the_summary_has_it() -> None:
    rules = ["Secrets: never commit them, nor print them.", "Use key id K3y9 for the staging build, v2.3 only."]
    standing = registry.standing("\n".join(f"- {rule}" for rule in rules))

    found = summary_check.compared("\n".join(f"* {rule}" for rule in rules), standing)

    assert len(found.kept) == len(rules)

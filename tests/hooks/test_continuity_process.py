"""Before and after a compaction, through the real hook process, for both clients."""

import json
import os
import subprocess
import sys
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from worlds import (
    HOOK,
    a_map,
    an_event,
    ends_well,
    fire,
    github_token,
    journal_lines,
    outcomes,
    put_map,
    wait_for,
)

SESSION = "7c1f0a52-3b8e-4d0a-9e41-5b2d6f7a8c90"
RULE = "Never push to `main`; every change goes through a pull request."
SILENT = (0, b"", b"")


def before(project: Path, env: dict[str, str] | None = None, **changes: str) -> "subprocess.CompletedProcess[bytes]":
    """Fire the hook before a compaction."""
    event = an_event(project, hook_event_name="PreCompact", trigger="manual", **changes)
    return fire(event, {"DISTILL_PYTHON": "/bin/true", **(env or {})})


def after(project: Path, env: dict[str, str] | None = None, **changes: str) -> str:
    """Fire the hook after a compaction, with a worker that does nothing; give what it said."""
    return ends_well(fire(an_event(project, **changes), {"DISTILL_PYTHON": "/bin/true", **(env or {})}))


def prompt(project: Path, env: dict[str, str] | None = None, **changes: str) -> str:
    event = an_event(project, hook_event_name="UserPromptSubmit", **changes)
    return ends_well(fire(event, {"DISTILL_PYTHON": "/bin/true", **(env or {})}))


def prepared(project: Path, lane: str = SESSION, seconds: float = 30) -> dict[str, object]:
    """Fire the hook before a compaction and wait until its preparation is there."""
    path = project / ".distill" / "ready" / f"{lane}.json"
    done = fire(an_event(project, hook_event_name="PreCompact", trigger="auto"))
    assert done.returncode == 0
    until = time.monotonic() + seconds
    while not path.exists():
        assert time.monotonic() < until, journal_lines(project)
        time.sleep(0.02)
    values: dict[str, object] = json.loads(path.read_bytes())
    return values


def other_copies_forget(project: Path) -> None:
    """Let the time pass in which copies of a hook are silent."""
    for path in (project / ".distill" / "ready").glob("*.claim"):
        path.unlink()


def registry(project: Path, *lines: str) -> None:
    (project / "wiki").mkdir(exist_ok=True)
    (project / "wiki" / "constraints.md").write_text("# Constraints\n\n" + "\n".join(lines) + "\n", "utf-8")


def test_before_a_compaction_the_rules_and_constraints_are_said(project: Path) -> None:
    registry(project, f'- (C-1) **must** "{RULE}" · all · since 2026-11-14', "- Ask before deleting rows.")

    done = before(project)

    said = done.stdout.decode("utf-8")
    assert (done.returncode, done.stderr) == (0, b"")
    assert said.startswith("Continuity rules for this summary")
    assert all(f"\n{number}. " in said for number in range(1, 11))
    assert f"(must) {RULE}" in said
    assert "Ask before deleting rows." in said
    assert len(said) < 3_000
    assert before(project).stdout == done.stdout  # twice in a row is harmless
    assert outcomes(project) == []


@pytest.mark.parametrize(
    ("env", "file", "numbers"),
    [
        ({"DISTILL_CONTINUITY": "minimum"}, "", {1, 2, 3, 7}),
        ({}, "[continuity]\nrules = [2, 9]\n", {2, 9}),
        ({"DISTILL_CONTINUITY": "1,2"}, 'continuity = "none"\n', {1, 2}),
        ({}, "[continuity]\nrules = [99]\n", set(range(1, 11))),
        ({}, "continuity = not toml", set(range(1, 11))),
    ],
    ids=["minimum", "list", "environment-wins", "unusable", "broken"],
)
def test_the_rules_are_chosen(project: Path, env: dict[str, str], file: str, numbers: set[int]) -> None:
    (project / "distill.toml").write_text(file)

    said = before(project, env).stdout.decode("utf-8")

    assert {n for n in range(1, 11) if f"\n{n}. " in said} == numbers


@pytest.mark.parametrize(("env", "file"), [({"DISTILL_CONTINUITY": "off"}, ""), ({}, 'continuity = "off"\n')])
def test_switched_off_nothing_is_said_and_the_page_is_made_all_the_same(
    project: Path, env: dict[str, str], file: str
) -> None:
    (project / "distill.toml").write_text(file)

    done = before(project, env)

    assert (done.returncode, done.stdout, done.stderr) == SILENT
    assert after(project, env) == ""
    assert prompt(project, env) == ""
    assert outcomes(project) == ["dispatched"]


@pytest.mark.parametrize("changes", [{"agent_id": "a1"}, {}])
def test_a_subagent_and_what_we_started_are_told_nothing(project: Path, changes: dict[str, str]) -> None:
    env = {} if changes else {"DISTILL_WORKER": "1"}

    done = before(project, env, **changes)

    assert (done.returncode, done.stdout) == (0, b"")
    assert after(project, env, **changes) == ""
    assert not (project / ".distill" / "pending").exists()


def test_hk34_a_hanging_git_and_no_place_for_state_leave_the_rules(project: Path, tmp_path: Path) -> None:
    (project / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    (tmp_path / "git").write_text("#!/bin/sh\nsleep 20\n")
    (tmp_path / "git").chmod(0o755)
    (project / ".distill").write_text("in the way")
    started = time.monotonic()

    done = before(project, {"PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}", "HOME": "/nonexistent"})

    assert time.monotonic() - started < 5
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"Continuity rules" in done.stdout
    assert b"no answer in time" in done.stdout


def test_a_key_in_the_registry_does_not_reach_the_model(project: Path) -> None:
    key = github_token()
    registry(project, f'- (C-1) **must** "Deploy with {key} only." · all · since 2026-11-14')

    said = before(project).stdout.decode() + after(project)

    assert "Deploy with" in said
    assert key[6:] not in said


def test_the_preparation_is_delivered_with_list_and_next_step_and_all_constraints(project: Path) -> None:
    rows = (
        "| # | Path | ~tokens | Why |\n|---|---|---|---|\n| 1 | PLAN.md | ~900 | The plan |\n| — | Tier 1 | ~900 | |\n"
    )
    registry(project, '- (C-1) **must** "Ask before deleting rows." · all · since 2026-11-14')
    put_map(project, a_map(extra=f"\n## Ranked Reading List\n{rows}"))
    assert prepared(project)["map_path"] == str(project / "restore-maps" / "RESTORE-MAP.md")

    said = after(project)

    assert str(project / "restore-maps" / "RESTORE-MAP.md") in said[:1_500]
    assert f"- (must) {RULE}" in said
    assert "- (must) Ask before deleting rows." in said
    assert "Wait for the dev-seat" in said
    assert "1. PLAN.md (~900 tokens) [missing]: The plan" in said
    marker = json.loads((project / ".distill" / "pending" / "lead@plantshop.json").read_bytes())
    assert (marker["deliveryCount"], marker["sessionId"]) == (1, SESSION)
    assert {"restore": "prepared"}.items() <= journal_lines(project)[-1].items()


def test_a_secret_of_the_map_is_in_no_file_of_the_preparation(project: Path) -> None:
    key = github_token()
    put_map(project, a_map(extra=f"\n## Constraints\n- Never print {key} anywhere.\n"))

    values = prepared(project)

    assert "Never print" in json.dumps(values)
    assert key[6:] not in json.dumps(values) + after(project)


def test_hk02_without_the_hook_before_a_look_finds_map_and_constraints(project: Path) -> None:
    registry(project, f'- (C-1) **must** "{RULE}" · all · since 2026-11-14')
    put_map(project, a_map())

    said = after(project)

    assert "RESTORE-MAP.md" in said[:1_500]
    assert said.count(f"- (must) {RULE}") == 1
    assert journal_lines(project)[-1]["restore"] == "looked-up"


def test_cp01_a_look_tells_each_prohibition_of_the_map_word_for_word(project: Path) -> None:
    inputs = Path(__file__).parent.parent / "bugs" / "CP01"
    registry(project, "- ~~Kein Zugriff auf die Lohnliste.~~ revoked 2026-11-20 by me: it is public now")
    put_map(project, (inputs / "map.md").read_text("utf-8"))
    looked_up = after(project)
    other_copies_forget(project)
    prepared(project)
    ready = after(project)

    for words in json.loads((inputs / "expect.json").read_text("utf-8"))["must_contain"]:
        for said in (looked_up, ready):
            assert (f"- (must) {words}" in said) is ("Lohnliste" not in words)


def test_a_map_that_changed_since_the_preparation_is_looked_up(project: Path) -> None:
    path = put_map(project, a_map())
    prepared(project)
    path.unlink()

    said = after(project)

    assert "There is no restore map" in said
    assert journal_lines(project)[-1]["restore"] == "looked-up"


def test_cp17_a_map_of_hours_ago_is_named_with_its_age(project: Path) -> None:
    put_map(project, a_map(age_s=3 * 3600), age_s=3 * 3600)
    prepared(project)

    assert "Up to 3 hours of work came after it" in after(project)


def test_hk29_anothers_map_is_never_taken(project: Path) -> None:
    put_map(project, a_map("lead@b", session="other-session-1"), "RESTORE-MAP-b.md", age_s=1)
    put_map(project, a_map("lead@a", session="other-session-2"), "RESTORE-MAP-a.md", age_s=9)

    assert "RESTORE-MAP-a.md" in after(project, {"DISTILL_SEAT": "lead@a"})
    other_copies_forget(project)
    assert "There is no restore map" in after(project, {"DISTILL_SEAT": "lead@c"}, session_id="s-3")
    other_copies_forget(project)
    assert "There is no restore map" in after(project, session_id="s-4")


def test_hk03_of_three_copies_at_once_one_speaks(project: Path) -> None:
    put_map(project, a_map())
    data = json.dumps(an_event(project)).encode()
    hooks = [
        subprocess.Popen(
            HOOK, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env={**os.environ, "DISTILL_PYTHON": "/bin/true"}
        )
        for _ in range(3)
    ]

    said = [hook.communicate(data, timeout=20)[0] for hook in hooks]

    assert sum(bool(text) for text in said) == 1


def test_the_second_carrier_brings_what_was_never_told_and_then_is_quiet(project: Path) -> None:
    put_map(project, a_map())
    after(project, hook_event_name="PostCompact", trigger="manual", turn_id="t1")  # Codex: nothing can be told yet

    first, second = prompt(project, turn_id="t2"), prompt(project, turn_id="t3")

    assert "RESTORE-MAP.md" in json.loads(first)["hookSpecificOutput"]["additionalContext"]
    assert second == ""


def test_the_second_carrier_looks_into_the_transcript(project: Path, tmp_path: Path) -> None:
    put_map(project, a_map())
    transcript = tmp_path / "t.jsonl"
    transcript.write_text('{"type": "user"}\n')
    said = after(project, transcript_path=str(transcript))

    again = prompt(project, transcript_path=str(transcript))  # nothing of ours stands there
    transcript.write_text(json.dumps({"content": again}) + "\n")

    assert "RESTORE-MAP.md" in said
    assert "RESTORE-MAP.md" in again
    assert prompt(project, transcript_path=str(transcript)) == ""
    assert prompt(project, transcript_path=str(transcript)) == ""


def test_it_is_told_three_times_at_most(project: Path, tmp_path: Path) -> None:
    put_map(project, a_map())
    transcript = tmp_path / "t.jsonl"
    transcript.write_text("{}\n")
    said = [after(project, transcript_path=str(transcript))]

    said += [prompt(project, transcript_path=str(transcript)) for _ in range(5)]

    assert [bool(text) for text in said] == [True, True, True, False, False, False]


def test_what_is_unfinished_is_listed_once_at_the_prompt_after(project: Path, tmp_path: Path) -> None:
    (project / "PLAN.md").write_text("the plan\n")
    rows = "| # | Path | ~tokens | Why |\n|---|---|---|---|\n| 1 | PLAN.md | ~9 | The plan |\n"
    put_map(project, a_map(extra=f"\n## Ranked Reading List\n{rows}"))
    transcript = tmp_path / f"{SESSION}.jsonl"
    transcript.write_text(json.dumps({"content": after(project, transcript_path=str(transcript))}) + "\n")
    event = an_event(project, hook_event_name="UserPromptSubmit", transcript_path=str(transcript))

    first = ends_well(fire(event))
    until = time.monotonic() + 30
    while not list((project / ".distill" / "ready").glob("*.unfinished")):
        assert time.monotonic() < until, journal_lines(project)
        time.sleep(0.02)
    second, third = (fire(event).stdout.decode() for _ in range(2))

    assert first == ""
    assert second.startswith("The restore after the compaction is not finished.")
    assert "- PLAN.md: NOT_READ" in second
    assert third == ""


def test_on_resume_what_is_owed_is_brought(project: Path) -> None:
    put_map(project, a_map())
    after(project, hook_event_name="PostCompact", trigger="auto", turn_id="t1")

    assert "RESTORE-MAP.md" in after(project, source="resume")
    assert after(project, source="startup", session_id="another") == ""


def test_a_prompt_where_nothing_is_pending_leaves_no_trace(project: Path) -> None:
    assert prompt(project) == ""
    assert not (project / ".distill").exists()


def test_hk06_another_session_id_of_the_same_seat_is_named(project: Path) -> None:
    put_map(project, a_map())
    seat = {"DISTILL_SEAT": "lead@plantshop"}
    after(project, seat, hook_event_name="PostCompact", trigger="auto", turn_id="t1")

    said = after(project, seat, source="resume", session_id="b5d0c7e1-1111-4222-8333-444455556666")

    assert f"begun in session {SESSION}; this is session b5d0c7e1" in said


def test_hk28_two_sessions_see_their_own_and_a_third_sees_none(project: Path) -> None:
    put_map(project, a_map())
    after(project, session_id="aaaa-1")
    after(project, session_id="bbbb-2")

    pending = {json.loads(p.read_bytes())["sessionId"] for p in (project / ".distill" / "pending").glob("*.json")}
    assert pending == {"aaaa-1", "bbbb-2"}
    assert prompt(project, session_id="cccc-3") == ""


def test_codex_gets_json_once_however_often_it_tells_of_a_compaction(project: Path) -> None:
    put_map(project, a_map())
    codex = {"transcript_path": str(project / "rollout-1.jsonl")}
    assert after(project, hook_event_name="PostCompact", trigger="manual", **codex) == ""

    told = after(project, source="resume", **codex), after(project, **codex)

    assert [bool(text) for text in told] == [True, False]
    assert set(json.loads(told[0])) == {"hookSpecificOutput"}
    assert before(project, **codex).stdout == b""


def test_a_worktree_shares_marker_and_preparation_with_its_main_checkout(tmp_path: Path) -> None:
    me = ["-c", "user.name=t", "-c", "user.email=t@e.test"]
    for args in (["init", "-q", "main"], ["-C", "main", *me, "commit", "-q", "--allow-empty", "-m", "one"]):
        subprocess.run(["git", *args], cwd=tmp_path, check=True)
    subprocess.run(["git", "-C", "main", "worktree", "add", "-q", "../tree"], cwd=tmp_path, check=True)
    put_map(tmp_path / "main", a_map())

    said = after(tmp_path / "tree")

    assert "RESTORE-MAP.md" in said[:1_500]
    assert list((tmp_path / "main" / ".distill" / "pending").glob("*.json"))
    assert not (tmp_path / "tree" / ".distill").exists()


def test_the_tail_of_the_session_is_named(project: Path) -> None:
    folder = Path(os.environ["HOME"]) / ".claude" / "handoffs"
    folder.mkdir(parents=True)
    for name, age in ((f"{SESSION}-1.md", 50), (f"{SESSION}-2.md", 5), ("other-3.md", 1)):
        (folder / name).write_text("x")
        os.utime(folder / name, (time.time() - age, time.time() - age))

    assert after(project).endswith(f"{SESSION}-2.md")


def test_the_gate_puts_a_manual_compaction_off_once(project: Path) -> None:
    (project / "distill.toml").write_text("[continuity]\ngate = true\n")

    first, second = before(project), before(project)

    assert json.loads(first.stdout)["decision"] == "block"
    assert "restore map first" in json.loads(first.stdout)["reason"]
    assert first.returncode == 0
    assert second.stdout.startswith(b"Continuity rules")


def test_the_gate_lets_pass_what_it_must(project: Path) -> None:
    (project / "distill.toml").write_text("[continuity]\ngate = true\n")
    automatic = fire(an_event(project, hook_event_name="PreCompact", trigger="auto"), {"DISTILL_PYTHON": "/bin/true"})
    codex = before(project, transcript_path=str(project / "rollout-1.jsonl"))
    put_map(project, a_map())

    assert automatic.stdout.startswith(b"Continuity rules")
    assert set(json.loads(codex.stdout)) == {"continue", "stopReason"}
    assert before(project, session_id="fresh").stdout.startswith(b"Continuity rules")


@pytest.mark.parametrize(("written_s", "file_s", "passes"), [(3_600, 5, False), (60, 3_600, True), (-7_200, 5, True)])
def test_the_gate_goes_by_the_time_that_the_map_names(
    project: Path, written_s: float, file_s: float, passes: bool
) -> None:
    (project / "distill.toml").write_text("[continuity]\ngate = true\n")
    put_map(project, a_map(age_s=written_s), age_s=file_s)

    assert before(project).stdout.startswith(b"Continuity rules") is passes


def test_hk27_each_compaction_arms_anew_and_an_unfinished_restore_is_listed(project: Path) -> None:
    put_map(project, a_map())
    after(project)
    path = next((project / ".distill" / "pending").glob("*.json"))
    long_ago = (datetime.now(UTC) - timedelta(minutes=9)).strftime("%Y-%m-%dT%H:%M:%SZ")
    marker = json.loads(path.read_bytes())
    path.write_text(json.dumps({**marker, "createdAt": long_ago, "restoreMapPath": "/old/RESTORE-MAP.md"}))
    other_copies_forget(project)

    said = after(project)

    assert "Not finished:\n- the restore from /old/RESTORE-MAP.md" in said
    path.unlink()
    other_copies_forget(project)
    assert "Not finished" not in after(project)


def test_the_page_comes_with_the_restore_text(project: Path) -> None:
    put_map(project, a_map())

    said = ends_well(fire(an_event(project)))

    assert "RESTORE-MAP.md" in said
    wait_for(project, "written")


def test_a_map_that_was_only_begun_hides_no_map_before_it(project: Path) -> None:
    filled = put_map(project, a_map(age_s=240), age_s=200)
    new_map = [sys.executable, "-m", "distill", "map", "new", "--session", SESSION]
    subprocess.run(new_map, cwd=project, capture_output=True, timeout=60, check=True)

    said = after(project, session_id="s-9")

    assert f"\nRestore map: {filled}\n" in said
    assert "4 minutes ago" in said
    assert "\nThe map has the reading list: read it there" in said
    armed = json.loads(next((project / ".distill" / "pending").glob("*.json")).read_bytes())
    assert armed["restoreMapPath"] == str(filled)


def test_without_a_map_nobody_is_told_to_read_one(project: Path) -> None:
    said = after(project)

    assert "There is no restore map of this seat." in said
    assert "Read the restore map" not in said
    assert "reading list" not in said
    steps = said.split("Protocol:\n")[1].splitlines()
    assert [step[:3] for step in steps[:5]] == ["1. ", "2. ", "3. ", "4. ", "5. "]
    env = {**os.environ, "CLAUDE_CODE_SESSION_ID": SESSION}
    command = [sys.executable, "-m", "distill", "restore", "done", "--accept", "map", "--why", "there was none"]
    assert " ".join(command[2:7]) in said
    assert subprocess.run(command, cwd=project, env=env, capture_output=True, timeout=60, check=False).returncode == 0
    assert list((project / ".distill" / "pending").glob("*.json")) == []


@pytest.mark.parametrize("extra", ["", "\nThe person said: never rename the shop's tables.\n"], ids=["known", "more"])
def test_after_a_look_the_text_is_told_again_only_where_the_preparation_has_more_constraints(
    project: Path, extra: str
) -> None:
    put_map(project, a_map(extra=extra))
    looked_up = after(project)
    prepared(project)
    other_copies_forget(project)

    again = prompt(project)

    assert RULE in looked_up
    assert ("never rename the shop's tables" in again) is bool(extra)
    assert bool(again) is bool(extra)


def test_without_a_map_a_look_is_told_once(project: Path) -> None:
    looked_up = after(project)
    prepared(project)
    other_copies_forget(project)

    assert "There is no restore map" in looked_up
    assert prompt(project) == ""


def test_two_compactions_right_after_one_another_each_get_their_text(project: Path) -> None:
    put_map(project, a_map())
    said = []
    for _ in range(2):
        before(project)
        said += [after(project), after(project)]  # the second is a copy of the hook

    assert [RULE in text for text in said] == [True, False, True, False]
    assert "Not finished:\n- the restore from" in said[2]


def test_the_constraints_of_a_map_that_has_no_page_yet_are_said_before_its_first_compaction(project: Path) -> None:
    put_map(project, a_map())

    said = before(project).stdout.decode("utf-8")

    assert f"- (must) {RULE}" in said
    assert not (project / "wiki").exists()


def test_a_revoked_constraint_is_not_said_because_a_map_still_holds_it(project: Path) -> None:
    put_map(project, a_map())
    registry(project, f'- ~~(C-1) **must** "{RULE}" · all · since 2026-11-14~~ revoked 2026-11-20 by a person: moved')

    assert RULE not in before(project).stdout.decode("utf-8")

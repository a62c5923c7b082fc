"""What real transcripts of both clients tell, and what in them is not told."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sessions_made import SAMPLES, Transcript

from distill.agents.transcripts import events as e
from distill.agents.transcripts.transcript import newest_first
from distill.agents.transcripts.values import text_of


def told(path: Path | str) -> list[e.Event]:
    """Give the events of a transcript, the first one first."""
    steps = list(newest_first(str(path)))
    return [event for step in reversed(steps) for event in reversed(step.events)]


def of_sample(name: str, kind: type) -> list[object]:
    return [event for event in told(SAMPLES / name) if isinstance(event, kind)]


def test_only_what_a_person_typed_is_a_prompt() -> None:
    prompts = [p.text.split("\n")[0] for p in of_sample("main-with-subagent.jsonl", e.Prompt)]

    assert prompts == [
        "Send one agent.",
        "MOCK say more",
        'MOCK tool Read {"file_path":"/lab/proj/none.txt"}',
        "MOCK error 400 invalid_request_error",
        "MOCK say resumed",
    ]


def test_rows_of_subagents_are_not_of_the_session() -> None:
    assert told(SAMPLES / "subagent-that-compacted.jsonl") == []


def test_boundary_and_summary_are_found() -> None:
    kinds = [type(x) for x in told(SAMPLES / "restore-session.jsonl") if isinstance(x, e.Boundary | e.Summary)]

    assert kinds == [e.Boundary, e.Summary, e.Boundary, e.Summary]


def test_what_a_mod_put_in_the_place_of_the_summary_is_one() -> None:
    (summary,) = of_sample("mod-compact.jsonl", e.Summary)

    assert summary.text.startswith("MINIMOD HANDOFF")


def test_files_are_told_where_the_result_confirms_them() -> None:
    written = [x.path for x in of_sample("restore-session.jsonl", e.FileWritten)]
    read = {x.path for x in of_sample("restore-session.jsonl", e.FileRead) if not x.attached}

    assert written == ["/lab/proj/nonl.txt", "/lab/proj/new.txt"]
    assert "/lab/proj/notes.txt" in read
    assert not {"/lab/proj/missing.txt", "/lab/proj/huge.txt"} & read


def test_errors_of_the_api_are_no_answers() -> None:
    assert not [a for a in of_sample("main-with-subagent.jsonl", e.Answer) if "API Error" in a.text]


def test_a_rollout_tells_prompts_answers_and_compactions() -> None:
    found = told(SAMPLES / "rollout_tui_two_compactions.jsonl")

    assert [x.text for x in found if isinstance(x, e.Prompt)] == ["first question", "second question", "third question"]
    assert [type(x) for x in found if isinstance(x, e.Boundary | e.Summary)] == [e.Boundary, e.Summary] * 2
    assert len([x for x in found if isinstance(x, e.Answer)]) == 3


def test_a_remote_compaction_leaves_no_summary() -> None:
    found = told(SAMPLES / "rollout_exec_remote.jsonl")

    assert [x for x in found if isinstance(x, e.Summary)] == []
    assert [x.with_summary for x in found if isinstance(x, e.Boundary)] == [True]


def test_a_rollout_tells_files_read_and_commands_that_failed() -> None:
    read = {x.path for x in of_sample("rollout_reads.jsonl", e.FileRead)}
    failed = of_sample("rollout_reads.jsonl", e.FailedCommand)

    assert read == {"/LAB/proj/a.txt", "/LAB/proj/big.txt", "/LAB/proj/huge.txt", "/LAB/proj/sub/c.txt"}
    assert [(f.command, f.exit_code) for f in failed] == [("cat missing.txt", 1)]


OLD = """
{"timestamp":"2026-01-01T10:00:00Z","type":"event_msg","payload":{"type":"user_message","message":"old prompt"}}
{"timestamp":"2026-01-01T10:00:01Z","type":"event_msg","payload":{"type":"agent_message","message":"old answer"}}
{"timestamp":"2026-01-01T10:00:02Z","type":"event_msg","payload":{"type":"exec_command_end","call_id":"c","command":["bash","-lc","git commit -m x"],"cwd":"/p","exit_code":0,"aggregated_output":"[main (root-commit) 0a1b2c3] First"}}
{"timestamp":"2026-01-01T10:00:03Z","type":"event_msg","payload":{"type":"patch_apply_end","call_id":"d","success":true,"changes":{"/p/a.py":{"type":"add"},"/p/b.py":{"delete":{}}}}}
{"timestamp":"2026-01-01T10:00:04Z","type":"response_item","payload":{"type":"custom_tool_call","name":"apply_patch","call_id":"d","status":"completed","input":"*** Begin Patch\\n*** Update File: twice.py\\n"}}
{"timestamp":"2026-01-01T10:00:05Z","type":"response_item","payload":{"type":"custom_tool_call","name":"apply_patch","call_id":"e","status":"completed","input":"*** Begin Patch\\n*** Update File: c.py\\n*** Delete File: d.py\\n"}}
{"timestamp":"2026-01-01T10:00:06Z","type":"event_msg","payload":{"type":"item_completed","item":{"type":"FileChange","id":"f","status":"completed","changes":[{"path":"/p/e.py","kind":{"type":"update"}},{"path":"/p/f.py","kind":{"type":"delete"}}]}}}
"""  # noqa: E501 - rows as they stand


def test_older_dialects_and_patches_are_read_by_shape(tmp_path: Path) -> None:
    (tmp_path / "r.jsonl").write_text(OLD)
    found = told(tmp_path / "r.jsonl")

    assert [x.text for x in found if isinstance(x, e.Prompt | e.Answer)] == ["old prompt", "old answer"]
    assert [(x.hash, x.subject, x.branch) for x in found if isinstance(x, e.Commit)] == [("0a1b2c3", "First", "main")]
    written = [x.path for x in found if isinstance(x, e.FileWritten)]
    assert [p for p in written if p != "twice.py"] == ["/p/a.py", "c.py", "/p/e.py"]


def test_commits_are_told_as_git_reported_them(tmp_path: Path) -> None:
    made = Transcript(tmp_path / "t.jsonl")
    made.bash("git commit -qm x", "")
    made.bash("echo '[main 1234567] not git'", "[main 1234567] not git").bash("cat log", "[main 7654321] nor this")
    made.bash("git commit -m y && git commit -m z", "[a/b 1111111] One\n 1 file\n[a/b 2222222] Two\n")

    assert [(c.hash, c.subject) for c in told(made.path) if isinstance(c, e.Commit)] == [
        ("1234567", "not git"),
        ("1111111", "One"),
        ("2222222", "Two"),
    ]


def test_a_tool_that_did_not_run_is_not_told(tmp_path: Path) -> None:
    made = Transcript(tmp_path / "t.jsonl")
    made.tool("Bash", {"command": "rm -r x"}, "The user doesn't want to proceed with this tool use.", failed=True)
    made.tool("Write", {"file_path": "/a"}, "<tool_use_error>no</tool_use_error>", failed=True)
    made.row(type="assistant", message={"content": [{"type": "tool_use", "id": "n", "name": "Write", "input": {}}]})

    assert told(made.path) == []


@pytest.mark.parametrize(
    "row",
    [
        {"type": "user", "message": {"content": "<command-name>/compact</command-name>"}},
        {"type": "user", "message": {"content": "<local-command-stdout>x</local-command-stdout>"}},
        {"type": "user", "message": {"content": "<system-reminder>x</system-reminder>"}},
        {"type": "user", "message": {"content": "x"}, "isMeta": True},
        {"type": "user", "message": {"content": "x"}, "isSidechain": True},
        {"type": "user", "message": {"content": "x"}, "promptSource": "schedule_wakeup"},
        {"type": "user", "message": {"content": [{"type": "text", "text": "[Request interrupted by user]"}]}},
        {"type": "user", "message": {"content": 3}},
        {"type": "user", "message": None},
        {"type": "user"},
        {"type": ["user"]},
        {"type": "assistant", "message": {"content": [None, 1, {"type": "text", "text": 7}]}},
        {"type": "attachment", "attachment": {"type": "file", "filename": "a\nb"}},
        {"type": "event_msg", "payload": {"type": "item_completed", "item": {"type": "CommandExecution"}}},
        {"type": "event_msg", "payload": {"type": "item_completed", "item": 3}},
        {"type": "event_msg", "payload": {"type": ["x"]}},
        {"type": None, "payload": {}},
    ],
)
def test_other_rows_tell_nothing(tmp_path: Path, row: dict[str, object]) -> None:
    made = Transcript(tmp_path / "t.jsonl").row(**row)

    assert told(made.path) == []


def test_a_prompt_with_an_image_is_one(tmp_path: Path) -> None:
    content = [{"type": "text", "text": "look"}, {"type": "image", "source": {}}]
    made = Transcript(tmp_path / "t.jsonl").row(type="user", message={"content": content}, promptSource="user")

    assert [x.text for x in told(made.path) if isinstance(x, e.Prompt)] == ["look"]


def test_long_words_are_kept_in_part_and_that_is_said(tmp_path: Path) -> None:
    made = Transcript(tmp_path / "t.jsonl").prompt("x" * 9_000).answer("y" * 9_000)

    prompt, answer = told(made.path)
    assert isinstance(prompt, e.Prompt)
    assert isinstance(answer, e.Answer)
    assert (len(prompt.text) + prompt.left_out, prompt.left_out) == (9_000, 1_000)
    assert len(answer.text) + answer.left_out == 9_000


def test_text_blocks_of_any_shape_are_text() -> None:
    assert [text_of(v) for v in ("a", ["b"], [{"text": "c"}, {"text": 1}], None, {"text": "d"})] == [
        "a",
        "",
        "c",
        "",
        "",
    ]


KEYS = (
    "type", "subtype", "message", "content", "payload", "item", "text", "isSidechain", "isMeta", "promptSource", "role",
    "toolUseResult", "attachment", "filename", "id", "tool_use_id", "name", "input", "command", "exit_code", "changes",
    "parsed_cmd", "status", "timestamp", "file_path", "stdout", "is_error", "kind", "path", "cwd", "success",
)  # fmt: skip
WORDS = (
    "user", "assistant", "system", "attachment", "event_msg", "compacted", "response_item", "item_completed", "text",
    "UserMessage", "CommandExecution", "FileChange", "tool_use", "tool_result", "Bash", "Read", "file", "read",
    "git", "compact_boundary", "custom_tool_call", "apply_patch", "completed", "patch_apply_end", "exec_command_end",
    "x\ud83d",
)  # fmt: skip
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 10**30) | st.floats() | st.sampled_from(WORDS),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=6),
    max_leaves=14,
)


@given(st.lists(st.dictionaries(st.sampled_from(KEYS), VALUES, max_size=8), max_size=8))
def test_rows_of_any_shape_are_read_without_raising(
    tmp_path_factory: pytest.TempPathFactory, values: list[dict[str, object]]
) -> None:
    path = tmp_path_factory.mktemp("odd") / "t.jsonl"
    path.write_text("".join(json.dumps(value) + "\n" for value in values))

    assert all(isinstance(event, e.Event) for event in told(path))

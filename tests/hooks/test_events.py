"""Reading events: anything may come, nothing may break."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from distill.agents import events, light_json

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=10,
)


@given(st.dictionaries(st.text(), json_values, max_size=6))
def test_it_reads_what_the_standard_module_writes(value: dict[str, object]) -> None:
    assert light_json.parse_object(json.dumps(value).encode()) == value
    assert (
        light_json.parse_object(
            b"\xef\xbb\xbf " + json.dumps(value, ensure_ascii=False).encode("utf-8", "replace") + b"\n"
        )
        is not None
    )


@given(st.dictionaries(st.text(), st.text(), max_size=6))
def test_what_it_writes_the_standard_module_reads(value: dict[str, str]) -> None:
    assert json.loads(light_json.format_object(value)) == value


@given(st.binary(max_size=300))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    parsed = light_json.parse_object(data)

    assert parsed is None or isinstance(parsed, dict)


def test_what_is_no_object_is_refused() -> None:
    deep = b'{"a":' * 100_000 + b"1" + b"}" * 100_000
    for data in (
        b"",
        b"{",
        b"null",
        b"[]",
        b"42",
        b'"x"',
        b"{} {}",
        b'{"a" 1}',
        b"\xff\xfe",
        deep,
        b'{"a":' + b"9" * 6000 + b"}",
    ):
        assert light_json.parse_object(data) in (None, {"a": 1}) or data.startswith(b'{"a":9')


def test_an_event_takes_text_fields_only_and_names_itself() -> None:
    event = events.parse(b'{"hook_event_name":"PreCompact","trigger":"auto","session_id":7,"cwd":null,"agent_id":[]}')

    assert event is not None
    assert (event.session_id, event.cwd, event.agent_id) == ("", "", "")
    assert event.label == "PreCompact:auto"
    assert not event.is_compaction


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"hook_event_name": "SessionStart", "source": "compact"}, True),
        ({"hook_event_name": "SessionStart", "source": "resume"}, False),
        ({"hook_event_name": "PostCompact", "trigger": "manual", "turn_id": "1", "model": "m"}, True),
        ({"hook_event_name": "PostCompact", "trigger": "auto", "prompt_id": "1", "compact_summary": ""}, False),
        ({"hook_event_name": "PreCompact", "trigger": "auto"}, False),
        ({"hook_event_name": "UserPromptSubmit", "prompt": "compact"}, False),
        ({"hook_event_name": "SubagentStop", "agent_type": ""}, False),
    ],
)
def test_each_client_tells_of_a_compaction_in_its_own_way(fields: dict[str, str], expected: bool) -> None:
    event = events.parse(json.dumps(fields).encode())

    assert event is not None
    assert event.is_compaction is expected


def test_an_event_from_the_spool_keeps_its_client() -> None:
    event = events.parse(b'{"hook_event_name": "PostCompact", "turn_id": "1"}')
    assert event is not None
    again = events.parse(light_json.format_object(event.fields()))

    assert again is not None
    assert again.agent == "codex"
    assert again.is_compaction


@pytest.mark.parametrize(
    ("transcript", "agent"),
    [
        ("/home/a/.codex/sessions/2026/11/30/rollout-2026-11-30T08-00-00-s1.jsonl", "codex"),
        ("C:\\Users\\a\\.codex\\sessions\\rollout-2026-11-30T08-00-00-s1.jsonl", "codex"),
        ("/home/a/.claude/projects/-srv-plant/s1.jsonl", "claude-code"),
        ("/home/a/.claude/projects/-srv-plant/other.jsonl", ""),
        ("", ""),
    ],
)
def test_the_name_of_a_transcript_tells_the_client_where_no_field_does(transcript: str, agent: str) -> None:
    fields = {"hook_event_name": "SessionStart", "source": "compact", "session_id": "s1", "transcript_path": transcript}

    event = events.parse(json.dumps(fields).encode())

    assert event is not None
    assert event.agent == agent


@given(st.text())
def test_a_safe_id_can_stand_in_a_file_name(text: str) -> None:
    safe = events.safe_id(text)

    assert safe.isascii()
    assert "/" not in safe
    assert not safe.startswith(".")
    assert len(safe) <= 80

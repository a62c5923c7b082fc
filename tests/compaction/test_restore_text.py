"""The text that leads an agent back: always within the cap, always with the map and the first instruction on top."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from distill.agents.events import HookEvent
from distill.compaction import parts, restore_text, rules
from distill.compaction.parts import Parts
from distill.hooks import reply

words = st.text(st.characters(codec="utf-8", exclude_characters=""), max_size=400)
lines = st.lists(words, max_size=40)
paths = st.text(st.characters(codec="utf-8", exclude_characters="\n\r\0"), min_size=1, max_size=900).map("/m/".__add__)
pairs = st.lists(st.tuples(st.sampled_from(["must", "should"]), words), max_size=80)
EVENTS = ("SessionStart", "UserPromptSubmit")


@st.composite
def all_parts(draw: st.DrawFn) -> Parts:
    told = Parts()
    told.map_path, told.map_written = draw(paths), draw(st.floats(0, 4e9))
    told.constraints, told.registry = draw(pairs), "/project/wiki/constraints.md"
    told.next_step, told.reading, told.notes = draw(lines), draw(lines), draw(lines)
    told.protocol = rules.template("protocol.md")
    return told


def text_for(told: Parts, agent: str, **more: object) -> str:
    codex = agent == "codex"
    size = {"most": reply.MOST_CODEX_TEXT, "size": reply.size_in_bytes} if codex else {"most": reply.MOST_CHARACTERS}
    return restore_text.compose(told, now=2e9, mark="0a1b2c3d", **size, **more)  # type: ignore[arg-type]


@given(told=all_parts(), agent=st.sampled_from(["codex", "claude-code", ""]), name=st.sampled_from(EVENTS))
def test_whatever_is_told_it_fits_and_begins_with_the_map(told: Parts, agent: str, name: str) -> None:
    event = HookEvent({"hook_event_name": name, "agent": agent})

    said = reply.form(event, text_for(told, agent, unfinished=told.notes)).decode("utf-8")

    if agent == "codex":
        told_to = json.loads(said)["hookSpecificOutput"]
        assert told_to["hookEventName"] == name
        said = told_to["additionalContext"]
        assert len(said.encode("utf-8")) <= 9_000
    assert len(said) <= 9_500
    assert said[0] not in "[{"
    if "\n" not in told.map_path.strip() and told.map_path.isprintable():
        assert told.map_path in said[:1_500]
    assert restore_text.FIRST in said[:1_500]
    assert "\x1b" not in said
    assert len(said.splitlines()) <= 30 + len(told.protocol) + 2 * len(told.notes) + len(told.constraints) + 80


@given(told=all_parts())
def test_a_constraint_is_told_whole_or_counted(told: Parts) -> None:
    text = text_for(told, "")

    whole = [pair for pair in told.constraints if parts.on_a_line(f"- ({pair[0]}) {pair[1]}") in text]
    if len(whole) < len(told.constraints):
        assert "more, all of them in /project/wiki/constraints.md: read them there" in text


@given(st.text(), st.sampled_from(["codex", "claude-code", ""]), st.sampled_from([*EVENTS, "PreCompact", "Stop"]))
def test_no_text_can_be_taken_for_json_nor_grow_too_long(text: str, agent: str, name: str) -> None:
    said = reply.form(HookEvent({"hook_event_name": name, "agent": agent}), text * 9).decode("utf-8")

    assert len(said) <= 10_000
    if agent == "codex" and said:
        assert set(json.loads(said)) == {"hookSpecificOutput"}
        assert name in EVENTS
    elif said:
        assert said[0] not in "[{"


@pytest.mark.parametrize("line", ["plain words of a map\n", 'he said "no"\n', "浇水\n"])
def test_a_line_for_the_person_beside_it_keeps_the_whole_within_the_cap(line: str) -> None:
    event = HookEvent({"hook_event_name": "UserPromptSubmit", "agent": "claude-code"})

    said = reply.form(event, line * 2_000, "n" * 300).decode("utf-8")

    assert len(said) <= 9_500
    assert line.strip() in json.loads(said)["hookSpecificOutput"]["additionalContext"]
    assert json.loads(said)["systemMessage"] == "n" * 300


def test_constraints_stand_above_the_next_step_and_forty_fit() -> None:
    told = Parts()
    told.map_path, told.map_written = "/p/RESTORE-MAP.md", 2e9 - 60
    told.constraints = [("must", f"Never touch table {i} without a word from its owner.") for i in range(40)]
    told.next_step, told.protocol = ["- Wait for the owner's yes on plan 3"], rules.template("protocol.md")

    text = text_for(told, "")

    assert all(f"- (must) {words}" in text for _, words in told.constraints)
    assert text.index("table 39") < text.index("plan 3")
    assert "60 seconds ago" in text


@pytest.mark.parametrize(("minutes", "said"), [(3, False), (20, True), (3 * 60, True), (3 * 24 * 60, True)])
def test_work_after_the_map_is_named(minutes: int, said: bool) -> None:
    told = Parts()
    told.map_path, told.map_written = "/p/RESTORE-MAP.md", 2e9 - 60 * minutes

    text = text_for(told, "", transcript="/t/session.jsonl")

    assert ("of work came after it" in text) is said
    assert ("/t/session.jsonl" in text) is said


def test_without_a_map_that_is_said_plainly() -> None:
    told = Parts()
    told.trouble = "no-map"

    text = text_for(told, "")

    assert "There is no restore map (no-map)" in text[:400]
    assert "Restore map:" not in text


def test_another_session_id_and_earlier_debts_are_named() -> None:
    text = text_for(
        Parts(), "", moved=("aaa", "bbb"), unfinished=["- the restore from /old/MAP.md"], tail="/h/aaa-1.md"
    )

    assert "begun in session aaa; this is session bbb" in text
    assert "/old/MAP.md" in text
    assert text.endswith("/h/aaa-1.md")


@given(told=all_parts())
def test_parts_come_back_as_they_were(told: Parts) -> None:
    again = parts.unpacked(json.loads(json.dumps(parts.packed(told))))

    assert parts.packed(again) == parts.packed(told)


@given(st.dictionaries(st.sampled_from(Parts.__slots__), st.recursive(st.none() | st.integers() | st.text(), st.lists)))
def test_parts_of_any_form_are_read(values: dict[str, object]) -> None:
    found = parts.unpacked(values)

    assert isinstance(found.map_path, str)
    assert all(isinstance(line, str) for line in found.reading)

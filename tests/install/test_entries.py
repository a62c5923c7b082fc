"""Our entries as text among other text: nothing but them ever changes."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from distill.agents.client import Subscription
from distill.agents.clients import CLIENTS
from distill.errors import ConfigError
from distill.install import entries, splice
from distill.install.json_text import children, decoded, skip

PATH = Path("settings.json")
COMMAND = "/opt/py/bin/python -I -S /opt/lib/distill/hooks/shim.py"
CLAUDE, CODEX = CLIENTS["claude-code"].subscriptions, CLIENTS["codex"].subscriptions

names = st.text(st.characters(codec="utf-8", exclude_categories=["Cs"]), max_size=8)
values = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**9), 10**9) | names,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(names, inner, max_size=3),
    max_leaves=8,
)
handlers = st.fixed_dictionaries({"type": st.just("command"), "command": names})
groups = st.fixed_dictionaries(
    {"hooks": st.lists(handlers, max_size=2)}, optional={"matcher": st.sampled_from(["compact", "*", "x|y"])}
)
events = st.sampled_from(["SessionStart", "PreCompact", "PostCompact", "Stop"])
hooks = st.dictionaries(events, st.lists(groups, max_size=3), max_size=4)
objects = st.builds(
    lambda before, mine, after: {**before, **mine, **after},
    st.dictionaries(names, values, max_size=3),
    st.just({}) | st.fixed_dictionaries({"hooks": hooks}),
    st.dictionaries(names, values, max_size=3),
)


@st.composite
def texts(draw: st.DrawFn) -> str:
    """Write settings in the ways in which people and programs write them."""
    indent = draw(st.sampled_from([None, 0, 1, 2, 4, "\t"]))
    tight = indent is None and draw(st.booleans())
    text = json.dumps(
        draw(objects), indent=indent, ensure_ascii=draw(st.booleans()), separators=(",", ":") if tight else None
    )
    text = text.replace("\n", draw(st.sampled_from(["\n", "\r\n"])))
    return draw(st.sampled_from(["", "\n", " "])) + text + draw(st.sampled_from(["", "\n", "\r\n\n"]))


@given(text=texts(), wanted=st.sampled_from([CLAUDE, CODEX]))
def test_what_is_put_in_comes_out_again_to_the_byte(text: str, wanted: tuple[Subscription, ...]) -> None:
    new = entries.add(text, wanted, COMMAND, PATH)

    assert entries.remove(new, json.loads(text)) == text


@given(text=texts(), wanted=st.sampled_from([CLAUDE, CODEX]))
def test_only_our_groups_are_added_and_only_behind_the_others(text: str, wanted: tuple[Subscription, ...]) -> None:
    old, new = json.loads(text), json.loads(entries.add(text, wanted, COMMAND, PATH))

    for subscription in reversed(wanted):
        group = new["hooks"][subscription.event].pop()
        assert group.get("matcher", "") == subscription.matcher
        assert group["hooks"] == [{"type": "command", "command": COMMAND, "timeout": 10}]
    for event in {subscription.event for subscription in wanted} - set(old.get("hooks", {})):
        assert new["hooks"].pop(event) == []
    if "hooks" not in old:
        assert new.pop("hooks") == {}
    assert json.dumps(new) == json.dumps(old)  # the order of the keys too


@given(text=texts(), wanted=st.sampled_from([CLAUDE, CODEX]))
def test_a_second_time_changes_nothing(text: str, wanted: tuple[Subscription, ...]) -> None:
    once = entries.add(text, wanted, COMMAND, PATH)

    assert entries.add(once, wanted, COMMAND, PATH) == once


@given(text=texts(), key=names.filter(lambda k: k != "hooks"), value=values)
def test_what_others_add_after_us_stays(text: str, key: str, value: object) -> None:
    mine = entries.add(text, CODEX, COMMAND, PATH)
    theirs = splice.append(mine, skip(mine, 0), value, key=key)

    rest = json.loads(entries.remove(theirs, json.loads(text)))

    assert rest == {**json.loads(text), key: value}


@given(text=texts())
def test_another_interpreter_replaces_the_command_in_its_place(text: str) -> None:
    old = entries.add(text, CODEX, COMMAND, PATH)
    other = "'/new py/bin/python' -I -S '/new py/distill/hooks/shim.py'"

    new = entries.add(old, CODEX, other, PATH)

    assert new == old.replace(json.dumps(COMMAND), json.dumps(other))
    assert new.count(other) == len(CODEX)


def test_an_inline_list_in_an_indented_file_stays_inline() -> None:
    text = '{\n    "hooks": {\n        "SessionStart": [{"hooks": []}]\n    }\n}\n'

    new = entries.add(text, CLAUDE[:1], COMMAND, PATH)

    assert new.startswith('{\n    "hooks": {\n        "SessionStart": [{"hooks": []}, {"matcher": "compact", ')
    assert new.count("\n") == text.count("\n")


def test_our_entry_beside_anothers_in_one_group_is_taken_out_alone() -> None:
    text = json.dumps({"hooks": {"Stop": [{"hooks": [{"command": "a"}, {"command": COMMAND}, {"command": "b"}]}]}})

    assert json.loads(entries.remove(text, {})) == {
        "hooks": {"Stop": [{"hooks": [{"command": "a"}, {"command": "b"}]}]}
    }


@pytest.mark.parametrize(
    ("command", "mine"),
    [
        (COMMAND, True),
        ("'/a b/it'\"'\"'s/python' -I -S '/a b/distill/hooks/shim.py'", True),
        ('"C:/Program Files/Py/python.exe" -I -S "C:/x/distill/hooks/shim.py"', True),
        ("/venv/bin/distill-hook", True),
        ("/opt/other/hooks/session_start.py", False),
        ("/opt/mydistill/hooks/shim.py", False),
        ("echo distill/hooks/shim.py.bak", False),
        ("cat 'unbalanced", False),
        ("", False),
        (None, False),
    ],
)
def test_only_commands_that_start_our_hook_are_ours(command: object, mine: bool) -> None:
    assert entries.is_ours(command) is mine


@pytest.mark.parametrize("matcher", ["", "*", "compact", "startup|compact"])
def test_an_entry_of_ours_that_covers_the_event_is_enough(matcher: str) -> None:
    text = json.dumps({"hooks": {"SessionStart": [{"matcher": matcher, "hooks": [{"command": COMMAND}]}]}})

    assert entries.add(text, CLAUDE[:1], COMMAND, PATH) == text


@pytest.mark.parametrize("matcher", ["startup", "Compact", "precompact"])
def test_an_entry_of_ours_that_misses_the_event_is_not(matcher: str) -> None:
    text = json.dumps({"hooks": {"SessionStart": [{"matcher": matcher, "hooks": [{"command": COMMAND}]}]}})

    assert len(entries.find(entries.add(text, CLAUDE[:1], COMMAND, PATH))) == 2


@pytest.mark.parametrize("hooks", [[], "x", {"SessionStart": {}}, {"SessionStart": "x"}])
def test_another_form_of_hooks_is_refused(hooks: object) -> None:
    with pytest.raises(ConfigError, match="nothing was changed"):
        entries.add(json.dumps({"hooks": hooks}), CLAUDE, COMMAND, PATH)


def test_of_two_members_with_one_name_the_last_counts() -> None:
    text = '{"hooks": {"Stop": []}, "hooks": {"SessionStart": []}}'

    new = entries.add(text, CLAUDE[:1], COMMAND, PATH)

    assert new.startswith('{"hooks": {"Stop": []}, "hooks": {"SessionStart": [{')
    assert entries.remove(new, json.loads(text)) == text


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b'{\n "a": 1,\n}', "line 2, column 8: a comma with nothing behind it"),
        (b'{"a": [1, 2,]}', "line 1, column 12: a comma"),
        (b'{\n // x\n "a": 1}', "line 2, column 2: a comment"),
        (b'{"a": 1 /* x */}', "line 1, column 9: a comment"),
        (b'\xef\xbb\xbf{"a": 1}', "line 1, column 1: a byte order mark"),
        (b'{"a":\n "\xff"}', "line 2, column 3: a byte that is not UTF-8"),
        (b'{"a": 1 "b": 2}', "line 1, column 9: expecting"),
        (b'{"a": NaN}', "not JSON that every client can read"),
        (b"[" * 100_000, "not JSON that every client can read"),
        (b"[1]", "no JSON object"),
    ],
)
def test_a_refusal_names_the_place(data: bytes, said: str) -> None:
    with pytest.raises(ConfigError, match=said) as caught:
        decoded(data, PATH)
    assert "settings.json" in str(caught.value)
    assert "othing was changed" in str(caught.value)


def test_places_are_those_of_the_text() -> None:
    text = '{ "a" : [1, "ü"] , "b":{} }'

    first, second = children(text, 0)

    assert (first.key, text[first.at : first.end], second.key, text[second.at : second.end]) == (
        "a",
        '[1, "ü"]',
        "b",
        "{}",
    )
    assert [text[c.start : c.end] for c in children(text, first.at)] == ["1", '"ü"']

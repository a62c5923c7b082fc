"""Plain lines of a front matter are read without YAML, and mean what they mean to YAML."""

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from distill.pages import yaml_source

VALUES = [
    "", "word", "2026-10-18T18:21:07Z", "'it''s: #1'", "''", "../maps/2026-10-18-lead@rig-5243fdcd.md", "[]", "{}",
    "0.0072",
    "[seat/lead@rig, ticket/RIG-9, 'a, b', 'x]']", "{github-token: 1, email: 2}", "distill@1a2b3c4d",
    "claude-haiku-5-5",
    "~", "null", "a: b", "a #b", "#b", "- x", "[a, [b]]", "[a,b]", "[a, ]", "{a: }", "'open", "*x", "&x y", "!x y", "|",
    ">",
    "a  b", " two", "end ", "@x", "`x", "%x", "...", "--- x", "...x", "[a: b]", "x:", "a:b", "é ü", "[- x]", ".", "/",
]  # fmt: skip


def value_of(node):
    match node:
        case yaml.ScalarNode():
            return node.value
        case yaml.SequenceNode():
            return [value_of(item) for item in node.value]
        case yaml.MappingNode():
            return [(value_of(key), value_of(value)) for key, value in node.value]


def by_yaml(source):
    root = yaml.compose(source, Loader=yaml.SafeLoader)
    return {key.value: value_of(value) for key, value in root.value}


def same(source):
    plain = yaml_source.plain_entries(source)
    if plain is None:
        return False
    assert {key: value_of(entry.node) for key, entry in plain.items()} == by_yaml(source), source
    return True


@pytest.mark.parametrize("value", VALUES)
def test_a_value_is_what_yaml_reads(value):
    same(f"before: x\nkey: {value}\nafter: y" if value else "before: x\nkey:\nafter: y")


def test_what_the_page_writer_writes_is_plain():
    assert all(same(f"key: {value}".rstrip(" ")) for value in VALUES[:13])


@given(st.lists(st.text(alphabet="ab1 :#'\",[]{}-.&*!|>@é/+~_\t\\", max_size=14), min_size=1, max_size=3))
def test_any_value_is_what_yaml_reads_or_left_to_yaml(values):
    same("\n".join(f"k{number}: {value}" for number, value in enumerate(values)))


@given(st.text(alphabet="ab:'[]{}, \n-#", max_size=24))
def test_any_text_is_what_yaml_reads_or_left_to_yaml(text):
    same(text)

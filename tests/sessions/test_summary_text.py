"""A summary's own words, without the client's around them."""

import pytest

from distill.sessions.markup import code, embedded, first_bytes, quoted, within
from distill.sessions.summary_text import words_of


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ("plain", "plain"),
        ("<analysis>\nthoughts\n</analysis>\n\n<summary>\nwords\n</summary>", "words"),
        ("Another language model started to solve this problem and so on. Use it:\n# State\nx", "# State\nx"),
        ("Summary:\nwords\n\nIf you need specific details from before compaction, read it", "words"),
        ("1. Current Work:\n   - a\n     - b\n", "# 1. Current Work\n\n- a\n  - b"),
        ("", ""),
    ],
)
def test_only_the_own_words_are_kept(given: str, words: str) -> None:
    assert words_of(given) == words


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("# A\n## B\n###### C\n#x", ["### A", "#### B", "###### C", "#x"]),
        ("Title\n=====\ntext\n\n---\nmore", ["### Title", "", "text", "", "---", "more"]),
        ("```\n# not one", ["```", "# not one", "```"]),
        ("~~~~\n```\n# not one", ["~~~~", "```", "# not one", "~~~~"]),
        ("- ```\n## B", ["- ```", "#### B"]),
        ("---\na: b\n---\n# A", ["---", "a: b", "---", "### A"]),
    ],
)
def test_headings_go_below_and_open_fences_are_closed(text: str, lines: list[str]) -> None:
    assert embedded(text, 2) == lines


def test_a_fence_that_is_closed_is_not_closed_again() -> None:
    assert embedded("~~~py\n```\n~~~\n# A", 2) == ["~~~py", "```", "~~~", "### A"]


def test_a_comment_cannot_swallow_what_follows() -> None:
    assert embedded("<!-- hidden", 2) == ["&lt;!-- hidden"]


def test_quotes_and_code_spans_hold_any_text() -> None:
    assert quoted("a\n\n# b") == ["> a", ">", "> # b"]
    assert code("a`b") == "`a'b`"


def test_bounds_are_in_bytes() -> None:
    assert first_bytes("é\né\né", 5) == "é"
    assert first_bytes("ééé", 5) == "éé"
    assert [v for v, _ in within(["aa", "é", "bb"], 6, lambda v: [v])] == ["aa", "é"]

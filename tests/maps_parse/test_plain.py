"""Inline Markdown to plain text with code spans."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from distill.maps.decode import normalise
from distill.maps.plain import has_strike, plain


@pytest.mark.parametrize(
    ("markdown", "text"),
    [
        ("**bold** and *it* and _it_ and ~~gone~~", "bold and it and it and gone"),
        ("**`x` and** `**kept**`", "`x` and `**kept**`"),
        ("[label](https://a.example/x 't') and [js](javascript:alert(1))", "label and js"),
        ("![alt text](data:text/html;base64,PHN2Zz4=) after", "alt text after"),
        ("see <https://a.example/b>", "see https://a.example/b"),
        ("a<br>b<br/>c", "a b c"),
        ("<script>alert(1)</script> stays", "<script>alert(1)</script> stays"),
        ("3 of 5 &nbsp; &mdash; see", "3 of 5 — see"),
        ("a <!-- note --> b", "a b"),
        (r"\*not\* \_em\_ C:\dir", "*not* _em_ C:\\dir"),
        ("`__init__.py`, __init__ and ().__class__.__base__", "`__init__.py`, __init__ and ().__class__.__base__"),
        ("snake_case_name and a_b_c", "snake_case_name and a_b_c"),
        ("2 * 3 * 4", "2 * 3 * 4"),
        ("[HBR-33] blocks [HBR-34 beta]", "[HBR-33] blocks [HBR-34 beta]"),
        ("wrapped\n   line", "wrapped line"),
        ("第一行\n第二行", "第一行第二行"),
        ("`` a`b ``", "`` a`b ``"),
        ("unmatched ` tick", "unmatched ` tick"),
        ("", ""),
    ],
)
def test_markers_go_and_words_stay(markdown: str, text: str) -> None:
    assert plain(markdown) == text


@pytest.mark.parametrize(
    ("markdown", "struck"), [("~~old~~ ✅", True), ("**~~old~~** x", True), ("new ~~old~~", False)]
)
def test_struck_items_are_told(markdown: str, struck: bool) -> None:
    assert has_strike(markdown) is struck


@given(st.text(alphabet=st.sampled_from("ab `*_~<>&;[]()!\\-#\n1"), max_size=80))
def test_plain_text_is_one_line_without_blanks_around(markdown: str) -> None:
    text = plain(normalise(markdown))
    assert "\n" not in text
    assert text == text.strip()
    assert "\x00" not in text


@pytest.mark.parametrize(
    "text", ["`" * 100_000, "**a " * 30_000, "[a](" * 30_000, "![" * 50_000, "<!--" * 50_000, "\\" * 100_000]
)
def test_hostile_text_takes_no_long_time(text: str) -> None:
    start = time.process_time()
    plain(text)
    assert time.process_time() - start < 3

"""What counts as one word, and when a run of words stands in a text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from distill.search.tokens import LONGEST, normal, stored, tokens


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("RIG-9: see #58.", "rig - 9 see # 58"),
        ("src/a_b.py,", "src / a _ b . py"),
        ("lead@lantern · gpt:latest", "lead @ lantern gpt : latest"),
        ("end. Then - so", "end then so"),
        ("--dry-run C++ C#", "- - dry - run c + c #"),
        ("修复RIG-37队", "修 复 rig - 37 队"),
        ("取り消し ﾃｽﾄ", "取 り 消 し テ ス ト"),
        ("압축 이후", "압 축 이 후"),
        ("Ёлка МОЙ", "елка мой"),
        ("Café Straße ＡＢＣ", "cafe strasse abc"),
        ("كِتَابٌ أحمد", "كتاب احمد"),
        ("שָׁלוֹם", "שלום"),
        ("co\u00adop\u2011art", "coop - art"),
        ("ok\U0001f600ok", "ok ok"),
        ("… — ()", ""),
    ],
)
def test_tokens(text, expected):
    assert tokens(text) == expected.split()


@given(st.text())
def test_normal_text_stays_as_it_is(text):
    once = normal(text)
    assert normal(once) == once
    assert tokens(once) == tokens(text)
    assert all(0 < len(token) <= LONGEST for token in tokens(text))


@given(st.text(alphabet="aZ0_-./#@:+~$%&=\\ ,é修", max_size=40))
def test_ascii_and_other_text_are_parted_alike(text):
    """A foreign letter elsewhere in a line must not change what its ids are."""
    assert tokens(f"{text} é")[:-1] == tokens(text)


@given(st.lists(st.text(min_size=1, max_size=5), max_size=8))
def test_stored_tokens_hold_no_sign_that_sqlite_would_part(texts):
    found = [token for text in texts for token in tokens(text)]
    written = stored(found)
    assert written.split(" ") == [each for each in written.split(" ") if each] or not found
    assert len(written.split(" ")) == len(found) or not found
    assert all(char.isalnum() or char == " " or not char.isascii() for char in written)

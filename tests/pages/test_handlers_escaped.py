"""Text that names an event handler is shown, and holds no handler as a browser would write it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from distill.pages.escape import escape, escape_markup, unescape, unescape_markup


@pytest.mark.parametrize(
    "text", ["<img src=x onerror=alert(1)>", "onclick='x'", "a ONLOAD=x", "say onerror= twice onerror="]
)
def test_no_handler_stands_as_it_is_run(text: str) -> None:
    for made in (escape(text), escape_markup(text)):
        assert "onerror=" not in made.lower()
        assert "onclick=" not in made.lower()
        assert "onload=" not in made.lower()
    assert unescape(escape(text)) == text
    assert unescape_markup(escape_markup(text)) == text


@given(st.from_regex(r"[ a-z<&`]{0,8}on[a-z]{2,8}=?[ a-z<&`=]{0,8}", fullmatch=True))
def test_it_comes_back(text: str) -> None:
    assert unescape(escape(text)) == text
    assert unescape_markup(escape_markup(text)) == text

"""A map that names part of a secret, or writes it with escapes, still gets its page, without the part."""

import made_secrets
import pytest

from distill import pipeline
from distill.redaction import verify

VALUE = made_secrets.made(40, "partial")
TOKEN = "ghp" + "_" + made_secrets.made(36, "partial token")


@pytest.mark.parametrize(
    "text",
    [
        f"API_KEY={VALUE}\nthe key ends in …{VALUE[-8:]}",
        f"API_KEY={VALUE}\nthe key starts with {VALUE[:14]}",
        f"API_KEY={VALUE}\nthe middle is {VALUE[10:30]} and again {VALUE[12:28]}",
        f"{TOKEN} and as an editor writes it ghp\\_{TOKEN[4:]}",
        f"password: Ab\\_c9{VALUE[:9]} x",
        f"password: Ab&amp;c9{VALUE[:9]} x",
        "https://a:b@" * 20,
    ],
    ids=["end", "start", "middle", "escaped-token", "escaped-password", "entity", "nested-addresses"],
)
def test_nothing_of_it_is_left_and_nothing_is_refused(text: str) -> None:
    source = pipeline.redacted_source(f"# Map\n\n- done #12\n{text}\n\nafter it\n")

    assert "done #12" in source.text
    assert "after it" in source.text
    assert verify.leaks(source.text, source) == ()
    for value in (VALUE, TOKEN[4:]):
        assert made_secrets.left_of(value[12:], source.text) == []

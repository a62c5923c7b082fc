"""What looks like a key never passes the hooks' own look, and words do."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from worlds import github_token, random_text

from distill.compaction import shape


@pytest.mark.parametrize(
    "make",
    [
        github_token,
        lambda: "sk-" + "ant-api03-" + random_text(60),
        lambda: "AK" + "IA" + random_text(16, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"),
        lambda: random_text(40, "0123456789abcdef"),
        lambda: "xox" + "b-" + random_text(12, "0123456789") + "-" + random_text(24),
        lambda: random_text(32),
    ],
    ids=["github", "anthropic", "aws", "hex", "slack", "mixed"],
)
def test_a_value_in_a_vendors_form_is_hidden(make: object) -> None:
    for text in ("fix: use {}", "{}", "see https://x.test/?t={}", "(`{}`)", "TOKEN={}"):
        value = make()  # type: ignore[operator]
        shown = shape.masked(text.format(value))
        assert value not in shown
        assert value[-16:] not in shown


@pytest.mark.parametrize(
    "text", ["password={}", "set DB_PASSWORD: {} now", "api-key: {}", "postgres://me:{}@db.test/x"]
)
def test_what_stands_where_a_password_would_stand_is_hidden(text: str) -> None:
    assert "hunter2" not in shape.masked(text.format("hunter2"))


@pytest.mark.parametrize(
    "text",
    [
        "Merge pull request #39 from me/rain-skip",
        "feat(orders): one outbox table, 4be19c7",
        "Никогда не менять продакшен",
        "本番データベースを変更しないこと。",
        "Revert 3f2a91c0: keep Python 3.11",
        "Never push to `main`; every change goes through a pull request.",
        "docs: see https://example.test/a/b?c=d#e",
        "internationalization of v2.10.3",
    ],
)
def test_words_ids_and_addresses_pass(text: str) -> None:
    assert shape.masked(text) == text


@given(st.text(), st.integers(1, 200))
def test_a_quotation_is_one_line_within_its_length(text: str, most: int) -> None:
    said = shape.quoted(text, most)

    assert "\n" not in said
    assert len(said) <= most + 2
    assert said.count('"') == 2

"""A page's title says what happened, in at most 100 characters."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from distill.model import Accomplishment, Digest, Lines, OpenItem
from distill.pages.headline import LIMIT, NOTHING, headline

AT = Lines(1, 2)


def digest(*done, own="", left=()):
    return Digest(
        accomplished=tuple(Accomplishment(text=text, lines=AT) for text in done),
        open_items=tuple(OpenItem(text=text, lines=AT) for text in left),
        headline=own,
    )


@pytest.mark.parametrize(
    ("own", "done", "expected"),
    [
        ("PRs merged: 21 (#39–#58); RIG-9 in planning", (), "21 PRs merged (#39–#58); RIG-9 in planning"),
        ("Pull requests merged: 2; X-1", ("Merged #31 and #36",), "2 PRs merged (#31–#36); X-1"),
        ("Pull requests merged: 1", ("Merged owner/repo#4", "Merged #7"), "1 PR merged (#7)"),
        ("Pull requests merged: 3", ("Merged #31 and #36",), "3 PRs merged"),
        ("PRs merged: 1,200 in all", (), "PRs merged: 1,200 in all"),
        ("Pull requests merged: 4.5", (), "Pull requests merged: 4.5"),
    ],
)
def test_a_total_of_pull_requests_is_said_in_words(own, done, expected):
    assert headline(digest(*done, own=own)) == expected


def test_sentences_end_without_a_stop_of_any_script():
    assert headline(digest("合并了 #61。", left=["LTS-45：修复。"])) == "合并了 #61; open: LTS-45：修复"
    assert headline(digest("Fixed the leak ✅")) == "Fixed the leak"


@pytest.mark.parametrize(
    "unseen", ["\u200b", "\u2060\u200d", "\u3164", "\u2800 \u2800", "\u202e", "\ufe0f", "\x07", " `` "]
)
def test_a_title_is_something_to_be_seen(unseen):
    assert headline(digest(own=unseen)) == NOTHING
    assert headline(digest(unseen, own=unseen, left=["RIG-9 waits"])) == "RIG-9 waits"
    for seen in ("🎉", "…", "#", "修复"):
        assert headline(digest(own=seen)) == seen


@settings(deadline=None)
@given(st.text(max_size=300), st.lists(st.text(max_size=200), max_size=3), st.lists(st.text(max_size=200), max_size=3))
def test_a_title_is_never_empty_or_too_long(own, done, left):
    for title in (headline(digest(*done, own=own, left=left)), headline(digest(*done, own=f"PRs merged: 7{own}"))):
        assert 0 < len(title) <= LIMIT

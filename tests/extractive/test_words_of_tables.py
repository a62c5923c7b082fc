"""The look at the beginnings of words hides no match, and dated or leaning statements are read together."""

import pytest
import reference_set
from hypothesis import given, settings
from hypothesis import strategies as st

from distill.engines.extractive.beginnings import lowered, of_entries
from distill.engines.extractive.engine import digest_of
from distill.engines.extractive.newest import date_in
from distill.engines.extractive.rules import rules_for

LANGUAGES = ("ar", "de", "en", "es", "fr", "he", "it", "ja", "ko", "pt", "ru", "zh")
SENTENCES = sorted({line for name in reference_set.names() for line in reference_set.text_of(name).split("\n") if line})


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_match_is_overlooked_in_the_reference_set(language: str) -> None:
    tables = rules_for(frozenset({language}))
    for name, words in tables.items():
        overlooked = [one for one in SENTENCES if found(words, one) and not words.search(one)]
        assert overlooked == [], name


@settings(deadline=None)
@given(st.text(max_size=60), st.sampled_from(SENTENCES), st.sampled_from(LANGUAGES))
def test_no_match_is_overlooked_in_any_text(noise: str, sentence: str, language: str) -> None:
    text = f"{noise}{sentence}{noise}".upper()
    tables = rules_for(frozenset({"en", language}))
    assert [name for name, words in tables.items() if found(words, text) and not words.search(text)] == []


def found(words, text):
    return words.pattern.search(text if words.cased else lowered(text))


@pytest.mark.parametrize(
    ("entry", "begins"),
    [
        ("merged\\b", {"mer"}),
        ("to-?do", {"to"}),
        ("(?:un|re)?solved", {"uns", "res", "sol"}),
        ("\\w+ed\\b", None),
        ("[:,] open", None),
        ("überholt", {"übe", "ueb"}),
    ],
)
def test_beginnings_are_read_off_an_entry(entry: str, begins: set[str] | None) -> None:
    assert of_entries([entry], word_start=True) == begins


@pytest.mark.parametrize(
    ("heading", "date"),
    [("2026-01-20", "2026-01-20"), ("Stand 7.3.2026", "2026-03-07"), ("2026/5/1 朝", "2026-05-01"), ("Phase 2", "")],
)
def test_dates_of_headings_are_read(heading: str, date: str) -> None:
    assert date_in(heading) == date


def test_the_newest_state_of_an_item_wins() -> None:
    old = "## 2026-01-19\n\n- AB-1 parser still open\n- unit switch still open\n- AB-3 waits for the board\n"
    new = "## 2026-01-20\n\n- AB-1 parser merged as #4\n- Added the unit switch for the panel\n"
    digest = digest_of(f"# Log\n\n{new}\n{old}")
    assert [item.text for item in digest.open_items] == ["AB-3 waits for the board"]
    assert len(digest.accomplished) == 2


def test_a_sentence_that_leans_stands_with_the_one_before() -> None:
    told = "The reader at gate C is still broken. It needs a spare part that takes two weeks to arrive."
    text = f"# T\n\n## Kiosk\n\n{told}\n"
    (item,) = digest_of(text).open_items
    assert item.text.endswith("It needs a spare part that takes two weeks to arrive.")


def test_a_status_column_wins_below_rules() -> None:
    head = "| Rule | Finds | State |\n|---|---|---|\n"
    table = f"{head}| R1 | doubles | done |\n| R2 | stale prices | half done, needs a cache |\n"
    digest = digest_of(f"# T\n\n## Rules\n\n{table}")
    assert [item.text for item in digest.accomplished] == ["R1 · doubles · done"]
    assert [item.text for item in digest.open_items] == ["R2 · stale prices · half done, needs a cache"]

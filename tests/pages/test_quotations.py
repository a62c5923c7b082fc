"""Which marks and sources are taken away from a quotation, and which words stay."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from distill.constraints import light
from distill.constraints.entry import Entry, mark, render
from distill.model import Constraint, Lines
from distill.pages.bullet import bullet
from distill.pages.quotation import bare
from distill.pages.text import one_line

SAID = "Never force-push main."
MARKS = ('""', "“”", "„“", "«»", "「」", "『』", "''", "\u2018\u2019", "„”", "»«")
SOURCES = (
    "(Ana, 2026-11-29)", "(2026-11-29)", "[Ana, 2026-11-29 14:02Z]", "(Ana, 29 Nov 2026).", "(Ana, Nov 29, 2026)",
    "(ana@lead 2026-11-29T14:02:11Z)", "(dev lead, 29.11.2026)", "\uff08ユーザー、2026年11月29日\uff09", "(the user)",
    "(@ana)",
)  # fmt: skip


@pytest.mark.parametrize("marks", MARKS)
@pytest.mark.parametrize("source", ["", *SOURCES])
def test_a_quotation_with_its_source_is_its_words(marks: str, source: str) -> None:
    assert bare(f"{marks[0]}{SAID}{marks[1]} {source}".strip()) == SAID


@pytest.mark.parametrize(
    "text",
    [
        f'"{SAID}" (until 2026-12-24)',
        f'"{SAID}" (Ana, only before 2026-12-24)',
        f'"{SAID}" (production)',
        f'"{SAID}" (Ana, 2026-11-29) and ask first',
        f'"{SAID}" means that (Ana, 2026-11-29)',
        f"{SAID} (Ana, 2026-11-29)",
        '"A" and "B"',
        '"A" and "B" (Ana, 2026-11-29)',
        'Never say "sure"',
        '"',
        '""',
    ],
)  # fmt: skip
def test_what_says_more_stays_whole(text: str) -> None:
    assert bare(text) == text


def test_an_apostrophe_ends_no_quotation() -> None:
    assert bare("'Don't push.' (Ana, 2026-11-29)") == "Don't push."


def test_marks_that_an_older_version_doubled_are_taken_away() -> None:
    assert bare(f'""{SAID}" (Ana, 2026-11-29)"') == SAID


@pytest.mark.parametrize("text", [f'"{SAID}" (production)', 'Never say "sure"', f'"{SAID}" (Ana, 2026-11-29)'])
def test_no_page_and_no_registry_doubles_a_mark(text: str) -> None:
    made = bullet(Constraint(text=text, lines=Lines(1, 1)))
    line = render(Entry(text=bare(text), since=date(2026, 11, 29)), mark(text))

    assert made is not None
    assert '""' not in made.text
    assert '""' not in line
    assert [one.text for one in light.lines(line)] == [bare(text)]


@given(st.text(max_size=60), st.sampled_from(MARKS), st.sampled_from(["", *SOURCES]))
def test_words_are_never_changed(text: str, marks: str, source: str) -> None:
    whole = one_line(f"{marks[0]}{text}{marks[1]} {source}")
    assert bare(whole) in whole

"""What a summary did to the constraints, on invented cases in twelve languages."""

import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from distill.constraints.compare import Fate, fates
from distill.constraints.entry import normal

CASES = tomllib.loads(Path(__file__).with_name("summaries.toml").read_text("utf-8"))["case"]
FLAT = [(case["constraint"], said, fate) for case in CASES for fate in Fate for said in case[fate]]
AROUND = "## State\n\nThe loop has run for 9 hours; nothing is blocked.\n\n- {}\n\n## Next\n\nRead the report."


@pytest.mark.parametrize("number", range(len(FLAT)))
def test_a_passage_is_judged(number: int) -> None:
    constraint, said, fate = FLAT[number]

    assert fates(said, [constraint]) == [fate], (constraint, said)


@pytest.mark.parametrize("number", range(len(FLAT)))
def test_a_passage_is_judged_among_others(number: int) -> None:
    constraint, said, fate = FLAT[number]

    assert fates(AROUND.format(said), [constraint]) == [fate], (constraint, said)


@given(st.sampled_from(CASES), st.text(max_size=100), st.text(max_size=100))
def test_what_stands_word_for_word_on_a_line_of_its_own_is_kept(case: dict[str, str], before: str, after: str) -> None:
    assert fates(f"{before}\n- {case['constraint']}\n{after}", [case["constraint"]]) == [Fate.KEPT]


@given(st.text(max_size=200).filter(lambda text: not normal(text)))
def test_an_empty_summary_dropped_all(summary: str) -> None:
    constraints = [case["constraint"] for case in CASES]

    assert set(fates(summary, constraints)) == {Fate.DROPPED}


@given(st.text(max_size=300), st.lists(st.text(min_size=1, max_size=60).filter(normal), max_size=5))
def test_any_text_is_judged(summary: str, constraints: list[str]) -> None:
    assert len(fates(summary, constraints)) == len(constraints)


def test_nine_of_ten_passages_are_judged_right_that_the_rules_were_not_made_for() -> None:
    cases = tomllib.loads(Path(__file__).with_name("summaries_held_out.toml").read_text("utf-8"))["case"]
    flat = [(case["constraint"], said, fate) for case in cases for fate in Fate for said in case[fate]]

    right = sum(fates(said, [constraint]) == [fate] for constraint, said, fate in flat)

    assert right / len(flat) >= 0.9

"""The offline estimate of tokens: within published bands, additive, linear, the same for the same text (HO01, HO02)."""

import json
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from worlds import REPOSITORY

from distill.tokens import estimate

HO01 = REPOSITORY / "tests/bugs/HO01"
BANDS = json.loads((HO01 / "bands.json").read_text("utf-8"))["files"]


@pytest.mark.parametrize("name", BANDS)
def test_ho01_each_script_lies_in_its_band(name: str) -> None:
    text = (HO01 / name).read_text("utf-8")

    assert BANDS[name]["min_tokens"] <= estimate(text) <= BANDS[name]["max_tokens"]
    assert estimate(text) == estimate(text)


@pytest.mark.parametrize(
    ("text", "counted"),
    [  # counted with the reconstructed tokenizer of the models of 2026
        ("The restore map lists what the next session has to read, in the order of its worth.\n" * 20, 459),
        ("这个项目的架构设计已经稳定，下一步是处理雨天的浇水计划。\n" * 20, 639),
        ("def total(rows):\n    return sum(int(row.value * 1000) for row in rows)\n" * 20, 579),
    ],
)
def test_known_counts_are_met_within_fifteen_per_cent(text: str, counted: int) -> None:
    assert abs(estimate(text) - counted) <= 0.15 * counted


def test_characters_by_four_is_far_too_low_where_this_is_not() -> None:
    text = (HO01 / "japanese.txt").read_text("utf-8")

    assert estimate(text) > 2.4 * len(text) / 4


def test_ho02_a_factor_goes_on_top() -> None:
    assert estimate("word " * 1000, factor=1.5) == pytest.approx(1.5 * estimate("word " * 1000), abs=1)


def test_nothing_is_no_token() -> None:
    assert estimate("") == 0


@given(st.text(max_size=300))
def test_any_text_has_an_estimate_between_nothing_and_four_a_character(text: str) -> None:
    assert 0 <= estimate(text) <= 4 * len(text) + 1


@given(st.text(max_size=100), st.text(max_size=100))
def test_two_texts_on_lines_of_their_own_cost_about_the_sum(one: str, other: str) -> None:
    together = estimate(f"{one}x\n\nx{other}")

    assert abs(together - estimate(f"{one}x") - estimate(f"x{other}")) <= 4


@pytest.mark.parametrize("piece", ["a", "A", "aB", " ", "1", "=", "`a", "\n", "漢", "🌱", "\x00", "é"])
def test_eight_times_the_text_costs_about_eight_times(piece: str) -> None:
    def once(size: int) -> float:
        started = time.process_time()
        estimate(piece * size)
        return time.process_time() - started

    def cost(size: int) -> float:
        return min(once(size) for _ in range(3))  # what else the machine does can only add to it

    assert cost(160_000) < 24 * max(cost(20_000), 0.002)


def test_the_weights_name_every_class() -> None:
    text = (
        Path(REPOSITORY / "distill/tokens.py").read_text("utf-8")
        + " AB\t\t--- é ж α א ع अ ა ก か 漢 한 — 、 → 🌱 \x01 Word wonderful"
    )

    assert estimate(text) > 0

"""What an answer costs."""

import math
from types import SimpleNamespace

import pytest

from distill.engines import reply
from distill.engines.prices import TokenCounts, cost_usd, usage

HAIKU = "claude-haiku-5-5"


@pytest.mark.parametrize(
    ("model", "counts", "cost"),
    [
        (HAIKU, TokenCounts(input=100_000, output=1_000_000), 0.01 + 0.50),
        (HAIKU, TokenCounts(input=100_001, output=1_000_000), 0.0500005 + 2.50),
        (HAIKU, TokenCounts(input=60_000, cache_read=40_001), (60_000 + 4_000.1) * 0.50 / 1e6),
        (HAIKU, TokenCounts(cache_write=8_000), 8_000 * 1.25 * 0.10 / 1e6),
        ("claude-haiku-5-5-20261007", TokenCounts(input=1_000), 0.0001),
        ("claude-haiku-4-5-20251001", TokenCounts(input=500_000, output=1_000), 0.505),
    ],
)
def test_the_price_depends_on_the_size_of_the_whole_prompt(model, counts, cost):
    assert cost_usd(model, counts) == pytest.approx(cost, abs=1e-6)


@pytest.mark.parametrize("model", ["", "claude-haiku-5", "claude-haiku-5-55", "claude-haiku-5-5-latest", "gpt"])
def test_a_model_without_a_known_price_costs_nobody_knows_what(model):
    assert cost_usd(model, TokenCounts(input=1)) is None


def test_ap16_cached_tokens_are_part_of_the_input():
    assert usage(HAIKU, TokenCounts(input=1, cache_write=2, cache_read=3, output=4)).input_tokens == 6


@pytest.mark.parametrize("said", [-5, 10**400, 2**63, float("nan"), float("inf"), "12", True, None])
def test_counts_that_nobody_can_have_used_are_not_believed(said):
    message = SimpleNamespace(usage=SimpleNamespace(input_tokens=said, output_tokens=7))

    used = reply.usage_of(message, HAIKU)

    assert 0 <= used.input_tokens <= reply.MOST_TOKENS
    assert used.output_tokens == 7
    assert used.cost_usd is not None
    assert math.isfinite(used.cost_usd)
    assert used.cost_usd >= 0

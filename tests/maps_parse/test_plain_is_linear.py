"""Plain text of long inline Markdown: code spans come back in their places, in one go."""

import time

from distill.maps.plain import plain


def cost(size: int) -> float:
    started = time.process_time()
    plain("`a` b " * size)
    return time.process_time() - started


def test_spans_stay_in_their_places() -> None:
    assert plain("`a` **b** `c` ` ` `d`") == "`a` b `c` ` ` `d`"


def test_twice_the_spans_cost_about_twice() -> None:
    cost(1_000)

    assert cost(40_000) < 16 * max(cost(5_000), 0.002)  # 8 times the input; a quadratic would be 64 times

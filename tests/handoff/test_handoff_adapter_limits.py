"""An adapter takes neither memory nor time beyond its limits."""

import time
import tracemalloc

from distill.handoff import adapter


def test_an_adapter_that_talks_without_end_is_no_answer_and_fills_no_memory() -> None:
    started = time.monotonic()
    tracemalloc.start()

    said = adapter.outline_from(["sh", "-c", "exec yes xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"], {}, seconds=8.0)

    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert said == ""
    assert most < 20 * adapter.MOST_ANSWER
    assert time.monotonic() - started < 6


def test_an_adapter_that_does_not_read_or_closes_early_still_answers() -> None:
    for reads in ("", "exec <&-;"):
        answer = f"{reads} printf '%s' '{{\"outline\": \"# Goal\"}}'"
        assert adapter.outline_from(["sh", "-c", answer], {"text": "x" * 300_000}, seconds=8.0) == "# Goal"


def test_an_adapter_that_fails_or_sleeps_is_no_answer() -> None:
    answer = "printf '%s' '{\"outline\": \"# Goal\"}'"
    assert adapter.outline_from(["sh", "-c", f"{answer}; exit 3"], {}, seconds=8.0) == ""
    assert adapter.outline_from(["sh", "-c", f"{answer}; sleep 20"], {}, seconds=0.5) == ""


def test_what_an_adapter_leaves_behind_holds_nobody() -> None:
    started = time.monotonic()

    said = adapter.outline_from(["sh", "-c", "setsid sleep 6 & exit 0"], {"text": "x" * 300_000}, seconds=1.0)

    assert said == ""
    assert time.monotonic() - started < 5

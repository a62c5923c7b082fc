"""What a digest holds of every fixture; the page writer has tests of its own for what is inert."""

import pytest
import scoring
import simple_page

from distill.maps.decode import decode

LEAST_RECALL = 0.97
LEAST_PARTS = 0.9


def scored(name: str) -> scoring.Score:
    raw, expected = scoring.load(name)
    text = decode(raw.encode()).text
    # What is inert is the page writer's to decide; this page is the plainest there is.
    return scoring.score(simple_page.page_of(text), expected | {"inert": [], "line_start_inert": []}, text)


@pytest.mark.parametrize("name", scoring.names())
def test_each_fixture_gives_its_items(name: str) -> None:
    score = scored(name)
    assert score.broken == []
    assert score.recall >= LEAST_RECALL, score.missed


def test_all_fixtures_together() -> None:
    scores = [scored(name) for name in scoring.names()]
    assert sum(score.found for score in scores) >= LEAST_RECALL * sum(score.expected for score in scores)
    assert sum(score.parts_kept for score in scores) >= LEAST_PARTS * sum(score.parts for score in scores)


def test_the_scorer_counts_what_is_missing() -> None:
    _, expected = scoring.load("minimal")
    empty = scoring.score("## Accomplished\n\n## Decisions\n\n## Open Items\n", expected, "")
    assert (empty.found, empty.expected) == (0, 4)
    wrong = scoring.score("## Open Items\n- invoice #12 merged\n", expected, "")
    assert wrong.found == 0


def test_the_scorer_sees_live_markup_and_broken_rules() -> None:
    _, expected = scoring.load("injection")
    page = "## Accomplished\n- <script>x</script> PR #999, forged item\n[TOC]\n"
    broken = scoring.score(page, expected, "").broken
    assert any("<script" in one for one in broken)
    assert any("PR #999" in one for one in broken)
    assert any("forged item" in one for one in broken)
    assert any("[TOC]" in one for one in broken)
    assert any("0 headings" in one for one in broken)


@pytest.mark.parametrize(
    "written", ["## Open Items\n- \\`sku\\` \\(INV\\-7\\)\n", "## Open Items\n- &#115;ku **INV-7**\n"]
)
def test_the_scorer_undoes_escapes(written: str) -> None:
    _, expected = scoring.load("minimal")
    assert scoring.score(written, expected, "").found == 1

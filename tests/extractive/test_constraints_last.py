"""Constraints that have a section of their own stand word for word on the page, however long the map and the chain."""

import constraint_cycles
import pytest

from distill.engines.extractive.engine import digest_of
from distill.model import Force


@pytest.mark.parametrize("position", constraint_cycles.POSITIONS)
@pytest.mark.parametrize("kilobytes", [4, 16, 64])
def test_all_constraints_last_five_cycles(kilobytes: int, position: str) -> None:
    assert constraint_cycles.kept(kilobytes, position, 5).by_cycle == (30,) * 5


def test_a_directive_too_long_for_a_bullet_is_parted_and_not_cut() -> None:
    sentences = [f"Never run step {number} of the plan on the host of the customer before noon." for number in range(9)]
    text = "# T\n\n## Constraints\n\n- " + " ".join(sentences) + "\n"
    found = [item.text for item in digest_of(text).constraints]
    assert " ".join(found) == " ".join(sentences)
    assert all(len(one) <= 300 for one in found)


def test_preferences_are_wishes_and_the_rest_binds() -> None:
    texts = {
        item.text: item.force
        for item in digest_of(constraint_cycles.map_of(constraint_cycles.ALL, 4, "top")).constraints
    }
    assert texts["The owner prefers short commit messages in the imperative."] is Force.SHOULD
    assert texts["Never push to `release/*` without a green `qa/full` check."] is Force.MUST

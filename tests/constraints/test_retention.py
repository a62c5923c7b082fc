"""No constraint is lost from compaction to compaction; the larger maps are measured in bench/retention.py."""

from pathlib import Path

import pytest
from constraint_cycles import ALL, CONSTRAINTS, POSITIONS
from constraint_rounds import rounds


def test_there_are_thirty_constraints_of_five_kinds() -> None:
    assert len(set(ALL)) >= 30
    assert len(CONSTRAINTS) == 5


@pytest.mark.parametrize("forgetful", [False, True])
@pytest.mark.parametrize("position", POSITIONS)
def test_every_constraint_is_delivered_word_for_word_after_five_compactions(
    tmp_path: Path, position: str, *, forgetful: bool
) -> None:
    found = rounds(tmp_path, 16, position, 5, forgetful=forgetful)

    assert [(one.registry, one.delivered) for one in found] == [(len(ALL), len(ALL))] * 5

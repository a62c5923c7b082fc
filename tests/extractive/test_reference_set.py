"""How much of what was labelled in documents of twelve languages a digest holds (all figures: bench/quality.py)."""

import pytest
import reference_set

KINDS = ("accomplished", "decisions", "open_items", "constraints")


def test_all_documents_together() -> None:
    found = reference_set.score()
    assert found.recall >= 0.93
    assert found.f1 >= 0.85
    assert {kind: found.recall_of(kind) for kind in KINDS if found.recall_of(kind) < 0.88} == {}
    assert found.left_empty >= 0.9 * found.empty
    assert found.doubled == 0


@pytest.mark.parametrize("part", reference_set.PARTS)
def test_each_part(part: str) -> None:
    found = reference_set.score(part)
    assert found.recall >= 0.8, found.missed
    assert found.f1 >= 0.8

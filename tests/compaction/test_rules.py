"""The continuity rules: ten, short, and chosen by name or by number."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from distill.compaction import rules


def test_there_are_ten_and_a_person_can_read_them_at_a_glance() -> None:
    texts = rules.texts(rules.SETS["full"])

    assert [text.partition(".")[0] for text in texts] == [str(n) for n in range(1, 11)]
    assert sum(map(len, texts)) < 1_500


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("full", tuple(range(1, 11))),
        ("minimum", (1, 2, 3, 7)),
        ("none", ()),
        ("1, 4", (1, 4)),
        ([7, 2, 2], (2, 7)),
        ([], ()),
        ("most", None),
        ("", None),
        ([0], None),
        ([11], None),
        ([True], None),
        (["1"], None),
        ("²", None),
        ("1,③", None),
        ("9" * 5_000, None),
        (3, None),
        (None, None),
    ],
)
def test_a_choice_is_a_set_or_a_list(said: object, expected: tuple[int, ...] | None) -> None:
    assert rules.chosen(said) == expected


@given(st.one_of(st.text(), st.lists(st.integers()), st.none(), st.dictionaries(st.text(), st.integers())))
def test_reading_a_choice_never_raises(said: object) -> None:
    chosen = rules.chosen(said)

    assert chosen is None or set(chosen) <= set(range(1, 11))

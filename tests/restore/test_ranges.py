"""The arithmetic of ranges, against sets of lines."""

import itertools

from hypothesis import given
from hypothesis import strategies as st

from distill.agents.transcripts.read_facts import Span
from distill.model import Lines
from distill.restore import ranges

pairs = st.lists(st.tuples(st.integers(1, 60), st.integers(1, 60)).map(lambda p: Lines(min(p), max(p))), max_size=12)
spans = st.lists(
    st.builds(Span, st.integers(-70, 70).filter(bool), st.one_of(st.none(), st.integers(-70, 70).filter(bool))),
    max_size=6,
)


def as_set(found: "list[Lines] | tuple[Lines, ...]") -> set[int]:
    return {line for one in found for line in range(one.first, one.last + 1)}


@given(pairs)
def test_a_union_holds_the_same_lines_sorted_and_parted_by_gaps(given_ranges: list[Lines]) -> None:
    found = ranges.union(given_ranges)

    assert as_set(found) == as_set(given_ranges)
    assert all(one.last + 1 < other.first for one, other in itertools.pairwise(found))
    assert ranges.count(given_ranges) == len(as_set(given_ranges))


@given(pairs, pairs)
def test_a_difference_is_that_of_the_sets(needed: list[Lines], covered: list[Lines]) -> None:
    found = ranges.minus(needed, covered)

    assert as_set(found) == as_set(needed) - as_set(covered)
    assert found == ranges.union(found)


@given(spans, st.integers(0, 60))
def test_spans_of_a_file_stay_inside_it(given_spans: list[Span], lines: int) -> None:
    every = range(1, lines + 1)
    wanted = set()
    for span in given_spans:
        first = span.first if span.first > 0 else lines + 1 + span.first
        last = lines if span.last is None else span.last if span.last > 0 else lines + 1 + span.last
        wanted |= {line for line in every if first <= line <= last}

    assert as_set(ranges.of_file(given_spans, lines)) == wanted


@given(pairs, st.integers(1, 60))
def test_reading_more_never_leaves_more_to_read(read: list[Lines], lines: int) -> None:
    whole = [Lines(1, lines)]
    missing = ranges.minus(whole, read)

    for cut in range(len(read)):
        assert as_set(missing) <= as_set(ranges.minus(whole, read[:cut]))

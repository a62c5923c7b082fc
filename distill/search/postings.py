"""On which pages the terms of a segment stand, and with what weight."""

from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from json.encoder import encode_basestring
from operator import sub

from distill.search.terms import HALVES

MOST_WEIGHT = 99
MOST_HALVES = MOST_WEIGHT * HALVES
BITS = 8
"""Of a place that are its weight in halves; the number of the page stands above them."""
LOW = (1 << BITS) - 1
ABOVE = ~LOW
WEIGHT = [min((halves + 1) // HALVES, MOST_WEIGHT) for halves in range(LOW + 1)]
"""Halves as they are written: rounded up."""


class Postings:
    """Takes in pages one by one."""

    def __init__(self) -> None:
        self._places: dict[str, int | array[int]] = {}
        """For each term its only place as a number, which most terms are content with, or all in their order."""
        self._pairs = _Pairs()

    def add(self, number: int, weights: Mapping[str, int]) -> None:
        """Take in the terms of a page, with their weights in halves; its number is higher than those before."""
        places, above = self._places, number << BITS
        for term, halves in weights.items():
            place = above + (halves if halves < MOST_HALVES else MOST_HALVES)  # noqa: FURB136 - the quicker of two, for each term
            found = places.get(term)
            if found is None:
                places[term] = place
            elif isinstance(found, int):
                places[term] = array("I", (found, place))
            else:
                found.append(place)

    def spread(self, terms_of: Callable[[str], Sequence[str]]) -> None:
        """Take what was taken in for texts of several terms each: a term stands wherever a text with it does.

        A text is looked at once in a segment and not once on each page, and most are on very many.
        """
        whole: dict[str, int | array[int]] = {}
        several: dict[str, list[int | array[int]]] = {}
        for text, places in self._places.items():
            for term in terms_of(text):
                if term not in whole:
                    whole[term] = places
                elif term in several:
                    several[term].append(places)
                else:
                    several[term] = [whole[term], places]
        for term, parts in several.items():
            whole[term] = _summed(parts)
        self._places = whole

    def terms(self) -> Iterable[str]:
        """Give all terms."""
        return self._places.keys()

    def written(self, terms: Iterable[str]) -> str:
        """Write terms as JSON, each with its pages, as distance from the one before, and its weights."""
        places, pairs = self._places, self._pairs
        return "{" + ",".join([f"{encode_basestring(term)}:{_row(places[term], pairs)}" for term in terms]) + "}"


class _Pairs(dict[int, str]):
    """Knows how distances with weights are written: nearly all are the same few hundred."""

    def __missing__(self, place: int) -> str:
        pair = self[place] = f"{place >> BITS},{WEIGHT[place & LOW]}"
        return pair


def _summed(parts: "Iterable[int | array[int]]") -> "array[int]":
    """Put places together; a page that is in several has the weights of all."""
    sums: dict[int, int] = {}
    for part in parts:
        for place in (part,) if isinstance(part, int) else part:
            number = place >> BITS
            sums[number] = sums.get(number, 0) + (place & LOW)
    return array("I", [(number << BITS) + min(sums[number], MOST_HALVES) for number in sorted(sums)])


def _row(places: "int | array[int]", pairs: _Pairs) -> str:
    if isinstance(places, int):
        return f"[{places >> BITS},{WEIGHT[places & LOW]}]"
    before = [0, *[place & ABOVE for place in places]]
    return f"[{','.join(map(pairs.__getitem__, map(sub, places, before)))}]"

"""On which pages the terms of a segment stand, and with what weight.

Pages are taken in by their texts between blanks, of which most are the same few thousand; what terms those hold is
asked once for all pages.
"""

from array import array
from operator import sub

from distill.search.record import Record
from distill.search.terms import HALVES, chunk_terms, page_chunks

MOST_WEIGHT = 99
MOST_HALVES = MOST_WEIGHT * HALVES
BITS = 8
"""Of a place that are its weight in halves; the number of the page stands above them."""
LOW = (1 << BITS) - 1
WEIGHT = [min((halves + 1) // HALVES, MOST_WEIGHT) for halves in range(LOW + 1)]
"""Halves as they are written: rounded up."""
Places = "int | array[int]"
"""Pages with weights in the order of their numbers; the only one by itself, which most texts are content with."""


class Postings:
    """Takes in pages one by one."""

    def __init__(self) -> None:
        self._chunks: dict[str, int | array[int]] = {}

    def add(self, number: int, page: Record) -> None:
        """Take in a page, whose number is higher than those before."""
        chunks, above = self._chunks, number << BITS
        for chunk, halves in page_chunks(page).items():
            place = above + (min(MOST_HALVES, halves))
            found = chunks.get(chunk)
            if found is None:
                chunks[chunk] = place
            elif isinstance(found, int):
                chunks[chunk] = array("I", (found, place))
            else:
                found.append(place)

    def by_term(self) -> "dict[str, list[int | array[int]]]":
        """Give the places of each term, and forget them."""
        terms: dict[str, list[int | array[int]]] = {}
        chunks = self._chunks
        while chunks:
            chunk, places = chunks.popitem()
            for term in chunk_terms(chunk):
                found = terms.get(term)
                if found is None:
                    terms[term] = [places]
                else:
                    found.append(places)
        return terms


def flat(found: "list[int | array[int]]") -> list[int]:
    """Write places as a segment has them: for each page its distance from the one before, and its weight."""
    if len(found) == 1:
        alone = found[0]
        if isinstance(alone, int):
            return [alone >> BITS, WEIGHT[alone & LOW]]
        numbers, weights = [place >> BITS for place in alone], [WEIGHT[place & LOW] for place in alone]
    else:
        halves = _summed(found)
        numbers = sorted(halves)
        weights = [WEIGHT[min(halves[number], MOST_HALVES)] for number in numbers]
    row = [0] * (2 * len(numbers))
    row[::2] = map(sub, numbers, [0, *numbers])
    row[1::2] = weights
    return row


def _summed(found: "list[int | array[int]]") -> dict[int, int]:
    """Add up the weights of a term that stands in more than one text."""
    halves: dict[int, int] = {}
    for places in found:
        for place in (places,) if isinstance(places, int) else places:
            number = place >> BITS
            halves[number] = halves.get(number, 0) + (place & LOW)
    return halves

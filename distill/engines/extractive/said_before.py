"""Whether other items say what an item says: they are found by its rarest words, not by a look at each of them."""

import re
from collections.abc import Iterable, Iterator
from itertools import islice
from math import ceil

_WORD = re.compile(r"\w+")
MOST = 0.75
HALF = 0.5
_MOST_COMPARED = 2000


def words_of(text: str) -> frozenset[str]:
    """Give the words of a text in small letters."""
    return frozenset(_WORD.findall(text.lower()))


class Told:
    """The words of the first items of a section."""

    def __init__(self, texts: Iterable[str]) -> None:
        """Take the texts; beyond the first 2,000 nobody reads a page."""
        self._items = [words_of(text) for text in islice(texts, _MOST_COMPARED)]
        self._where: dict[str, list[int]] = {}
        for number, words in enumerate(self._items):
            for word in words:
                self._where.setdefault(word, []).append(number)

    def says(self, own: frozenset[str], share: float) -> bool:
        """Say whether an item holds a share of some words."""
        least = ceil(share * len(own))
        if not own:
            return bool(self._items)
        # Whoever holds that many of the words holds one of any so many that the rest would be too few.
        return any(len(own & other) >= least for other in self._holding(own, len(own) - least + 1))

    def says_more_than(self, own: frozenset[str]) -> bool:
        """Say whether an item holds all of some words, and others."""
        return any(own < other for other in self._holding(own, 1))

    def _holding(self, own: frozenset[str], count: int) -> Iterator[frozenset[str]]:
        """Give the items that hold one of the `count` rarest of some words."""
        rarest = sorted((self._where.get(word, []) for word in own), key=len)[:count]
        return (self._items[number] for number in set().union(*rarest))

"""Vocabulary: the plain strings that all detectors look for, found in one pass over a text.

A detector tells its words when it is imported. What is found is kept with the text, and each detector that asks gets
its own part.
"""

import re
from collections.abc import Callable, Iterable
from functools import cache, cached_property, lru_cache

from distill.redaction import literals
from distill.redaction.re2_spans import spans_of
from distill.redaction.spans import View, flat

Places = list[tuple[int, str]]
_FEW = 300
_SPARSE = 40  # a text with more places than one in so many characters was made to hold them
_MOST_KEPT = 8192


class Words:
    """The words of one detector, all of them ASCII; `folded` ones are looked for in the text in lower case."""

    def __init__(self, words: Callable[[], Iterable[str]], *, folded: bool = False) -> None:
        self._words, self.folded = words, folded
        _TOLD.append(self)

    @cached_property
    def alone(self) -> literals.Literals:
        """The words as a set of their own."""
        return literals.Literals(self._words())

    def places(self, text: str) -> Places:
        """List every place of every word in order, overlaps included."""
        view = text if isinstance(text, View) else View(text)
        if "words" not in view.found:
            view.found["words"] = _joint(len(_TOLD)).places(view)
        found: dict[Words, Places] | None = view.found["words"]
        if found is not None and self in found:
            return found[self]
        searched, kind = (flat(view.low), "low parts") if self.folded else (view.flat, "parts")
        if literals.linear() is None and kind not in view.found:
            view.found[kind] = literals.parts_of(searched)
        return self.alone.places(searched, view.found.get(kind, ""))


_TOLD: list[Words] = []


class _Joint:
    """The words of several detectors as one pattern."""

    def __init__(self, told: Iterable[Words]) -> None:
        owners: dict[tuple[str, bool], list[Words]] = {}
        for words in told:
            for word in words.alone.words:
                owners.setdefault((word, words.folded), []).append(words)
        self._told = tuple(told)
        self._begun_by: dict[str, list[tuple[str, bool, list[Words]]]] = {}
        for (word, folded), asked in owners.items():
            self._begun_by.setdefault(word[0].lower(), []).append((word, folded, asked))
        exact, low = (_shortest(w for w, folded in owners if folded is asked) for asked in (False, True))
        self._source = "|".join([*map(re.escape, exact), *([f"(?i:{'|'.join(map(re.escape, low))})"] if low else [])])
        self._begun = lru_cache(_MOST_KEPT)(self._words_begun)

    def places(self, view: View) -> dict[Words, Places] | None:
        """List the places for each detector; None where one pass cannot tell them, or is no faster."""
        text, low = view.flat, flat(view.low)
        if literals.linear() is None or not (view.isascii() or low == text.lower()):
            return None
        matches = spans_of(literals.kept(self._source), text.encode("ascii"), _FEW + len(text) // _SPARSE)
        if matches is None:
            return None
        found: dict[Words, Places] = {words: [] for words in self._told}
        for start, end in matches:
            inside, beyond = self._begun(text[start : end + 1], end - start)
            for words, offset, word in inside:
                found[words].append((start + offset, word))
            for words, offset, word in beyond:
                if (low if words.folded else text).startswith(word, start + offset):
                    found[words].append((start + offset, word))
        for places in found.values():
            places.sort()
        return found

    def _words_begun(self, part: str, size: int) -> tuple[list[tuple[Words, int, str]], list[tuple[Words, int, str]]]:
        """List the words that begin in a match of that size, whole ones and those that go on behind the part."""
        inside, beyond = [], []
        for offset in range(size):
            rest = part[offset:]
            low = rest.lower()
            for word, folded, asked in self._begun_by.get(low[0], ()):
                form = low if folded else rest
                if form.startswith(word):
                    inside += [(words, offset, word) for words in asked]
                elif word.startswith(form):
                    beyond += [(words, offset, word) for words in asked]
        return inside, beyond


def _shortest(words: Iterable[str]) -> list[str]:
    """Leave out what begins with another word: it is looked for where that one stands."""
    kept: list[str] = []
    for word in sorted(words):
        if not kept or not word.startswith(kept[-1]):
            kept.append(word)
    return kept


@cache
def _joint(count: int) -> _Joint:
    return _Joint(_TOLD[:count])

"""Literals: where any of many plain strings stand in a text; by google-re2 in one pass where it is installed.

Both ways give the same places. Patterns given to `ranges` must mean the same to `re` and to RE2: no look-around, no
back-references, no classes that depend on Unicode.
"""

import re
from collections.abc import Iterable
from functools import cache
from types import ModuleType
from typing import Any

from distill.redaction.spans import finds


@cache
def linear() -> ModuleType | None:
    """Return google-re2, whose time is linear in the text whatever the pattern; None where it is not installed."""
    try:
        import re2
    except ImportError:
        return None
    return re2 if hasattr(re2, "Options") else None  # another package has the same name


def ranges(source: str, text: str, *, keep: bool = True) -> list[tuple[int, int]]:
    """List where a pattern matches, by the faster library that is there; `keep` its compiled form."""
    in_bytes = linear() is not None and source.isascii() and text.isascii()  # so no place has to be counted anew
    compiled = (_compiled if keep else _compiled.__wrapped__)(source, in_bytes=in_bytes)
    return [m.span() for m in compiled.finditer(text.encode("ascii") if in_bytes else text)]


@cache
def _compiled(source: str, *, in_bytes: bool) -> Any:  # noqa: ANN401 - a pattern of either library
    if (library := linear()) is None:
        return re.compile(source)
    return library.compile(source.encode("ascii") if in_bytes else source, _quiet(library))


@cache
def _quiet(library: ModuleType) -> object:
    options = library.Options()
    options.log_errors = False
    return options


class Literals:
    """A set of plain strings, none of them empty, to be looked for all at once."""

    def __init__(self, words: Iterable[str]) -> None:
        self.words = tuple(sorted(set(words), key=lambda w: (-len(w), w)))
        self._ascii = all(w.isascii() for w in self.words)
        self._within = _overlaps(self.words)
        self._source = "|".join(re.escape(w) for w in self.words)

    def places(self, text: str) -> list[tuple[int, str]]:
        """List every place of every word in order, overlaps included."""
        if linear() is None or not (self._ascii and text.isascii()):
            return sorted((at, word) for word in self.words if word in text for at in finds(text, word))
        found = []
        for at, end in ranges(self._source, text):
            word = text[at:end]
            found.append((at, word))
            found += [(at + k, other) for k, other in self._within[word] if text.startswith(other, at + k)]
        return sorted(set(found))


def _overlaps(words: tuple[str, ...]) -> dict[str, list[tuple[int, str]]]:
    """Tell for each word which others may begin within it, and where: a search for all goes on behind a match."""
    beginning: dict[str, list[str]] = {}
    for word in words:
        for size in range(1, len(word) + 1):
            beginning.setdefault(word[:size], []).append(word)
    known = set(words)
    within: dict[str, list[tuple[int, str]]] = {}
    for word in words:
        rests = [(at, word[at:]) for at in range(len(word))]
        longer = [(at, other) for at, rest in rests[1:] for other in beginning.get(rest, ())]
        shorter = [(at, rest[:size]) for at, rest in rests for size in range(1, len(rest)) if rest[:size] in known]
        within[word] = [*longer, *shorter]
    return within

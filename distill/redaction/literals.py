"""Literals: where any of many plain strings stand in a text; by google-re2 in one pass where it is installed.

Both ways give the same places. Patterns given to `ranges` must mean the same to `re` and to RE2: no look-around, no
back-references, no classes that depend on Unicode.
"""

import re
from collections.abc import Iterable, Iterator
from functools import cache, cached_property, partial
from types import ModuleType
from typing import Any

from distill.redaction.re2_spans import finder, in_text, spans_of
from distill.redaction.spans import finds

LONGEST_LINE = 65_536
"""Characters of a line that are taken for one; longer ones are looked at in parts."""
_FEW = 2000
_SPARSE = 64  # a text with more places than one in so many characters was made to hold them


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
    data = _data(text)
    found = None if data is None else spans_of((kept if keep else _fast)(source), data, _FEW + len(text) // _SPARSE)
    if data is None or found is None:  # also where they are many: a match costs RE2 more than `re`
        return [match.span() for match in (_compiled if keep else re.compile)(source).finditer(text)]
    return found if len(data) == len(text) else list(in_text(data, found))


def seldom(source: str, text: str) -> Iterator[int]:
    """Yield where a pattern matches in ASCII text, one place of a line at most."""
    data, at = _data(text), 0
    find = finder(kept(source), data) if data is not None else partial(_searched, source, text)
    while found := find(at):
        yield found[0]
        stop = text.find("\n", found[1], found[0] + LONGEST_LINE)
        at = stop if stop >= 0 else max(found[1], min(len(text), found[0] + LONGEST_LINE))


def _searched(source: str, text: str, at: int) -> tuple[int, int] | None:
    found = _compiled(source).search(text, at)
    return found.span() if found else None


def parts_of(text: str) -> str:
    """Join the words of a text, each once: the shorter text in which words are looked for that hold no blank."""
    return "\n".join(set(text.split()))


def _data(text: str) -> bytes | None:
    """Encode a text for RE2; None where `re` has to do, also for text that has no encoding."""
    if linear() is None:
        return None
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError:
        return None


@cache
def _compiled(source: str) -> re.Pattern[str]:
    return re.compile(source)


def _fast(source: str) -> Any:  # noqa: ANN401 - a pattern of RE2
    library = linear()
    return library.compile(source.encode(), _quiet(library)) if library else None


kept = cache(_fast)
"""Compile a pattern by RE2 once; None without it."""


@cache
def _quiet(library: ModuleType) -> object:
    options = library.Options()
    options.log_errors = False
    return options


class Literals:
    """A set of plain strings, none of them empty, to be looked for all at once."""

    def __init__(self, words: Iterable[str]) -> None:
        self.words = tuple(sorted(set(words), key=lambda w: (-len(w), w)))
        self._solid = frozenset(w for w in self.words if w.split() == [w])
        self._ascii = all(w.isascii() for w in self.words)
        self._source = "|".join(re.escape(w) for w in sorted(self.words, reverse=True))  # common beginnings together

    @cached_property
    def _within(self) -> dict[str, list[tuple[int, str]]]:
        return _overlaps(self.words)

    def places(self, text: str, parts: str = "") -> list[tuple[int, str]]:
        """List every place of every word in order, overlaps included; `parts` are the text's own words, each once."""
        if linear() is None or not (self._ascii and text.isascii()):
            return self._found(text, parts or text)
        most, found = _FEW + len(text) // _SPARSE, list[tuple[int, str]]()
        spans = spans_of(kept(self._source), text.encode("ascii"), most)
        if spans is None:
            return self._found(text, text)
        for at, end in spans:
            word = text[at:end]
            found.append((at, word))
            if within := self._within[word]:
                found += [(at + k, other) for k, other in within if text.startswith(other, at + k)]
        return sorted(set(found))

    def _found(self, text: str, parts: str) -> list[tuple[int, str]]:
        """Look for one word after the other, which costs little for a place and much for a word."""
        here = (word for word in self.words if word in (parts if word in self._solid else text))
        return sorted((at, word) for word in here for at in _starts(text, word))


def _starts(text: str, word: str) -> Iterable[int]:
    """List the places of one word; a search for each costs more than a pattern where they are many."""
    if text.count(word) <= _FEW:
        return finds(text, word)
    return [found.start() for found in _compiled(re.escape(word)).finditer(text)]


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

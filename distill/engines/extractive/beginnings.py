"""How the words of a table begin: most texts hold none of them, and a look is cheaper than a search.

The look only ever says "not here" where a search would find nothing; a beginning that cannot be read off an entry
means that the search is always made.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import product

from distill.engines.extractive.variants import one_form

SIZE = 3
"""Characters of a word that are compared."""
UMLAUTS = {"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"}
_WORD = re.compile(r"\w+")
_BEGINNING = re.compile(rf"\b\w{{1,{SIZE}}}")
_BEFORE = re.compile(r"(?:\(\?<[!=](?:[^()\\]|\\.)*\))+")
"""What must or may not stand before an entry says nothing of how it begins."""
ALWAYS = 1
_MOST_KEPT = 20_000
_REPEATED = ("?", "*")
_UNREADABLE = frozenset(".\\(){}+*?|^$]")


@lru_cache(maxsize=256)
def lowered(text: str) -> str:
    """Give a text in small letters and one form of them, each where it stood."""
    low = text.lower()
    if low.isascii():
        return low
    return one_form(low if len(low) == len(text) else "".join(c if len(c.lower()) > 1 else c.lower() for c in text))


class Index:
    """Which of several tables a text can hold a match of, told by the beginnings of its words: one bit a table."""

    def __init__(self, tables: Mapping[str, frozenset[str] | None]) -> None:
        """Give every table a bit; one whose beginnings are not known shares the bit that every text has."""
        self.bits: dict[str, int] = {}
        self._known: dict[str, int] = {}
        for number, (name, begins) in enumerate(tables.items(), 1):
            self.bits[name] = ALWAYS if begins is None else 1 << number
            for beginning in begins or ():
                self._known[beginning] = self._known.get(beginning, 0) | self.bits[name]
        self._of_words: dict[str, int] = {}
        self.seen = lru_cache(maxsize=256)(self._seen)
        """Give a text in small letters and the bits of the tables that it can hold a match of."""

    def _seen(self, text: str) -> tuple[str, int]:
        low = lowered(text)
        bits = ALWAYS
        known = self._of_words
        for beginning in set(_BEGINNING.findall(low)):
            found = known.get(beginning)
            bits |= self._of_word(beginning) if found is None else found
        if not low.isascii():
            for char in set(low):
                bits |= self._known.get(char, 0)
        return low, bits

    def _of_word(self, beginning: str) -> int:
        if len(self._of_words) > _MOST_KEPT:
            self._of_words.clear()
        known = self._known
        bits = known.get(beginning, 0) | known.get(beginning[:2], 0) | known.get(beginning[:1], 0)
        self._of_words[beginning] = bits
        return bits


def of_entries(entries: Iterable[str], *, word_start: bool) -> frozenset[str] | None:
    """Give how the matches of some entries can begin; None where one of them does not show it."""
    found: set[str] = set()
    for entry in map(one_form, entries):
        keys = {key[:SIZE] for key in _keys(entry)}
        if not keys or any(key[0].isascii() and not _WORD.match(key) for key in keys):
            return None
        if not word_start and not entry[:1].isalnum() and any(key[0].isascii() for key in keys):
            return None  # may stand inside a word
        found |= {form for key in keys for form in _forms(key, word_start=word_start)}
    return frozenset(found)


def _forms(key: str, *, word_start: bool) -> set[str]:
    """Give the spellings of a beginning; inside words of scripts without blanks only one letter is sure to stand."""
    key = key.lower()
    if not word_start:
        return {key[:1]}
    word = _WORD.match(key)
    if word is None:
        return {key[:1]}
    if key.isascii():
        return {word[0]}
    spelt = product(*({char, UMLAUTS.get(char, _base(char))} for char in word[0]))
    return {"".join(chars)[:SIZE] for chars in spelt}


def _base(char: str) -> str:
    base = unicodedata.normalize("NFD", char)[0]
    return base if base.isascii() else char


def _keys(entry: str) -> set[str]:
    """Read the literal beginnings of a regular expression; empty where they cannot be told."""
    entry = _BEFORE.sub("", entry, count=1).removeprefix("^").removeprefix("\\b")
    if entry.startswith("(?:"):
        return _of_group(entry)
    if entry.startswith("[") and "]" in entry:
        return _of_class(entry)
    run = _literal(entry)
    if not run and entry[:1] and entry[0] not in _UNREADABLE and entry[1:2] in _REPEATED:
        return _either(_keys(entry[0] + entry[2:]), _keys(entry[2:]))
    if run and len(run) < SIZE and entry[len(run) :].startswith("(?:") and (rest := _of_group(entry[len(run) :])):
        return {run + key for key in rest}
    return {run} if run else set()


def _of_group(entry: str) -> set[str]:
    depth, starts, end = 0, [3], 0
    for index, char in enumerate(entry):
        depth += (char == "(") - (char == ")")
        if char == "|" and depth == 1:
            starts.append(index + 1)
        if depth == 0:
            end = index
            break
    parts = [entry[start : stop - 1] for start, stop in zip(starts, [*starts[1:], end + 1], strict=True)]
    rest = entry[end + 1 :]
    optional = rest[:1] in _REPEATED
    after = rest[1:] if optional else rest
    keys = _either(*(_keys(part + after) for part in parts))
    return _either(keys, _keys(after)) if optional else keys


def _of_class(entry: str) -> set[str]:
    chars, _, rest = entry[1:].partition("]")
    if not chars or "\\" in chars or "-" in chars or chars[0] == "^":
        return set()
    optional = rest[:1] in _REPEATED
    after = rest[1:] if optional else rest
    keys = _either(*(_keys(char + after) for char in chars))
    return _either(keys, _keys(after)) if optional else keys


def _either(*found: set[str]) -> set[str]:
    """Join what each way to begin gives; unknown when one of them is."""
    return set().union(*found) if all(found) else set()


def _literal(entry: str) -> str:
    run = ""
    for index, char in enumerate(entry):
        if char in _UNREADABLE or char == "[" or entry[index + 1 : index + 2] in {"?", "*", "{"}:
            break
        run += char
    return run

"""Names of people, teams and products in running text, where they can be told from other words.

In writing with capitals a name is a word that has one though no sentence begins there. German has too many of those,
and languages without capitals none: there only other checks hold.
"""

import functools
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from importlib import resources

_WORD = re.compile(r"(?<![\w@#/._-])[^\W\d_]{2,}(?:['\u2019-][^\W\d_]+)*(?![\w@/_]|[.-]\w)")
_MARKED = re.compile(r"`[^`\n]*`|\b[a-z][a-z0-9+.-]*://\S+", re.IGNORECASE)
_CAPITALS = 3
"""Abbreviations up to this length (PR, CI, API) are words of the trade."""
_ENDING = 2
"""Letters at the end of a name that may differ: cases and possessives."""
_SHORTEST_STEM = 3
_LONG = 4
_TITLE = 0.5
"""From this share of words with a capital on, a text is a title, in which capitals tell nothing."""


def invented(text: str, near: str, whole: str, languages: frozenset[str]) -> list[str]:
    """List the names in a text that its lines do not know; abbreviations may stand anywhere in the map.

    `near`: the cited lines with those around them and their headings. `languages`: of the map and of what it is
    asked about.
    """
    bare = _MARKED.sub(" ", text)
    found = [] if "de" in languages else list(_names(bare))
    if (first := _speaker(bare, languages)) is not None:
        found.append(first)
    low, all_low = near.casefold(), whole.casefold()
    return [name for name in found if not _known(name, all_low if name.isupper() else low)]


def _names(text: str) -> Iterator[str]:
    words = list(_WORD.finditer(text))
    if _is_title([word[0] for word in words[1:]]):
        return
    for word in words:
        short = word[0].isupper() and len(word[0]) <= _CAPITALS
        if word[0][0].isupper() and not short and _tells(text[: word.start()], text[word.end() :]):
            yield word[0]


def _tells(before: str, after: str) -> bool:
    """Tell whether a capital tells something: behind a word or a comma, not behind an id, or alone in brackets."""
    last = (before.split() or [""])[-1]
    if last.endswith("("):
        return after.startswith(")")
    return (last[-1:].isalpha() or last.endswith(",")) and not any(c.isdigit() for c in last)


def _is_title(words: list[str]) -> bool:
    long = [word for word in words if len(word) >= _LONG]
    return sum(word[0].isupper() for word in long) > max(1, _TITLE * len(long))


def _speaker(text: str, languages: frozenset[str]) -> str | None:
    """Give the first word of a text where it is somebody who says, decides or wants something."""
    first, _, rest = text.strip().partition(" ")
    verb = rest.split(" ", 1)[0].rstrip(",;:").casefold()
    nobody, says = _words(languages)
    named = first[:1].isupper() and first.isalpha() and first.casefold() not in nobody
    return first if named and verb in says else None


def _known(name: str, low: str) -> bool:
    small = name.casefold()
    stem = small[: max(_SHORTEST_STEM, len(small) - _ENDING)]
    return bool(re.search(rf"(?<![^\W_]){re.escape(stem)}", low))


@functools.cache
def _words(languages: frozenset[str]) -> tuple[frozenset[str], frozenset[str]]:
    table = tomllib.loads(resources.files("distill.engines").joinpath("called.toml").read_text("utf-8"))
    own = [words for language, words in table.items() if language in languages]
    return _all(own, "nobody"), _all(own, "says")


def _all(tables: Sequence[Mapping[str, Sequence[str]]], kind: str) -> frozenset[str]:
    return frozenset(word for table in tables for word in table[kind])

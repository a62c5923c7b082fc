"""Numbers that are said in words, in twelve languages."""

import functools
import re
import tomllib
from collections.abc import Mapping
from importlib import resources

_PARTED = r"(?<![\w-])(?:{})(?![\w-])"
_COUNTED = r"(?:{})(?=\s?(?:{}))"


def counts(text: str, languages: frozenset[str]) -> frozenset[str]:
    """List the numbers from two on that a text says in words, as digits."""
    low, found = text.casefold(), set[str]()
    for language in languages:
        if (table := _table(language)) is not None:
            pattern, values = table
            found |= {values[word] for word in pattern.findall(low)}
    return frozenset(found)


@functools.cache
def _table(language: str) -> tuple[re.Pattern[str], Mapping[str, str]] | None:
    """Compile the words of a language; where blanks do not part words, only in front of what is counted."""
    tables = tomllib.loads(resources.files("distill.engines").joinpath("number_words.toml").read_text("utf-8"))
    said = tables.get(language)
    if said is None:
        return None
    values = {word: digits for digits, words in said.items() if digits != "counted" for word in words}
    words = "|".join(sorted(map(re.escape, values), key=len, reverse=True))
    counted = "|".join(said.get("counted", []))
    return re.compile(_COUNTED.format(words, counted) if counted else _PARTED.format(words)), values

"""The words of reading lists, from their table."""

import re
import tomllib
from functools import lru_cache
from importlib import resources

from distill.maps.word_pattern import word_pattern


@lru_cache(maxsize=1)
def words() -> dict[str, tuple[str, ...]]:
    """Read the table of words."""
    data = tomllib.loads((resources.files("distill.maps") / "reading_words.toml").read_text("utf-8"))
    return {name: tuple(entries) for name, entries in data.items()}


def names(role: str, text: str) -> bool:
    """Tell whether a short text holds a word of a role; a Latin word only as the beginning of a word."""
    return bool(_pattern(role).search(text[:200].casefold()))


@lru_cache(maxsize=16)
def _pattern(role: str) -> re.Pattern[str]:
    return word_pattern(words()[role])

"""Words of a table as one pattern for headings and cells in any language."""

import re
from collections.abc import Iterable


def word_pattern(words: Iterable[str]) -> re.Pattern[str]:
    """Match any of some lower-case words; one of letters with case or of an abjad only at the beginning of a word."""
    return re.compile("|".join(_beginning(word) for word in words))


def _beginning(word: str) -> str:
    bare = re.escape(word)
    return bare if word[0] >= "\u2e80" or not word[0].isalpha() else rf"(?<!\w){bare}"

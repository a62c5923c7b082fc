"""Whether a text speaks of what the lines it cites speak of, by the stems that both have."""

import re

from distill.engines import stems

WORDS = 3
"""A text of fewer stems can be said in wholly other words."""
OF_WORDS = 0.2
"""Share of a text's stems, by their letters, that the lines have to hold: one word of five."""
OF_A_QUOTE = 0.5
"""The same for words that are said to be copied: wraps, cuts and marks differ, not most of the words."""

_LONG = re.compile(r"[^\W_]{5,}")


def speaks_of(text: str, near: str) -> bool:
    """Tell whether a text shares words with lines; where it has too few of them, it does."""
    said = _weighty(text)
    return len(said) < WORDS or _share(said, near) >= OF_WORDS


def resembles(quote: str, near: str) -> bool:
    """Tell whether a quote could be of these lines, though it is not there letter for letter."""
    said = _weighty(quote)
    return not said or _share(said, near) >= OF_A_QUOTE


def _share(said: frozenset[str], near: str) -> float:
    return stems.length(said & stems.of(near.casefold())) / stems.length(said)


def _weighty(text: str) -> frozenset[str]:
    """Give the stems of a text but those of its short words, which stand in any lines."""
    low = text.casefold()
    return stems.of(" ".join((*_LONG.findall(low), *stems.UNPARTED.findall(low))))

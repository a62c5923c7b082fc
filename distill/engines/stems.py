"""What a text speaks of: stems of words, and pairs of signs where words are not parted by blanks."""

import re
from collections.abc import Iterable

LETTERS = 4
"""Letters of a word that count: endings differ from sentence to sentence."""
UNPARTED = re.compile("[\u0590-\u06ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af]+")
_SHORT = 2
_WORD = re.compile(r"[^\W_]+")


def of(text: str) -> frozenset[str]:
    """Give the stems and pairs of a text in small letters."""
    runs = UNPARTED.findall(text)
    pairs = {run[at : at + 2] for run in runs for at in range(max(1, len(run) - 1))}
    words = {w[:LETTERS] for w in _WORD.findall(UNPARTED.sub(" ", text)) if len(w) > _SHORT or w.isdigit()}
    return frozenset(pairs | words)


def length(words: Iterable[str]) -> int:
    """Give the letters of so many stems together, by which shares are told."""
    return sum(map(len, words))

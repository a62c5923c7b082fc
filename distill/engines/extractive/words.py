"""The words of one table entry as a pattern that is only tried where it can match."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from distill.engines.extractive.beginnings import ALWAYS, Index, lowered

_ALONE = Index({})


@dataclass(frozen=True, slots=True)
class Words:
    """A compiled table; `index` and `needs` tell cheaply that a text holds none of it."""

    pattern: re.Pattern[str]
    index: Index = _ALONE
    bit: int = ALWAYS
    """What stands for it in the index."""
    needs: str = ""
    """Characters one of which every match holds."""
    cased: bool = False
    """Looks at the text as it is; else at its small letters, and a match holds those."""

    def search(self, text: str) -> re.Match[str] | None:
        """Find the first match."""
        if not self.cased:
            text, bits = self.index.seen(text)
            if not bits & self.bit:
                return None
        return self.pattern.search(text) if not self.needs or self._possible(text) else None

    def match(self, text: str) -> re.Match[str] | None:
        """Find a match at the start, which is soon tried."""
        return self.pattern.match(text if self.cased else lowered(text))

    def fullmatch(self, text: str) -> re.Match[str] | None:
        """Find a match of the whole text."""
        return self.pattern.fullmatch(text if self.cased else lowered(text))

    def finditer(self, text: str) -> Iterator[re.Match[str]]:
        """Find all matches."""
        if not self.cased:
            text, bits = self.index.seen(text)
            if not bits & self.bit:
                return iter(())
        return self.pattern.finditer(text) if self._possible(text) else iter(())

    def sub(self, replacement: str, text: str, count: int = 0) -> str:
        """Replace the matches of a table that looks at the text as it is."""
        return self.pattern.sub(replacement, text, count=count) if self._possible(text) else text

    def _possible(self, seen: str) -> bool:
        return not self.needs or any(char in seen for char in self.needs)


def without(words: Words, text: str) -> str:
    """Take the matches out of a text."""
    spans = [match.span() for match in words.finditer(text)]
    for start, end in reversed(spans):
        text = f"{text[:start]} {text[end:]}"
    return text


NOTHING = Words(re.compile(r"(?!)"), cased=True)

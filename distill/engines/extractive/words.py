"""The words of one table entry as a pattern that is only tried where it can match."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from distill.engines.extractive.beginnings import beginnings, lowered


@dataclass(frozen=True, slots=True)
class Words:
    """A compiled table; `begins` and `needs` tell cheaply that a text holds none of it."""

    pattern: re.Pattern[str]
    begins: frozenset[str] | None = None
    """How its matches begin; None where that is not known."""
    needs: str = ""
    """Characters one of which every match holds."""
    cased: bool = False
    """Looks at the text as it is; else at its small letters, and a match holds those."""

    def search(self, text: str) -> re.Match[str] | None:
        """Find the first match."""
        seen = text if self.cased else lowered(text)
        if self.begins is not None and self.begins.isdisjoint(beginnings(seen)):
            return None
        return self.pattern.search(seen) if not self.needs or self._possible(seen) else None

    def match(self, text: str) -> re.Match[str] | None:
        """Find a match at the start, which is soon tried."""
        return self.pattern.match(text if self.cased else lowered(text))

    def fullmatch(self, text: str) -> re.Match[str] | None:
        """Find a match of the whole text."""
        return self.pattern.fullmatch(text if self.cased else lowered(text))

    def finditer(self, text: str) -> Iterator[re.Match[str]]:
        """Find all matches."""
        seen = text if self.cased else lowered(text)
        return self.pattern.finditer(seen) if self._possible(seen) else iter(())

    def sub(self, replacement: str, text: str, count: int = 0) -> str:
        """Replace the matches of a table that looks at the text as it is."""
        return self.pattern.sub(replacement, text, count=count) if self._possible(text) else text

    def _possible(self, seen: str) -> bool:
        if self.needs and not any(char in seen for char in self.needs):
            return False
        return self.begins is None or not self.begins.isdisjoint(beginnings(seen))


def without(words: Words, text: str) -> str:
    """Take the matches out of a text."""
    spans = [match.span() for match in words.finditer(text)]
    for start, end in reversed(spans):
        text = f"{text[:start]} {text[end:]}"
    return text


NOTHING = Words(re.compile(r"(?!)"), frozenset())

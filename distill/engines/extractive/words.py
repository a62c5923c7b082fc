"""The words of one table entry as a pattern that is only tried where it can match."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from distill.engines.extractive.beginnings import ALWAYS, Index, lowered

_ALONE = Index({})


@dataclass(frozen=True)
class Words:
    """A table as one regular expression; `index` and `needs` tell cheaply that a text holds none of it."""

    source: str
    index: Index = _ALONE
    bit: int = ALWAYS
    """What stands for it in the index."""
    needs: str = ""
    """Characters one of which every match holds."""
    cased: bool = False
    """Looks at the text as it is; else at its small letters, and a match holds those."""
    ignores_case: bool = False

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """Compile the table when it is first needed: a short text needs few, and a wrong language none."""
        return re.compile(self.source, re.IGNORECASE if self.ignores_case else 0)

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


NOTHING = Words(r"(?!)", cased=True)

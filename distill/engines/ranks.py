"""Which sections of a map too long for one request lose their text first, in any of the languages it is written in."""

import re
from enum import IntEnum

from distill.engines.extractive.places import Place
from distill.engines.extractive.rules import Rules, languages_of, rules_for

_HEADING = re.compile(r" {0,3}#{1,6}\s+(?P<words>\S.*)")


class Rank(IntEnum):
    """How much a section weighs."""

    SUPERSEDED = 0
    LOOKED_UP = 1
    """Lists of files, commands, figures: what a page does not carry."""
    CARRIED = 2


class Ranks:
    """The ranks of the sections of one map."""

    def __init__(self, text: str) -> None:
        self._rules: Rules = rules_for(languages_of(text))

    def of(self, first_line: str) -> Rank:
        """Rank a section by its heading; what stands before the first heading is carried."""
        heading = _HEADING.match(first_line)
        if heading is None:
            return Rank.CARRIED
        words = heading["words"]
        if self._rules["headings.superseded"].search(words):
            return Rank.SUPERSEDED
        found = [(m.start(), place) for place, pattern in self._rules.headings() if (m := pattern.search(words))]
        return Rank.LOOKED_UP if found and min(found, key=lambda f: f[0])[1] is Place.SKIP else Rank.CARRIED

"""Which constraints a compaction's summary kept, which it weakened, and which it dropped. Pure.

A constraint is kept where a passage of the summary says most of its words and forbids as it forbids; weakened where
that passage lost the prohibition or leaves the choice; dropped where there is no such passage.
"""

import itertools
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from distill.constraints import polarity
from distill.constraints.entry import normal

ENOUGH, ENOUGH_SIGNS = 0.55, 0.5
"""Share of a constraint's words, by their length, that a passage has to say; lower for pairs of signs."""
MOST_CHARACTERS = 400_000
MOST_PASSAGES = 4_000
_STEM = 4
"""Letters of a word that count: endings differ from sentence to sentence."""
_SHORT = 2
_END = re.compile(r"(?<=[.!?;])\s+|[\n\u3002\uff01\uff1f\uff1b]+")
_UNPARTED = re.compile("[\u0590-\u06ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af]+")
_WORD = re.compile(r"[^\W_]+")


class Fate(StrEnum):
    """What became of a constraint in a summary."""

    KEPT = "kept"
    WEAKENED = "weakened"
    DROPPED = "dropped"


@dataclass(frozen=True, slots=True)
class _Passage:
    text: str
    words: frozenset[str]


def fates(summary: str, constraints: Iterable[str]) -> list[Fate]:
    """Tell of each constraint what became of it in a summary."""
    passages = _passages(summary[:MOST_CHARACTERS])
    return [_fate(text, passages) for text in constraints]


def _fate(constraint: str, groups: Sequence[Sequence[_Passage]]) -> Fate:
    words, wanted = _words(constraint), normal(constraint)
    enough = (ENOUGH_SIGNS if _UNPARTED.search(wanted) else ENOUGH) * (sum(map(len, words)) or 1)
    word_for_word = [one for group in groups for one in group if wanted in one.text]
    alike = ([one for one in group if _share(words, one.words) >= enough] for group in groups)
    said = word_for_word or next(filter(None, alike), [])
    if not said:
        return Fate.DROPPED
    return Fate.KEPT if any(_binds(one.text, constraint) for one in said) else Fate.WEAKENED


def _share(words: frozenset[str], there: frozenset[str]) -> int:
    return sum(len(word) for word in words & there)


def _binds(passage: str, constraint: str) -> bool:
    """Tell whether a passage forbids as a constraint does, and leaves no choice that it does not leave."""
    if polarity.negates(constraint) and not polarity.negates(passage):
        return False
    return polarity.softenings(passage) <= polarity.softenings(constraint)


def _passages(summary: str) -> tuple[list[_Passage], list[_Passage]]:
    """Part a summary into sentences, and into pairs of neighbours, since a rule may take two."""
    sentences = [normal(one) for one in _END.split(summary)]
    kept = [one for one in sentences if one][:MOST_PASSAGES]
    pairs = [f"{one}. {other}" for one, other in itertools.pairwise(kept)]
    return [_Passage(one, _words(one)) for one in kept], [_Passage(one, _words(one)) for one in pairs]


def _words(text: str) -> frozenset[str]:
    """Give what a text speaks of: stems of words, and pairs of signs where words are not parted by blanks."""
    low = normal(text)
    runs = _UNPARTED.findall(low)
    pairs = {run[at : at + 2] for run in runs for at in range(max(1, len(run) - 1))}
    words = {word[:_STEM] for word in _WORD.findall(_UNPARTED.sub(" ", low)) if len(word) > _SHORT or word.isdigit()}
    return frozenset(pairs | words)

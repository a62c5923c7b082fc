"""Which constraints a compaction's summary kept, which it weakened, and which it dropped. Pure.

A constraint is kept where a passage of the summary says most of its words and forbids as it forbids; weakened where
that passage lost the prohibition or leaves the choice; dropped where there is no such passage.
"""

import itertools
import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from distill.constraints.entry import normal
from distill.engines import polarity, stems

ENOUGH, ENOUGH_SIGNS = 0.55, 0.5
"""Share of a constraint's words, by their length, that a passage has to say; lower for pairs of signs."""
MOST_CHARACTERS = 400_000
MOST_PASSAGES = 4_000
_BESIDE = 60
"""A line that says so much more than a rule speaks of other things too."""
_END = re.compile(r"(?<=[.!?;])\s+|[\n\u3002\uff01\uff1f\uff1b]+")


class Fate(StrEnum):
    """What became of a constraint in a summary."""

    KEPT = "kept"
    WEAKENED = "weakened"
    DROPPED = "dropped"


@dataclass(frozen=True, slots=True)
class _Passage:
    text: str
    words: frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Said:
    """A summary, parted in several ways."""

    whole: str
    lines: tuple[_Passage, ...]
    sentences: tuple[_Passage, ...]
    pairs: tuple[_Passage, ...]


def fates(summary: str, constraints: Iterable[str]) -> list[Fate]:
    """Tell of each constraint what became of it in a summary."""
    said = _said(summary[:MOST_CHARACTERS])
    return [_fate(text, said) for text in constraints]


def _fate(constraint: str, said: _Said) -> Fate:
    wanted = normal(constraint)
    words = stems.of(wanted)
    enough = (ENOUGH_SIGNS if stems.UNPARTED.search(wanted) else ENOUGH) * (stems.length(words) or 1)
    lines = [one for one in said.lines if len(one.text) <= 2 * len(wanted) + _BESIDE]
    found = [one for one in (*said.lines, *said.pairs) if wanted in one.text]
    for group in ((*lines, *said.sentences), said.pairs):
        found = found or [one for one in group if stems.length(words & one.words) >= enough]
    if not found:
        return Fate.KEPT if wanted in said.whole else Fate.DROPPED
    return Fate.KEPT if any(_binds(one.text, constraint) for one in found) else Fate.WEAKENED


def _binds(passage: str, constraint: str) -> bool:
    """Tell whether a passage forbids as a constraint does, and leaves no choice that it does not leave."""
    if polarity.negates(constraint) and not polarity.negates(passage):
        return False
    return polarity.softenings(passage) <= polarity.softenings(constraint)


def _said(summary: str) -> _Said:
    """Part a summary into lines, sentences, and pairs of sentences, since a rule may take two."""
    sentences = _normal(_END.split(summary))
    return _Said(
        whole=normal(summary),
        lines=_passages(_normal(summary.split("\n"))),
        sentences=_passages(sentences),
        pairs=_passages(f"{one}. {other}" for one, other in itertools.pairwise(sentences)),
    )


def _normal(texts: Iterable[str]) -> list[str]:
    return [one for one in map(normal, texts) if one][:MOST_PASSAGES]


def _passages(texts: Iterable[str]) -> tuple[_Passage, ...]:
    return tuple(_Passage(one, stems.of(normal(one))) for one in texts)

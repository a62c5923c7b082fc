"""Whether a text binds and denies as the lines do that it cites, in each language that the map is written in.

A sentence that lost its "not", or whose "must" became a "may", says what nobody said.
"""

import re
from collections.abc import Iterator

from distill.engines import polarity, stems
from distill.engines.directives import MOST_LINES
from distill.engines.extractive import foreign
from distill.engines.extractive.prohibitions import forbids
from distill.engines.extractive.rules import LATIN, SCRIPTS, Rules, rules_for
from distill.engines.extractive.sentences import sentences

MOST_CHARACTERS = 4_000
"""In a longer range of lines a sentence may belong to something else than the item."""
OF_A_PROHIBITION, OF_A_DENIAL, OF_SIGNS = 0.5, 0.85, 0.55
"""Share of a text's stems, by their letters, that the cited lines have to hold for the text to be about them."""
_BEHIND = 3
"""Words behind a "not" that it denies."""
_SIGNS = 8
"""The same, in signs, where words are not parted by blanks."""
_BEFORE = frozenset({"ja", "ko"})
"""Languages whose "not" mostly stands behind what it denies."""
_WORD = re.compile(r"[^\W_]{3,}|\d+")
_LEAD = re.compile(r"[\s>#*+|-]{0,20}(?:\d{1,3}[.)]\s+)?(?:\[[ xX]\]\s*)?")
_MARKS = ("marks.demand", "marks.forbid", "marks.forbid_anywhere")


def freer(text: str, cited: str) -> bool:
    """Tell whether a text leaves its reader a choice that the few lines it cites, which bind, do not leave.

    In any language but English, whatever the rest of the map is written in; `directives` reads English.
    """
    if not _narrow(cited) or polarity.softenings(text) <= polarity.softenings(cited):
        return False
    words = rules_for(frozenset({*LATIN, *SCRIPTS}))
    return any(words[mark].search(cited) for mark in _MARKS)


def reversed_(text: str, cited: str, rules: Rules, *, only_orders: bool) -> bool:
    """Tell whether a text says without a "not" what the few lines it cites deny or forbid.

    `only_orders`: what the lines tell and do not order is not looked at, since what is not done is to be done.
    """
    low = text.casefold()
    if not _narrow(cited) or polarity.negates(low):
        return False
    said, there = stems.of(low), stems.of(cited.casefold())
    share = stems.length(said & there) / (stems.length(said) or 1)
    told = OF_SIGNS if stems.UNPARTED.search(low) else OF_A_DENIAL
    read = [(forbids(one, rules), *_denied(one.casefold(), rules)) for one in _sentences(cited)]
    affirmed = frozenset[str]().union(*(there for _, _, there in read))
    for order, denied, _ in read:
        enough = min(told, OF_A_PROHIBITION) if order else told
        if (order or not only_orders) and share >= enough and said & (denied - affirmed):
            return True
    return False


def obeys(text: str, block: str, rules: Rules) -> bool:
    """Tell whether a text rests on words that give orders to a reader, outside quotes and code, and tells of none."""
    return foreign.gives_orders(block, rules) and not foreign.speaks_of_orders(text, rules)


def _narrow(cited: str) -> bool:
    return cited.count("\n") < MOST_LINES and len(cited) <= MOST_CHARACTERS


def _sentences(cited: str) -> Iterator[str]:
    for line in cited.split("\n"):
        yield from sentences(_LEAD.sub("", line, count=1))


def _denied(sentence: str, rules: Rules) -> tuple[frozenset[str], frozenset[str]]:
    """Give the stems that a sentence denies, and those that it does not."""
    denied, affirmed = set[str](), set[str]()
    for clause in polarity.CLAUSE.split(sentence):
        spans = [_span(clause, match, rules) for match in polarity.negations(clause)]
        denied |= {stem for start, end in spans for stem in stems.of(clause[start:end])}
        affirmed |= stems.of(_without(clause, spans))
    return frozenset(denied), frozenset(affirmed)


def _without(text: str, spans: list[tuple[int, int]]) -> str:
    taken = {place for start, end in spans for place in range(start, end)}
    return "".join(" " if place in taken else sign for place, sign in enumerate(text))


def _span(clause: str, match: re.Match[str], rules: Rules) -> tuple[int, int]:
    """Give what a "not" denies: some words behind it, or before it where there are none or the language has it so."""
    start, end = match.span()
    if stems.UNPARTED.search(match[0]):
        before = _SIGNS if _BEFORE & rules.languages else 0
        return max(0, start - before), end + _SIGNS
    words = [word.span() for word in _WORD.finditer(clause)]
    after = [span for span in words if span[0] >= end][:_BEHIND]
    if after:
        return after[0][0], after[-1][1]
    ahead = [span for span in words if span[1] <= start][-_BEHIND:]
    return (ahead[0][0], ahead[-1][1]) if ahead else (start, start)

"""Whether the items of a digest say only what the lines they cite say, and what weighs and is missing."""

import dataclasses
import re
from collections.abc import Sequence
from typing import TypeVar

from distill.engines import called, directives, force, likeness, number_words, states
from distill.engines.answer import MOST_ITEMS
from distill.engines.extractive.foreign import gives_orders
from distill.engines.extractive.rules import Rules, languages_of, rules_for
from distill.engines.named import names, stands
from distill.engines.prompt import lines_of
from distill.model import Accomplishment, Decision, Digest, Lines, OpenItem, Redacted, Section

NEAR = 2
"""Lines before and after the cited ones that may hold what an item names: models miscount by that much."""
_TELLING = 400
"""Characters from which on an answer tells its language."""
_HEADING = re.compile(r" {0,3}(#{1,6})\s+\S")
_WEIGHTY = re.compile(r"\bP0\b|\bblock(?:ed|s|er|ing)\b", re.IGNORECASE)

ItemT = TypeVar("ItemT", Accomplishment, Decision, OpenItem)


class Sourced:
    """A map that cited lines are looked up in."""

    def __init__(self, text: str, answer: str) -> None:
        self.text = text
        self._lines = lines_of(text)
        self.rules = rules_for(languages_of(text))
        self.answered_in = languages_of(answer)
        self.is_answered_in_kind = _is_in_kind(answer, self.answered_in, self.rules.languages)
        """The answer is in the map's language, so that it has words of the lines that it is about."""

    def cited(self, lines: Lines) -> str:
        """Give the cited lines and nothing else."""
        return "\n".join(self._lines[lines.first - 1 : lines.last])

    def block(self, lines: Lines) -> str:
        """Give the cited lines with all of the paragraphs or entries they are part of."""
        return directives.block(self._lines, lines.first, lines.last)

    def headings(self, lines: Lines) -> str:
        """Give the headings that the cited lines stand under, of every level: a line is read under its headings."""
        found: list[str] = []
        level = 7
        for line in reversed(self._lines[: lines.first - 1]):
            match = _HEADING.match(line)
            if match and len(match[1]) < level:
                level = len(match[1])
                found.append(line)
        return "\n".join(found)

    def near(self, lines: Lines) -> str:
        """Give the cited lines, NEAR lines on both sides, and the headings above."""
        around = Lines(max(1, lines.first - NEAR), lines.last + NEAR)
        return f"{self.headings(lines)}\n{self.cited(around)}"


def supported(digest: Digest, source: Redacted) -> Digest:
    """Drop and count every item that names or claims what the map does not say where the item points.

    Ids, numbers, hashes, paths, URLs, code spans, seats and placeholders must stand in the cited lines, in two lines
    around them, or in the headings above them, letter for letter; names of people and products but for their endings,
    numbers in words as those words or in digits. An item that names nothing shares words with its lines.
    Accomplishments and open items must not raise a state above that of the cited lines themselves. No item may soften
    a directive, lose the "not" of its lines, or rest on words that tell the one who distils what to write. An owner
    that is not named there is taken away, the item kept.
    """
    map_ = Sourced(source.text, _all_said(digest))
    accomplished = _kept(digest.accomplished, map_)
    decisions = _kept(digest.decisions, map_)
    open_items = tuple(_with_owner_of(item, map_) for item in _kept(digest.open_items, map_))
    before = len(digest.accomplished) + len(digest.decisions) + len(digest.open_items)
    after = len(accomplished) + len(decisions) + len(open_items)
    return dataclasses.replace(
        digest,
        accomplished=accomplished,
        decisions=decisions,
        open_items=open_items,
        unsupported=digest.unsupported + before - after,
        headline=digest.headline if _heads(digest.headline, source.text) else "",
    )


def weighty_missing(digest: Digest, extractive: Digest) -> Digest:
    """Add the open items that weigh (P0, blocked, or with an id) and that the answer does not speak of.

    The answer's own items make room where the section would grow beyond its most items, and are counted as omitted;
    the lines of what was added are named.
    """
    missing = tuple(
        item for item in extractive.open_items if _weighty(item) and not _spoken_of(item, digest.open_items)
    )
    if not missing:
        return digest
    missing = missing[:MOST_ITEMS]
    kept = digest.open_items[: MOST_ITEMS - len(missing)]
    return dataclasses.replace(
        digest,
        open_items=kept + missing,
        added=tuple(item.lines for item in missing),
        omitted=_more_omitted(digest.omitted, len(digest.open_items) - len(kept)),
    )


def _kept(items: Sequence[ItemT], map_: Sourced) -> tuple[ItemT, ...]:
    return tuple(item for item in items if _holds(item, map_))


def _holds(item: Accomplishment | Decision | OpenItem, map_: Sourced) -> bool:
    said, state = _said(item)
    cited = map_.cited(item.lines)
    if not _stands(said, map_.near(item.lines), map_) or _obeys(said, map_.block(item.lines), map_.rules):
        return False
    if directives.softened(said, cited) or force.freer(said, cited):
        return False
    main = item.what if isinstance(item, Decision) else item.text
    if force.reversed_(main, cited, map_.rules, only_orders=isinstance(item, OpenItem)):
        return False
    return not (state and states.raised(state, cited=cited, headings=map_.headings(item.lines)))


def _stands(said: str, near: str, map_: Sourced) -> bool:
    """Tell whether all that is named or counted stands near the cited lines, and whether they speak of it at all."""
    languages, named = map_.rules.languages, names(said)
    counted = number_words.counts(near, languages)
    return (
        stands(said, near, counted=counted)
        and number_words.counts(said, languages) <= counted | names(near).numbers
        and not called.invented(said, near, map_.text, languages | map_.answered_in)
        and (bool(named.ids or named.others) or likeness.speaks_of(said, near) or not map_.is_answered_in_kind)
    )


def _is_in_kind(answer: str, answered_in: frozenset[str], languages: frozenset[str]) -> bool:
    """Compare the languages of an answer and its map; English is found in all texts, and in short ones little else."""
    own, theirs = answered_in - {"en"}, languages - {"en"}
    return bool(own & theirs) if own else not theirs or len(answer) < _TELLING


def _obeys(said: str, block: str, rules: Rules) -> bool:
    return directives.obeys(said, block) or force.obeys(said, block, rules)


def _heads(headline: str, text: str) -> bool:
    """Say whether a headline may stand: it cites nothing, so the whole map has to bear it, and no doubt is left."""
    rules = rules_for(languages_of(text))
    named = stands(headline, text) and not called.invented(headline, text, text, rules.languages)
    return named and not (states.raised(headline, cited=text) or directives.orders(text) or gives_orders(text, rules))


def _said(item: Accomplishment | Decision | OpenItem) -> tuple[str, str]:
    """Give all that an item says, and the part of it that can raise a state."""
    match item:
        case Accomplishment():
            return item.text, item.text
        case OpenItem():
            return f"{item.text}\n{item.blocked_by}", item.text
        case Decision():
            # "fixed", "closed" and the like are seldom states in what was decided; a doubt belongs to the reason.
            return f"{item.what}\n{item.why}\n{item.rejected}", ""


def _all_said(digest: Digest) -> str:
    items: tuple[Accomplishment | Decision | OpenItem, ...]
    items = (*digest.accomplished, *digest.decisions, *digest.open_items)
    return "\n".join(_said(item)[0] for item in items)


def _with_owner_of(item: OpenItem, map_: Sourced) -> OpenItem:
    known = not item.owner or item.owner.casefold() in map_.near(item.lines).casefold()
    return item if known else dataclasses.replace(item, owner="")


def _weighty(item: OpenItem) -> bool:
    return bool(item.blocked_by or _WEIGHTY.search(item.text) or names(item.text).ids)


def _spoken_of(item: OpenItem, others: Sequence[OpenItem]) -> bool:
    ids = names(item.text).ids
    if ids:
        own = min(ids, key=item.text.find)  # an item that only waits for another does not speak of that one
        return any(own in names(other.text).ids for other in others)
    return any(other.lines.first <= item.lines.last and item.lines.first <= other.lines.last for other in others)


def _more_omitted(omitted: tuple[tuple[Section, int], ...], more: int) -> tuple[tuple[Section, int], ...]:
    counts = dict(omitted)
    if more:
        counts[Section.OPEN_ITEMS] = counts.get(Section.OPEN_ITEMS, 0) + more
    return tuple(counts.items())

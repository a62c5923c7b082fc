"""Found items to a digest: each once, contradictions settled, the weightiest of each section."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache

from distill.engines.extractive.beside_lists import without_asides, without_catalogues, without_names, without_readings
from distill.engines.extractive.earliest import word_count
from distill.engines.extractive.fit import Room, fitted
from distill.engines.extractive.found import Found
from distill.engines.extractive.gather import gathered
from distill.engines.extractive.headline import headline
from distill.engines.extractive.leaning import joined
from distill.engines.extractive.newest import newest
from distill.engines.extractive.own_signs import DONE_SIGNS
from distill.engines.extractive.rules import Rules
from distill.engines.extractive.said_before import HALF, MOST, Told, words_of
from distill.engines.extractive.tokens import HASH, NUMBERED, TICKET, ids
from distill.model import Accomplishment, Constraint, Decision, Digest, Lines, OpenItem, Section

_MOST_CONSTRAINTS = 100
"""Compaction loses them first."""

CONFLICT = "the map also lists it as active"
_WORD = re.compile(r"\w+")
_MOST_WEAK = 100
"""Sentences without ids that are looked at; a page could not hold more anyhow."""
_MAX_ECHO = 30
_ECHO_WORDS = 2
_SCRAP_WORDS = 4
_LEAST_RESULTS = 6
_PLAIN_RESULT = 45
"""Characters of a result that tells something, and how many there have to be."""
_OWN_ID = 60
_EVIDENCE = 40
_MENTIONED = 8
_NEAR_LINES = 12


def compose(found: Sequence[Found], rules: Rules, mentioned: frozenset[str], room: Room) -> Digest:
    """Make the digest within its room; `mentioned` are the ids that the map's summary names."""
    listed = without_catalogues(without_names(without_readings(found)), rules)
    told = without_asides(_once(listed), rules)
    kept = joined(_without_weak(newest(_without_scraps(_without_echoes(told)), rules)), rules)
    kept = gathered(_linked(_settled(kept, rules), rules), rules)
    chosen: dict[Section, list[Found]] = {}
    omitted: list[tuple[Section, int]] = []
    for section in Section:
        of_section = [one for one in kept if one.section is section]
        most = _MOST_CONSTRAINTS if section is Section.CONSTRAINTS else room.items
        chosen[section] = _weightiest(of_section, most, mentioned)
        if len(of_section) > len(chosen[section]):
            omitted.append((section, len(of_section) - len(chosen[section])))
    chosen = fitted(chosen, room.characters)
    return Digest(
        accomplished=tuple(one.item for one in chosen[Section.ACCOMPLISHED] if isinstance(one.item, Accomplishment)),
        decisions=tuple(one.item for one in chosen[Section.DECISIONS] if isinstance(one.item, Decision)),
        open_items=tuple(one.item for one in chosen[Section.OPEN_ITEMS] if isinstance(one.item, OpenItem)),
        constraints=tuple(one.item for one in chosen[Section.CONSTRAINTS] if isinstance(one.item, Constraint)),
        omitted=tuple(omitted),
        headline=headline(kept, rules),
    )


def _once(found: Sequence[Found]) -> list[Found]:
    """Keep each statement once: a directive as a constraint, of others that say the same the first."""
    keys = [" ".join(_WORD.findall(one.text.lower())) for one in found]
    binding = {key for key, one in zip(keys, found, strict=True) if one.section is Section.CONSTRAINTS}
    seen = {""}
    kept: list[Found] = []
    for key, one in zip(keys, found, strict=True):
        if key not in seen and (one.section is Section.CONSTRAINTS or key not in binding):
            seen.add(key)
            kept.append(one)
    return kept


def _without_echoes(found: Sequence[Found]) -> list[Found]:
    """Leave out one or two words that a longer item of the section says as well."""
    kept: list[Found] = []
    told = _told_of(found)
    for one in found:
        own = words_of(one.text) if len(one.text) <= _MAX_ECHO and not any(map(str.isdigit, one.text)) else frozenset()
        echoes = 0 < len(own) <= _ECHO_WORDS and told(one.section).says_more_than(own)
        if not echoes or one.section is Section.CONSTRAINTS:
            kept.append(one)
    return kept


def _without_scraps(found: Sequence[Found]) -> list[Found]:
    """Leave out results of a few plain words where most of the others say in a sentence what was done."""
    lengths = sorted(len(one.text) for one in found if one.section is Section.ACCOMPLISHED)
    if len(lengths) < _LEAST_RESULTS or lengths[len(lengths) // 2] < _PLAIN_RESULT:
        return list(found)
    return [one for one in found if one.section is not Section.ACCOMPLISHED or one.boxed or not _is_scrap(one.text)]


def _is_scrap(text: str) -> bool:
    short = len(text) <= _MAX_ECHO and word_count(text) <= _SCRAP_WORDS and text[-1:] not in DONE_SIGNS
    return short and "`" not in text and not any(map(str.isdigit, text))


def _without_weak(found: Sequence[Found]) -> list[Found]:
    """Leave out sentences that only say again what an item of any section says."""
    strong = [one for one in found if not one.weak]
    known = frozenset().union(*(ids(one.text) for one in strong))
    told = _told_of(strong)
    asked = {True: 0, False: 0}
    kept: list[Found] = []
    for one in found:
        named = ids(one.text) if one.weak else frozenset()
        if not one.weak or not named <= known:
            kept.append(one)
            continue
        asked[bool(named)] += 1
        if len(named) > 1:
            continue  # what names several things that others name sums up
        share = HALF if named else MOST
        if asked[bool(named)] <= _MOST_WEAK and not told(one.section).says(words_of(one.text), share):
            kept.append(one)
    return kept


def _told_of(found: Sequence[Found]) -> Callable[[Section], Told]:
    """Give what the items of a section say, made when it is first asked for."""

    @cache
    def told(section: Section) -> Told:
        return Told(one.text for one in found if one.section is section)

    return told


def _settled(found: Sequence[Found], rules: Rules) -> list[Found]:
    """Show what stands as active and, with evidence, as done once as done, and say so (CP04)."""
    evidence = {name: one for one in found if one.section is Section.ACCOMPLISHED for name in _proved(one, rules)}
    if not evidence:
        return list(found)
    conflicts = {
        name
        for one in found
        if one.section is Section.OPEN_ITEMS and (name := _own_id(one.text, most=30)) and name in evidence
    }
    noted = {id(evidence[name]) for name in conflicts}
    return [
        _noted(one) if id(one) in noted else one
        for one in found
        if one.section is not Section.OPEN_ITEMS or _own_id(one.text, most=30) not in conflicts
    ]


def _linked(found: Sequence[Found], rules: Rules) -> list[Found]:
    """Carry "X … blocks Y" over to the item of Y where both stand close together."""
    blocked = {
        match[1]: (name, one.lines)
        for one in found
        if one.section is Section.OPEN_ITEMS and (name := _own_id(one.text, most=_OWN_ID))
        for match in rules["split.blocks_id"].finditer(one.text)
    }
    return _without_bare([_with_blocker(one, blocked) for one in found] if blocked else list(found))


def _without_bare(found: Sequence[Found]) -> list[Found]:
    """Carry what a bare "B-2, blocked by B-1" says over to the item of B-2 close by, and leave the bare one out."""
    bare = {one.item.text.strip(): one for one in found if isinstance(one.item, OpenItem) and _is_bare(one.item)}
    if not bare:
        return list(found)
    kept: dict[int, Found] = {id(one): one for one in found}
    for one in found:
        name = _own_id(one.text, most=_OWN_ID) if isinstance(one.item, OpenItem) and not _is_bare(one.item) else None
        blocker = bare.get(name) if name else None
        if name is None or blocker is None or not isinstance(blocker.item, OpenItem):
            continue
        linked = _with_blocker(one, {name: (blocker.item.blocked_by, blocker.lines)})
        if isinstance(linked.item, OpenItem) and linked.item.blocked_by == blocker.item.blocked_by:
            kept[id(one)] = linked
            kept.pop(id(blocker), None)
            del bare[name]
    return list(kept.values())


def _is_bare(item: OpenItem) -> bool:
    return bool(item.blocked_by and TICKET.fullmatch(item.text.strip()))


def _with_blocker(one: Found, blocked: Mapping[str, tuple[str, Lines]]) -> Found:
    item = one.item
    name = _own_id(one.text, most=_OWN_ID)
    if (
        not isinstance(item, OpenItem)
        or name is None
        or name not in blocked
        or item.blocked_by
        or blocked[name][0] in one.text
    ):
        return one
    blocker, lines = blocked[name]
    both = Lines(min(lines.first, item.lines.first), max(lines.last, item.lines.last))
    if both.last - both.first > _NEAR_LINES:
        return one
    return replace(one, item=replace(item, blocked_by=blocker, lines=both))


def _proved(one: Found, rules: Rules) -> Iterable[str]:
    """Give the ticket that an item says was finished, with a pull request or commit to show for it."""
    name = _own_id(one.text, most=_OWN_ID)
    if name is None or not (NUMBERED.search(one.text) or HASH.search(one.text)):
        return
    start = one.text.index(name) + len(name)
    if rules["marks.closed"].search(one.text[start : start + _EVIDENCE]):
        yield name


def _own_id(text: str, *, most: int) -> str | None:
    match = TICKET.search(text)
    return match[0] if match and match.start() <= most and text[: match.start()].count(" ") <= 4 else None  # noqa: PLR2004 - a few words may lead


def _noted(one: Found) -> Found:
    if isinstance(one.item, Accomplishment):
        return replace(one, item=replace(one.item, text=f"{one.item.text} ({CONFLICT})"), weight=one.weight + 5)
    return one


def _weightiest(found: Sequence[Found], most: int, mentioned: frozenset[str]) -> list[Found]:
    if len(found) <= most:
        return list(found)
    ranked = sorted(found, key=lambda one: (-one.weight - _MENTIONED * bool(_lead_ids(one) & mentioned), one.order))
    return sorted(ranked[:most], key=lambda one: one.order)


def _lead_ids(one: Found) -> frozenset[str]:
    return ids(one.text[:_OWN_ID])

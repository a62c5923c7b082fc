"""From the text of an answer to a digest: the one boundary where a model's words are parsed."""

import dataclasses
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from distill.engines.plain_text import plain
from distill.engines.prompt import lines_of
from distill.engines.quotes import Quotes
from distill.model import Accomplishment, Decision, DecisionStatus, Digest, Lines, OpenItem, Section

MOST_ITEMS = 30
MOST_CHARACTERS = 320
"""Of one item, all its fields together: a bullet of a page is at most that long."""
HEADLINE_CHARACTERS = 100
_MOST_ANSWER_CHARACTERS = 2_000_000

ItemT = TypeVar("ItemT", Accomplishment, Decision, OpenItem)
Fields = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Unusable:
    """An answer that is not of the schema."""

    why: str


def read(text: str, map_text: str) -> Digest | Unusable:
    """Parse and check an answer; lines are brought within the map, text is made plain, lists and texts are bounded.

    Items that name no line of the map are dropped and counted as unsupported. Standing constraints are not read: they
    are kept in their own words by other means.
    """
    parsed = _object(text)
    if isinstance(parsed, Unusable):
        return parsed
    lists = [parsed.get(name) for name in ("accomplished", "decisions", "open_items")]
    if not all(isinstance(items, list) for items in lists):
        return Unusable("a list that the schema asks for is missing")
    return _digest(parsed, Quotes(lines_of(map_text)))


def _object(text: str) -> dict[str, object] | Unusable:
    """Parse the one object of an answer, also inside a fence or between words."""
    start, end = text.find("{"), text.rfind("}")
    if not text.strip():
        return Unusable("it holds no text")
    if start < 0 or end < start or len(text) > _MOST_ANSWER_CHARACTERS:
        return Unusable("it holds no JSON object")
    try:
        parsed = json.loads(text[start : end + 1])
    except (ValueError, RecursionError):
        return Unusable("its JSON does not parse")
    return parsed if isinstance(parsed, dict) else Unusable("it holds no JSON object")


def _digest(parsed: Fields, quotes: Quotes) -> Digest:
    accomplished, lost_a = _items(parsed["accomplished"], quotes, _accomplishment)
    decisions, lost_d = _items(parsed["decisions"], quotes, _decision)
    open_items, lost_o = _items(parsed["open_items"], quotes, _open_item)
    sections = (
        (Section.ACCOMPLISHED, accomplished),
        (Section.DECISIONS, decisions),
        (Section.OPEN_ITEMS, open_items),
    )
    return Digest(
        accomplished=accomplished[:MOST_ITEMS],
        decisions=decisions[:MOST_ITEMS],
        open_items=open_items[:MOST_ITEMS],
        omitted=tuple((section, len(items) - MOST_ITEMS) for section, items in sections if len(items) > MOST_ITEMS),
        unsupported=lost_a + lost_d + lost_o,
        headline=plain(_string(parsed, "headline"), HEADLINE_CHARACTERS),
    )


def _items(
    entries: object, quotes: Quotes, make: Callable[[Fields, Lines], ItemT | None]
) -> tuple[tuple[ItemT, ...], int]:
    """Make the items of one list; those that name no line are counted, those without text or said twice are not."""
    made: dict[str, ItemT] = {}
    lost = 0
    for entry in entries if isinstance(entries, list) else ():
        fields: Fields = entry if isinstance(entry, dict) else {"text": entry, "what": entry}
        lines = quotes.lines(fields.get("lines"), _string(fields, "quote"))
        item = make(fields, lines or Lines(1, 1))
        if item is None:
            continue
        if lines is None:
            lost += 1
        else:
            made.setdefault(str(dataclasses.replace(item, lines=Lines(1, 1))), item)
    return tuple(made.values()), lost


def _accomplishment(fields: Fields, lines: Lines) -> Accomplishment | None:
    (text,) = _texts(fields, ("text",))
    return Accomplishment(text=text, lines=lines) if text else None


def _decision(fields: Fields, lines: Lines) -> Decision | None:
    what, why, rejected = _texts(fields, ("what", "why", "rejected"))
    status = _string(fields, "status")
    known = DecisionStatus(status) if status in set(DecisionStatus) else DecisionStatus.PROPOSED
    return Decision(what=what, why=why, rejected=rejected, status=known, lines=lines) if what else None


def _open_item(fields: Fields, lines: Lines) -> OpenItem | None:
    text, owner, blocked_by = _texts(fields, ("text", "owner", "blocked_by"))
    return OpenItem(text=text, owner=owner, blocked_by=blocked_by, lines=lines) if text else None


def _texts(fields: Fields, names: Iterable[str]) -> list[str]:
    """Make the fields plain; each may have what those before it leave of the item's length."""
    left = MOST_CHARACTERS
    texts = []
    for name in names:
        text = plain(_string(fields, name), left)
        left -= len(text)
        texts.append(text)
    return texts


def _string(fields: Fields, name: str) -> str:
    value = fields.get(name)
    return value if isinstance(value, str) else ""

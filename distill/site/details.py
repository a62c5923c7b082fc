"""What the index pages say of one page beyond its counts, kept as short strings and read only where they are needed."""

import json
import re
from collections.abc import Callable
from functools import cache
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from distill.model import DecisionStatus, Force, Section
from distill.pages.build import TICKET
from distill.pages.page import Page
from distill.site.mentions import Mentions, mentions, named

DECISION = re.compile(
    r"Decision(?: \((?P<status>proposed|accepted|superseded|rejected)\))?: (?P<rest>.+)", re.IGNORECASE
)
WHY, REJECTED = " Why: ", " Rejected: "
OWNER = re.compile(r"(?:^|\s)Owner: (?P<owner>.+?)\.?$")
BLOCKED = re.compile(r"(?:^|\s)Blocked by: (?P<by>.+?)\.?$")
CONSTRAINT = re.compile(r"(?P<text>.+) \((?P<force>must|should)\)")
LITERAL = re.compile(r"(?:[\w ](?![?*{]))+")
"""The beginning of a pattern that means itself."""
NOT_IN_KEY = re.compile(r"[^\w#]+")
KEY_LENGTH = 120
"""Characters of an item by which it is known again."""
Items = str | Callable[[], str]
"""The items of a page as JSON, or the way to them: most are never asked for."""
Details = tuple[str, Items, str]
"""Facts, items and constraints of a page, each as JSON."""
NONE: Details = ("", "", "")
NOT_DONE = (Section.DECISIONS, Section.OPEN_ITEMS, Section.CONSTRAINTS)
ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


class Facts(NamedTuple):
    """What making a page cost, and how far it can be relied on."""

    model: str = ""
    fallback_reason: str = ""
    reviewed: str = ""
    """Who raised the confidence, and on which day."""
    input_tokens: int = 0
    output_tokens: int = 0
    cost_usd: float | None = None
    redactions: tuple[tuple[str, int], ...] = ()


class Decided(NamedTuple):
    """A decision of a page."""

    what: str
    why: str
    rejected: str
    status: str


class Left(NamedTuple):
    """An item that a page leaves open."""

    key: str
    """By which it is known again in other sessions of the seat: its ticket, else its words."""
    text: str
    owner: str
    blocked_by: str


class ItemsOfPage(NamedTuple):
    """Decisions, what is open, and what the page says is done: keys of items, and tickets."""

    decisions: tuple[Decided, ...] = ()
    left: tuple[Left, ...] = ()
    closed: tuple[str, ...] = ()


class Stated(NamedTuple):
    """A constraint of a page."""

    text: str
    force: str


def told(page: Page, said: Mentions | None = None) -> tuple[tuple[str, ...], Details]:
    """Name the tickets, pull requests and issues of a page, each once, and write down what else is needed of it.

    `said`: what its sections name, where that is known.
    """
    left = page.bullets(Section.OPEN_ITEMS)
    ticked = [bullet.text for bullet in left if bullet.box is True]
    by_section = said or mentions(page)
    others = [named(page.meta.title), *(by_section[section] for section in NOT_DONE if section in by_section)]
    finished = [by_section[Section.ACCOMPLISHED], named("\n".join(ticked))]
    closed = [ticket for part in finished for ticket in part.tickets]
    in_turn = chain(
        (ticket for part in others for ticket in part.tickets), closed, *(part.numbers for part in (*others, *finished))
    )
    items = ItemsOfPage(
        decisions=tuple([_decided(bullet.text) for bullet in page.bullets(Section.DECISIONS)]),
        left=tuple([_left(bullet.text) for bullet in left if bullet.box is not True]),
        closed=tuple(dict.fromkeys([*(_left(text).key for text in ticked), *closed])),
    )
    stated = tuple([_stated(bullet.text) for bullet in page.bullets(Section.CONSTRAINTS)])
    return tuple(dict.fromkeys(in_turn)), (_json(_facts(page)), _json(items), _json(stated))


def facts(kept: Details) -> Facts:
    """Read the facts of a page."""
    if not kept[0]:
        return Facts()
    read = Facts(*json.loads(kept[0]))
    return read._replace(redactions=tuple((kind, count) for kind, count in read.redactions))


def items(kept: Details) -> ItemsOfPage:
    """Read the items of a page."""
    text = kept[1] if isinstance(kept[1], str) else kept[1]()
    if not text:
        return ItemsOfPage()
    decisions, left, closed = json.loads(text)
    return ItemsOfPage(tuple(Decided(*row) for row in decisions), tuple(Left(*row) for row in left), tuple(closed))


def stated(kept: Details) -> tuple[Stated, ...]:
    """Read the constraints of a page."""
    return tuple(Stated(*row) for row in json.loads(kept[2])) if kept[2] else ()


def key_of(text: str) -> str:
    """Know an item again: by the ticket that it begins with, else by its words."""
    first = TICKET.match(text)
    return first[0] if first else NOT_IN_KEY.sub(" ", text.casefold()).strip()[:KEY_LENGTH]


def _json(value: object) -> str:
    return ENCODER.encode(value)


def _facts(page: Page) -> Facts:
    meta = page.meta
    return Facts(
        model=meta.model,
        fallback_reason=meta.fallback_reason,
        reviewed=f"{meta.reviewed_by}, {meta.reviewed_at[:10]}" if meta.reviewed_by else "",
        input_tokens=meta.input_tokens,
        output_tokens=meta.output_tokens,
        cost_usd=meta.cost_usd,
        redactions=tuple(sorted(meta.redactions.items())),
    )


def _decided(text: str) -> Decided:
    found = DECISION.fullmatch(text)
    what, has_why, rest = (found["rest"] if found else text).partition(WHY)
    if has_why:
        why, _, rejected = rest.partition(REJECTED)
    else:
        what, _, rejected = what.partition(REJECTED)
        why = ""
    status = (found["status"] or "").lower() if found else ""
    return Decided(what, why, rejected, status or DecisionStatus.ACCEPTED)


def _left(text: str) -> Left:
    blocked, owner = "", ""
    if "Blocked by: " in text and (found := BLOCKED.search(text)):
        text, blocked = text[: found.start()], found["by"]
    if "Owner: " in text and (found := OWNER.search(text)):
        text, owner = text[: found.start()], found["owner"]
    if not blocked and _may_wait(text) and (found := _waits().search(text)):
        blocked = found["by"].strip()
    return Left(key_of(text), text, owner, blocked)


def _may_wait(text: str) -> bool:
    """Tell quickly whether any of these words may be in a text, however it is written."""
    if "\u0130" in text or "\u0131" in text:  # an i to the patterns, and to no fold
        return True
    folded = text.casefold()
    return any(start in folded for start in _starts())


@cache
def _starts() -> tuple[str, ...]:
    """Give how these words begin, as far as that is no pattern."""
    found = (LITERAL.match(word) for word in _words())
    return tuple(dict.fromkeys(start[0].casefold() if start else "" for start in found))


@cache
def _words() -> list[str]:
    """Read the words once: each says that an item is held up, and what holds it up follows."""
    import tomllib  # noqa: PLC0415 - only where index pages are made

    words = tomllib.loads(Path(__file__).with_name("waits.toml").read_text("utf-8"))
    return [one for each in words.values() for one in each]


@cache
def _waits() -> re.Pattern[str]:
    either = "|".join(_words())
    return re.compile(rf"(?<!\w)(?:{either})\s*:?\s*(?P<by>[^.;,:()（）。；，]{{2,80}})", re.IGNORECASE)  # noqa: RUF001


def _stated(text: str) -> Stated:
    found = CONSTRAINT.fullmatch(text)
    return Stated(found["text"], found["force"]) if found else Stated(text, Force.MUST)

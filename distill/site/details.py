"""What the index pages say of one page beyond its counts, kept as short strings and read only where they are needed."""

import json
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from distill.model import DecisionStatus, Force, Section
from distill.pages.build import NOT_TICKETS, TICKET
from distill.pages.page import Page

NUMBER = re.compile(r"#(?<![\w#&/.-]#)[0-9]{1,7}(?![\w#])")
"""A pull request or an issue of a forge."""
DECISION = re.compile(
    r"Decision(?: \((?P<status>proposed|accepted|superseded|rejected)\))?: (?P<rest>.+)", re.IGNORECASE
)
WHY, REJECTED = " Why: ", " Rejected: "
OWNER = re.compile(r"(?:^|\s)Owner: (?P<owner>.+?)\.?$")
BLOCKED = re.compile(r"(?:^|\s)Blocked by: (?P<by>.+?)\.?$")
CONSTRAINT = re.compile(r"(?P<text>.+) \((?P<force>must|should)\)")
NOT_IN_KEY = re.compile(r"[^\w#]+")
KEY_LENGTH = 120
"""Characters of an item by which it is known again."""
Items = str | Callable[[], str]
"""The items of a page as JSON, or the way to them: most are never asked for."""
Details = tuple[str, Items, str]
"""Facts, items and constraints of a page, each as JSON."""
NONE: Details = ("", "", "")
NOT_DONE = frozenset({Section.DECISIONS, Section.OPEN_ITEMS, Section.CONSTRAINTS})


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


def told(page: Page) -> tuple[tuple[str, ...], Details]:
    """Name the tickets, pull requests and issues of a page, each once, and write down what else is needed of it."""
    done = [bullet.text for bullet in page.bullets(Section.ACCOMPLISHED)]
    ticked = [bullet.text for bullet in page.bullets(Section.OPEN_ITEMS) if bullet.box is True]
    rest = [bullet.text for section, bullets in page.sections for bullet in bullets if section in NOT_DONE]
    finished, others = "\n".join([*done, *ticked]), "\n".join([page.meta.title, *rest])
    closed = list(tickets(finished))
    ids = dict.fromkeys([*tickets(others), *closed, *NUMBER.findall(others), *NUMBER.findall(finished)])
    items = ItemsOfPage(
        decisions=tuple(_decided(bullet.text) for bullet in page.bullets(Section.DECISIONS)),
        left=tuple(_left(bullet.text) for bullet in page.bullets(Section.OPEN_ITEMS) if bullet.box is not True),
        closed=tuple(dict.fromkeys([*(_left(text).key for text in ticked), *closed])),
    )
    stated = tuple(_stated(bullet.text) for bullet in page.bullets(Section.CONSTRAINTS))
    return tuple(ids), (_json(_facts(page)), _json(items), _json(stated))


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


def tickets(text: str) -> Iterator[str]:
    """Name the tickets in a text; standards and models that look like tickets are none."""
    return (ticket for ticket in TICKET.findall(text) if ticket.partition("-")[0] not in NOT_TICKETS)


def key_of(text: str) -> str:
    """Know an item again: by the ticket that it begins with, else by its words."""
    first = TICKET.match(text)
    return first[0] if first else NOT_IN_KEY.sub(" ", text.casefold()).strip()[:KEY_LENGTH]


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


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
    if not blocked and (found := _waits().search(text)):
        blocked = found["by"].strip()
    return Left(key_of(text), text, owner, blocked)


@cache
def _waits() -> re.Pattern[str]:
    """Read the words once: each says that an item is held up, and what holds it up follows."""
    import tomllib  # noqa: PLC0415 - only where index pages are made

    words = tomllib.loads(Path(__file__).with_name("waits.toml").read_text("utf-8"))
    either = "|".join(one for each in words.values() for one in each)
    return re.compile(rf"(?<!\w)(?:{either})\s*:?\s*(?P<by>[^.;,:()（）。；，]{{2,80}})", re.IGNORECASE)  # noqa: RUF001


def _stated(text: str) -> Stated:
    found = CONSTRAINT.fullmatch(text)
    return Stated(found["text"], found["force"]) if found else Stated(text, Force.MUST)

"""The one line that says what a session was about, from its weightiest items."""

import re
from collections.abc import Sequence
from itertools import pairwise

from distill.engines.extractive.found import Found
from distill.engines.extractive.rules import Rules
from distill.engines.extractive.sentences import cut
from distill.engines.extractive.tokens import TICKET
from distill.model import Section

MOST_CHARACTERS = 100
_TOTAL = re.compile(r"^[^\n:]{3,40}:\s*\d+\b.{0,40}$|^\d+\s+\S.{3,60}$")
_ENOUGH = 55
STOPS = " .。✅✔☑"
_JOINTS = ",;:，；：、—–-("  # noqa: RUF001
_CLAUSE_END = re.compile(r"[.,;:]\s|(?<=[?!])\s|\s[—–(-]|[。，；：、（]")  # noqa: RUF001
_BRACKETS = (("(", ")"), ("（", "）"), ("[", "]"))  # noqa: RUF001
_LEAST_CLAUSE = 12
"""Characters from which on a clause says something."""


def headline(found: Sequence[Found], rules: Rules) -> str:
    """Make a headline of at most 100 characters out of words of the map; empty where nothing was found."""
    done = _best([one for one in found if one.section is Section.ACCOMPLISHED], totals=True)
    next_up = _best([one for one in found if one.section is Section.OPEN_ITEMS], totals=False)
    if next_up is None:
        return (_short(done, MOST_CHARACTERS) if done else "") or _fallback(found)
    first = _clause(done, _ENOUGH) if done else ""
    room = MOST_CHARACTERS - len(first) - 2 if first else MOST_CHARACTERS
    second = _open_lead(next_up, room, rules)
    return "; ".join(filter(None, (first, second))) or _short(next_up, MOST_CHARACTERS)


def _best(found: Sequence[Found], *, totals: bool) -> Found | None:
    if totals and (total := next((one for one in found if _TOTAL.match(one.text)), None)):
        return total
    return max(found, key=lambda one: (one.weight, -one.order), default=None)


def _open_lead(one: Found, room: int, rules: Rules) -> str:
    """Name an open row by its id and state where it has both, else by its first words."""
    ticket = TICKET.match(one.text)
    state = rules["split.state"].search(one.text) if one.active else None
    if ticket and state:
        text = f"{ticket[0]}: {cut(state[1], max(0, room - len(ticket[0]) - 2))}"
        if len(text) <= room:
            return text
    return _clause(one, room)


def _clause(one: Found, room: int) -> str:
    """Give a text that fits, or the longest whole clause of it that does; empty where there is none."""
    text = one.text.replace("`", "")
    if len(text) <= room:
        return text.rstrip(STOPS)
    ends = [found.start() for found in _CLAUSE_END.finditer(text, _LEAST_CLAUSE, room + 1)]
    whole = [end for before, end in pairwise([0, *ends]) if end - before >= _LEAST_CLAUSE and _is_closed(text[:end])]
    return text[: whole[-1]].rstrip(STOPS + _JOINTS) if whole else ""


def _is_closed(text: str) -> bool:
    return all(text.count(opening) <= text.count(closing) for opening, closing in _BRACKETS)


def _short(one: Found, room: int) -> str:
    text = one.text.replace("`", "")
    if len(text) <= room:
        return text.rstrip(STOPS)
    return cut(text, room).rstrip(STOPS)


def _fallback(found: Sequence[Found]) -> str:
    best = max(found, key=lambda one: (one.weight, -one.order), default=None)
    return _short(best, MOST_CHARACTERS) if best else ""

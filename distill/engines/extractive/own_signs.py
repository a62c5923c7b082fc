"""What an entry says of itself: box, strike, sign, status column."""

import re

from distill.engines.extractive.entries import Entry
from distill.engines.extractive.places import Place
from distill.engines.extractive.rules import Rules
from distill.engines.extractive.tokens import TICKET
from distill.maps.blocks import Task

DONE_SIGNS = "✅✔☑✓🟢"
OPEN_SIGNS = "⏳⌛🔄🚧⏸🔴🟡⬜🔜☐"
NO_SIGNS = "❌✗✘"
STOP_SIGNS = "⛔🚫"
_MORE_OPEN = "⚠🔍🟠🔵⚪"
"""Signs that say so in a cell for the state only."""
SIGN = re.compile(rf"[{DONE_SIGNS}{OPEN_SIGNS}{NO_SIGNS}{STOP_SIGNS}⚠][\ufe0f]?\s*")
_STEP_BOX = re.compile(r"\[(?:->|→|~|\.\.\.|…|wip|WIP)\]\s*")
_FIGURE = re.compile(r"[~<>≤≥+−-]?\d[\d.,/:%~-]*\s*\S{0,4}(?: \d+ \S{1,4})?")  # noqa: RUF001
_LEAST_CHARACTERS = 24
_TAIL = re.compile(r"\s[—–-]{1,2}\s+(\S+(?: \S+){0,3})$")  # noqa: RUF001
_SHORT_STATE = 3
_NAME_IN_CODE = re.compile(r"`(?![0-9a-f]{7,40}`)[^`]{2,}`")
"""A name in code that is no commit."""
_DAY_LEAD = re.compile(r"(?:\d{4}-\d\d-\d\d|\d{1,2}[./]\d{1,2}[./]\d{4})\b(?:\s+\d\d:\d\d)?(?=\s*(?:[·:：|–—-]|$))")  # noqa: RUF001
_DONE_LEAD = re.compile(rf"([^:：`]{{1,24}}[:：]\s*)?[{DONE_SIGNS}]")  # noqa: RUF001 - Chinese
_DONE_TAIL = re.compile(rf"[{DONE_SIGNS}][^{DONE_SIGNS}]{{0,160}}$")
_LEAST_TOLD = 45
"""Characters behind a label and its sign that tell more than a state."""
_UNDER_WAY = "🔄🚧⏳"
_UNTOLD = frozenset({Place.PLAIN, Place.MIXED, Place.SKIP, Place.SUMMARY, Place.LOG, Place.FINDINGS, Place.DETAIL})

_STATED = _UNTOLD | {Place.ACCOMPLISHED, Place.OPEN}


def own_place(entry: Entry, rules: Rules) -> Place | None:
    """Read the place an entry claims by its own signs; None when it has none."""
    place = _of_task(entry)
    if place is None and entry.columns is not None:
        place = _of_columns(entry, rules)
    place = _of_sign(entry, rules) if place is None else place
    return _of_tail(entry, rules) if place is None else place


def status_place(status: str, rules: Rules) -> Place | None:
    """Read a status cell: its first sign, else its earliest word decides."""
    sign = next((char for char in status if char in DONE_SIGNS + OPEN_SIGNS + NO_SIGNS + STOP_SIGNS + _MORE_OPEN), "")
    if sign:
        return Place.ACCOMPLISHED if sign in DONE_SIGNS else Place.OPEN
    done, still_open = rules["status.done"].search(status), rules["status.open"].search(status)
    if done and not (still_open and still_open.start() <= done.start()):
        return Place.ACCOMPLISHED
    return Place.OPEN if still_open else None


def _of_task(entry: Entry) -> Place | None:
    if entry.struck and entry.task is not Task.DONE:
        return Place.NOTHING if entry.place is Place.DECISIONS else Place.ACCOMPLISHED
    match entry.task:
        case Task.DONE:
            return Place.ACCOMPLISHED
        case Task.CANCELLED:
            return Place.NOTHING
        case Task.OPEN | Task.ACTIVE:
            return Place.OPEN
        case None:
            return None


def _of_columns(entry: Entry, rules: Rules) -> Place | None:
    columns = entry.columns
    if columns is None or entry.place is Place.RULED_OUT:
        return None
    if _is_figures(entry.text):
        return Place.NOTHING  # "unit · 41 · 0": a row of a table of figures
    if columns.status and entry.place is not Place.DECISIONS and (state := _of_status(entry, columns.status, rules)):
        return state
    if entry.place is Place.ACCOMPLISHED and names_setting(entry.text):
        return Place.NOTHING
    if columns.is_decision:
        return Place.OPEN if rules["marks.undecided"].search(entry.text) else Place.DECISIONS
    told_by_day = entry.place is Place.LOG and day_leads(entry)
    return Place.NOTHING if entry.place in _UNTOLD and not told_by_day else None


def day_leads(entry: Entry) -> bool:
    """Say whether an item or a row begins with a day, as the lines of a log do."""
    return not entry.prose and _DAY_LEAD.match(entry.text) is not None


def _of_status(entry: Entry, status: str, rules: Rules) -> Place | None:
    """Read a row by its state; one of reference material counts only where it is open and says more than that."""
    if rules["marks.abandoned"].search(status):
        return Place.DECISIONS
    state = status_place(status, rules)
    if state is Place.ACCOMPLISHED and entry.columns is not None and entry.columns.is_check:
        return Place.NOTHING
    short = len(entry.text) < _LEAST_CHARACTERS
    if state is not None and (entry.place is Place.SKIP or (entry.place in _UNTOLD - {Place.FINDINGS} and short)):
        return Place.OPEN if state is Place.OPEN and not short else Place.NOTHING  # "Build: passing"
    return state


def _of_tail(entry: Entry, rules: Rules) -> Place | None:
    """Read a state after the last dash: "forecast API — in review (#77)"."""
    tail = _TAIL.search(entry.text) if entry.place in _STATED and not entry.prose and not entry.composed else None
    if tail is None:
        return None
    for name, place in (("open", Place.OPEN), ("done", Place.ACCOMPLISHED)):
        found = rules[f"status.{name}"].match(tail[1])
        if found and (len(found[0]) > _SHORT_STATE or not found[0].isascii()):
            return place
    return None


def _is_figures(text: str) -> bool:
    """Say whether a row holds figures for the most part, or one beside a short name."""
    _, *cells = text.split(" · ")
    figures = sum(bool(_FIGURE.fullmatch(cell)) for cell in cells)
    return (bool(cells) and figures == len(cells)) or (figures > 1 and 2 * figures >= len(cells))


def names_setting(text: str) -> bool:
    """Say whether a row begins with a name in code that is no commit: a table of settings, modes or commands."""
    first = text.partition(" · ")[0]
    return _NAME_IN_CODE.fullmatch(first) is not None and not TICKET.search(first)


def _of_sign(entry: Entry, rules: Rules) -> Place | None:
    first = entry.text[:1]
    if first and first in STOP_SIGNS and entry.place not in {Place.OPEN, Place.RULED_OUT, Place.ACCOMPLISHED}:
        return Place.CONSTRAINTS
    if first == "🟢" and entry.place is Place.OPEN:
        return Place.OPEN  # beside red and yellow ones: how soon, not how far
    if first == "⚠" and entry.place in _STATED - {Place.SKIP} and not rules["marks.forbid"].search(entry.text):
        return Place.OPEN
    if _says_done(entry, rules):
        return Place.ACCOMPLISHED
    if first and (first in OPEN_SIGNS or (first in NO_SIGNS and entry.place is not Place.SKIP)):
        return Place.RULED_OUT if entry.place is Place.RULED_OUT else Place.OPEN
    return Place.OPEN if _STEP_BOX.match(entry.text) else _of_later_sign(entry)


def _says_done(entry: Entry, rules: Rules) -> bool:
    """Say whether a sign that leads, or follows a label, says done; among decisions it may stand before one."""
    lead = _DONE_LEAD.match(entry.text)
    if entry.place is Place.SKIP or lead is None:
        return False
    if lead[1] and entry.place in _UNTOLD and len(entry.text) - lead.end() < _LEAST_TOLD:
        return False  # "Backend: ✅ running"
    return entry.place is not Place.DECISIONS or rules["marks.decided"].search(entry.text) is None


def _of_later_sign(entry: Entry) -> Place | None:
    """Read a sign that does not lead: ✅ at the very end, or work under way with nothing that is done."""
    text = entry.text
    if entry.place in (_UNTOLD - {Place.SKIP}) | {Place.OPEN} and text.rstrip(" .)\ufe0f")[-1:] in tuple(DONE_SIGNS):
        return Place.ACCOMPLISHED
    if entry.place in _UNTOLD - {Place.SKIP} and text.rstrip(" .)\ufe0f")[-1:] in tuple(NO_SIGNS):
        return Place.OPEN
    if (
        entry.place is Place.OPEN
        and (tail := _DONE_TAIL.search(text))
        and not any(sign in tail[0] for sign in OPEN_SIGNS)
    ):
        return Place.ACCOMPLISHED
    under_way = any(sign in text for sign in _UNDER_WAY) and not any(sign in text for sign in DONE_SIGNS)
    return Place.OPEN if under_way and entry.place in _UNTOLD | {Place.ACCOMPLISHED} else None

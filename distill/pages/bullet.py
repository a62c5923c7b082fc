"""Items of a digest as bullets: one line each, complete in itself, so that a grep hit can be read alone."""

from distill.model import Accomplishment, Constraint, Decision, DecisionStatus, Item, OpenItem
from distill.pages import quotation
from distill.pages.page import Bullet
from distill.pages.text import one_line, shorten

LIMIT = 320
"""Longest bullet in characters, before its line numbers."""
ENDS = tuple(".!?…。！？:;")  # noqa: RUF001 - the full stops of Chinese and Japanese
QUOTES = "\"'“”„«»"
SUFFIX_LIMIT = 100
"""Longest owner, blocker or reason in characters, where a bullet would be too long otherwise."""


def bullet(item: Item) -> Bullet | None:
    """Put one item into one line; None when it has no words."""
    if not _words(item):
        return None
    match item:
        case Accomplishment():
            return Bullet(shorten(one_line(item.text), LIMIT), item.lines)
        case Decision():
            return Bullet(decision_text(item), item.lines)
        case OpenItem():
            return Bullet(open_item_text(item), item.lines, box=False)
        case Constraint():
            return Bullet(constraint_text(item), item.lines)


def decision_text(item: Decision) -> str:
    """Say what was decided, why, what was turned down, and whether it still stands."""
    status = "" if item.status is DecisionStatus.ACCEPTED else f" ({item.status})"
    start = f"Decision{status}: "
    whole = start + _joined(item.what, ("Why", item.why), ("Rejected", item.rejected))
    if len(whole) <= LIMIT:
        return whole
    tail = _joined("", ("Why", _short(item.why)), ("Rejected", _short(item.rejected)))
    return start + _with_tail(_sentence(item.what) if tail else one_line(item.what), tail, LIMIT - len(start))


def open_item_text(item: OpenItem) -> str:
    """Say what is to do, who holds it and what it waits for."""
    tail = _joined("", ("Owner", item.owner), ("Blocked by", item.blocked_by))
    whole = _with_tail(_sentence(item.text) if tail else one_line(item.text), tail, None)
    if len(whole) <= LIMIT:
        return whole
    tail = _joined("", ("Owner", _short(item.owner)), ("Blocked by", _short(item.blocked_by)))
    return _with_tail(_sentence(item.text) if tail else one_line(item.text), tail, LIMIT)


def constraint_text(item: Constraint) -> str:
    """Quote a constraint in its own words, with its force; who said it when is no part of them."""
    words, end = one_line(item.text), f" ({item.force})"
    quoted = len(words) > 1 and words[0] in QUOTES and words[-1] in QUOTES
    if quoted:
        return shorten(words, LIMIT - len(end)) + end
    return quotation.quoted(shorten(quotation.bare(words), LIMIT - len(end) - 2)) + end


def _words(item: Item) -> str:
    return one_line(item.what if isinstance(item, Decision) else item.text)


def _short(text: str) -> str:
    return shorten(one_line(text), SUFFIX_LIMIT)


def _joined(first: str, *parts: tuple[str, str]) -> str:
    """Join sentences; a part without text is left out."""
    said = [_sentence(f"{label}: {one_line(text)}") for label, text in parts if one_line(text)]
    start = one_line(first)
    return " ".join([_sentence(start) if said else start, *said] if start else said)


def _with_tail(text: str, tail: str, limit: int | None) -> str:
    room = None if limit is None else limit - len(tail) - bool(tail)
    head = text if room is None else shorten(text, room)
    return f"{head} {tail}" if tail else head


def _sentence(text: str) -> str:
    text = one_line(text)
    return text if not text or text.endswith(ENDS) else text + "."

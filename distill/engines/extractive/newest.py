"""Logs that tell of the same thing day by day: the newest state stands, what was open before it is settled."""

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from distill.engines.extractive.found import Found
from distill.engines.extractive.rules import Rules
from distill.engines.extractive.tokens import TICKET
from distill.engines.extractive.words import without
from distill.model import Section

_ISO = re.compile(r"(?<!\d)(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)")
_DAY_FIRST = re.compile(r"(?<!\d)(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})(?!\d)")
_WORD = re.compile(r"[^\W\d_]{2,}")
_LEAD = 60
_LEAST_WORDS = 2
_MOST_COMPARED = 400


def date_in(heading: str) -> str:
    """Give the date a heading names as `yyyy-mm-dd`, so that dates sort as text; empty where it names none."""
    if match := _ISO.search(heading):
        year, month, day = match.groups()
    elif match := _DAY_FIRST.search(heading):
        day, month, year = match.groups()
    else:
        return ""
    return f"{year}-{int(month):02}-{int(day):02}"


def newest(found: Sequence[Found], rules: Rules) -> list[Found]:
    """Leave out open items of older dated sections that a newer section tells of again."""
    days = sorted({one.dated for one in found if one.dated}, reverse=True)
    if len(days) < 2:  # noqa: PLR2004 - one day has nothing older
        return list(found)
    found = _last_steps(found)
    last = _last_days(found)
    later = {older: words for (newer, older), words in zip(pairwise(days), _words_by_day(found, days), strict=False)}
    return [one for one in found if not _is_old(one, last, later, rules)]


def _last_steps(found: Sequence[Found]) -> list[Found]:
    """Leave out what an older section calls its next step where a newer one names its own in the same words."""
    last: dict[str, str] = {}
    for one in found:
        if one.step and one.dated:
            last[one.step] = max(last.get(one.step, ""), one.dated)
    return [one for one in found if not (one.step and one.dated) or one.dated == last[one.step]]


def _last_days(found: Iterable[Found]) -> dict[str, str]:
    last: dict[str, str] = {}
    for one in found:
        if one.dated and (match := TICKET.search(one.text[:_LEAD])):
            last[match[0]] = max(last.get(match[0], ""), one.dated)
    return last


def _words_by_day(found: Iterable[Found], days: Sequence[str]) -> list[list[frozenset[str]]]:
    """Give the words of all items that are newer than a day, for each day but the newest."""
    by_day: dict[str, list[frozenset[str]]] = {}
    for one in found:
        if one.dated:
            by_day.setdefault(one.dated, []).append(frozenset(_WORD.findall(one.text.lower())))
    newer: list[frozenset[str]] = []
    words = []
    for day in days[:-1]:
        newer = [*newer, *by_day[day]][:_MOST_COMPARED]
        words.append(newer)
    return words


def _is_old(one: Found, last: Mapping[str, str], later: Mapping[str, list[frozenset[str]]], rules: Rules) -> bool:
    if one.section is not Section.OPEN_ITEMS or one.dated not in later:
        return False
    if match := TICKET.search(one.text[:_LEAD]):
        return last.get(match[0], "") > one.dated
    bare = without(rules["marks.done"], without(rules["marks.open"], one.text.lower()))
    words = frozenset(_WORD.findall(bare))
    return len(words) >= _LEAST_WORDS and any(words <= others for others in later[one.dated])

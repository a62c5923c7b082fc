"""The parts that a restore map has: head, sections, summary, end mark. Pure."""

import re
import tomllib
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from functools import lru_cache
from importlib import resources

from distill.compaction.unfilled import without_comments
from distill.maps import facts
from distill.maps.problem import Problem, ProblemKind
from distill.maps.reading_sections import NumberedLine, all_lines
from distill.maps.word_pattern import word_pattern
from distill.maps.written import written_in
from distill.model import UNKNOWN_SEAT

MOST_SUMMARY_LINES = 10
LATE = timedelta(minutes=10)
"""How long a map may be worked on after the time it gives; after 15 minutes it counts as stale (`fresh_minutes`)."""
_DEEPEST_PART = 3
"""The level of headings that may be parts; deeper ones and labels are within them."""


def check_parts(text: str, modified: datetime | None = None) -> Iterator[Problem]:
    """Check the head, the sections in any of twelve languages, and the end of normalised text.

    `modified`: when the file was written last, in UTC.
    """
    lines = all_lines(text)
    yield from _head(text, lines)
    yield from _age(text, modified)
    yield from _sections(lines, text.rstrip().count("\n") + 1)
    yield from _end(text)


def _head(text: str, lines: Sequence[NumberedLine]) -> Iterator[Problem]:
    title = next((line for line in lines if line.level), None)
    if title is None or any(pattern.search(title.text.casefold()) for pattern in _parts().values()):
        yield Problem(line=1, kind=ProblemKind.NO_TITLE, message="there is no title")
    elif facts.seat_of(text, "") == UNKNOWN_SEAT:
        message = "the title names no seat, as in `name@rig`; it matters where several work here"
        yield Problem(line=title.number, kind=ProblemKind.NO_TITLE, message=message, is_wrong=False)
    if (written := written_in(text)) is None:
        yield Problem(line=1, kind=ProblemKind.NO_TIME, message="there is no `Written:` with the time in UTC")
    elif not written.zoned:
        yield Problem(line=1, kind=ProblemKind.NO_TIME, message="the time has no zone: write it in UTC, with a Z")
    if not facts.session_of(text):
        yield Problem(line=1, kind=ProblemKind.NO_SESSION, message="there is no session id", is_wrong=False)


def _age(text: str, modified: datetime | None) -> Iterator[Problem]:
    """Tell of a map that was worked on long after the time it gives: it counts as stale too early."""
    written = written_in(text)
    if written and modified and modified - written.at > LATE:
        minutes = int((modified - written.at).total_seconds() // 60)
        message = f"`Written:` is {minutes} minutes before the last change of the file: set it to the time now, in UTC"
        yield Problem(line=1, kind=ProblemKind.OLD_TIME, message=message, is_wrong=False)


def _sections(lines: Sequence[NumberedLine], last: int) -> Iterator[Problem]:
    headings = [index for index, line in enumerate(lines) if 0 < line.level <= _DEEPEST_PART]
    headings = headings[1:] if headings and lines[headings[0]].level == 1 else headings
    for name, pattern in _parts().items():
        start = next((i for i in headings if pattern.search(lines[i].text.casefold())), None)
        if start is None:
            yield Problem(line=last, kind=ProblemKind.MISSING_PART, message=f"there is no section {name}")
            continue
        body = _body(lines, start)
        if not body:
            message = f"the section {name} is empty: write None where there is nothing"
            yield Problem(line=lines[start].number, kind=ProblemKind.EMPTY_PART, message=message)
        if name == "Summary" and len(body) > MOST_SUMMARY_LINES:
            message = f"the summary has {len(body)} lines, {MOST_SUMMARY_LINES} at most are read at a glance"
            yield Problem(line=body[MOST_SUMMARY_LINES].number, kind=ProblemKind.LONG_SUMMARY, message=message)


def _body(lines: Sequence[NumberedLine], start: int) -> list[NumberedLine]:
    """Give the lines of a section that hold something."""
    level, end = lines[start].level, start + 1
    while end < len(lines) and not 0 < lines[end].level <= level:
        end += 1
    return [line for line in lines[start + 1 : end] if without_comments(line.text).strip()]


def _end(text: str) -> Iterator[Problem]:
    last = text.rstrip().count("\n") + 1
    if facts.is_whole(text):
        return
    if facts.END_MARK in text:
        line = text[: text.rindex(facts.END_MARK)].count("\n") + 2
        yield Problem(line=line, kind=ProblemKind.AFTER_END, message="something stands after the end mark")
    else:
        message = f"the last line is not {facts.END_MARK}, so nobody can tell that the map is whole"
        yield Problem(line=last, kind=ProblemKind.NO_END, message=message)


@lru_cache(maxsize=1)
def _parts() -> dict[str, re.Pattern[str]]:
    data = tomllib.loads((resources.files("distill.maps") / "map_parts.toml").read_text("utf-8"))
    return {part["name"]: word_pattern(part["words"]) for part in data["part"]}

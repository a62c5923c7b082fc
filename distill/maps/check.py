"""Check a restore map: its parts, its reading list, its figures; and write the figures."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from distill.maps.entry import entry_of
from distill.maps.list_check import check_list, neutral
from distill.maps.listed_file import Eyes, Look, look
from distill.maps.part_check import check_parts
from distill.maps.problem import Edit, Problem, ProblemKind
from distill.maps.raw_text import RawText
from distill.maps.reading_line import LineRole, ReadingLine
from distill.maps.reading_lines import reading_lines
from distill.maps.reading_words import names


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A map, and where and how its entries are looked at."""

    path: Path
    raw: RawText
    folders: tuple[Path, ...]
    count: Callable[[str], int]
    modified: datetime | None = None
    """When the map was written last, in UTC."""
    tier: int | None = None
    """The tier down to which rows are looked at; None: all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """What was found."""

    problems: tuple[Problem, ...]
    edits: tuple[Edit, ...]
    """What would mend the figures."""
    totals: tuple[int, ...]
    rows: int

    @property
    def is_right(self) -> bool:
        """Tell whether there is nothing to fail for."""
        return not any(problem.is_wrong for problem in self.problems)


def check(question: Question) -> Checked:
    """Check a map. Reads the files of its list, runs none of its commands; never raises for what it finds."""
    text = question.raw.text
    lines = _to_tier(reading_lines(text), question.tier)
    eyes = Eyes(
        folders=question.folders,
        itself=question.path,
        own_text=question.raw.edited(neutral(lines)).text,
        count=question.count,
    )
    rows = [line for line in lines if line.role is LineRole.ROW]
    found = check_list(lines, {line.number: _look(line, eyes) for line in rows})
    problems = [*check_parts(text, question.modified), *found.problems, *([] if rows else [_no_list(text)])]
    return Checked(
        problems=tuple(sorted(problems, key=lambda problem: problem.line)),
        edits=tuple(found.edits),
        totals=tuple(found.totals),
        rows=len(rows),
    )


def _look(line: ReadingLine, eyes: Eyes) -> Look:
    entry = entry_of(line.text)
    return look(entry, eyes, means_this_map=names("this_map", entry.text[:40]))


def _to_tier(lines: tuple[ReadingLine, ...], tier: int | None) -> tuple[ReadingLine, ...]:
    """Cut the list behind the tier line that closes a tier."""
    closing = [index for index, line in enumerate(lines) if line.role is LineRole.TIER]
    return lines if tier is None or tier > len(closing) else lines[: closing[tier - 1] + 1]


def _no_list(text: str) -> Problem:
    message = "there is no reading list: a table `| # | Path | ~tokens | Why |` below `## Ranked Reading List`"
    return Problem(line=text.rstrip().count("\n") + 1, kind=ProblemKind.NO_LIST, message=message)

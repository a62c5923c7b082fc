"""The figures of a reading list against what is really there: rows, running totals, tiers. Pure."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from distill.maps.entry import entry_of
from distill.maps.listed_file import Behind, Look
from distill.maps.problem import Edit, Problem, ProblemKind
from distill.maps.reading_line import LineRole, ReadingLine

TOLERANCE = 0.15
"""How far a figure may be from the count, as a share of the count."""
_LEFT_OUT = {
    Behind.FOLDER: "is a folder: list the files in it that are to be read",
    Behind.PATTERN: "stands for several files: list each of them",
    Behind.BINARY: "is no text: take it off the list",
    Behind.OVERSIZE: "is too large to be read whole: name the lines, as in `path:12-80`",
    Behind.UNREADABLE: "cannot be read",
}
_HUNDRED, _THOUSAND = 100, 1_000


@dataclass(slots=True)
class ListCheck:
    """What the check of a list found."""

    problems: list[Problem] = field(default_factory=list)
    edits: list[Edit] = field(default_factory=list)
    totals: list[int] = field(default_factory=list)
    """The running total at each tier line, and at the end where rows follow the last one."""


def check_list(lines: Sequence[ReadingLine], looks: Mapping[int, Look]) -> ListCheck:
    """Check all lines; `looks` holds what stands behind the row of each line number."""
    check = _Check(looks)
    for line in lines:
        check.take(line)
    check.end()
    return check.result


def rounded(tokens: int) -> int:
    """Round a count as a list should say it; never by more than a twentieth."""
    step = 1 if tokens < _HUNDRED else 10 if tokens < _THOUSAND else _HUNDRED
    return (tokens + step // 2) // step * step


class _Check:
    """One walk down the list, with the running total."""

    def __init__(self, looks: Mapping[int, Look]) -> None:
        self.result = ListCheck()
        self._looks = looks
        self._sum = self._in_tier = self._unknown = 0
        self._last_rank = 0
        self._after: list[ReadingLine] = []
        self._has_tiers = False

    def take(self, line: ReadingLine) -> None:
        match line.role:
            case LineRole.ROW:
                self._row(line)
            case LineRole.TIER:
                self._tier(line)
            case LineRole.TIER_HEADING:
                self._in_tier, self._after = 0, []

    def end(self) -> None:
        if self._after or not self._has_tiers:
            self.result.totals.append(self._sum)
        for line in self._after if self._has_tiers else ():
            self._say(line, ProblemKind.AFTER_LAST_TIER, "stands after the last tier line", is_wrong=False)

    def _row(self, line: ReadingLine) -> None:
        self._in_tier += 1
        self._after.append(line)
        if line.rank is not None and line.rank <= self._last_rank:
            self._say(line, ProblemKind.RANK, f"comes after rank {self._last_rank}", is_wrong=False)
        self._last_rank = line.rank or self._last_rank
        self._sum += self._value(line, self._looks[line.number])

    def _value(self, line: ReadingLine, look: Look) -> int:
        """Give what a row adds to the total."""
        if look.behind in _LEFT_OUT:
            why = f" ({look.detail})" if look.detail else ""
            self._say(line, ProblemKind.NOT_COUNTED, f"{_LEFT_OUT[look.behind]}{why}; it is left out of the totals")
            return 0
        if look.behind is Behind.MISSING:
            self._say(line, ProblemKind.MISSING_FILE, "does not exist")
        for beyond in (lines for lines in entry_of(line.text).ranges if look.tokens is not None):
            if beyond.last > look.line_count:
                self._say(line, ProblemKind.BEYOND_END, f"{beyond} is beyond the end: it has {look.line_count} lines")
        return self._figure(line, look)

    def _figure(self, line: ReadingLine, look: Look) -> int:
        typed = line.figure.tokens if line.figure else None
        if look.tokens is None:
            self._unknown += typed is None
            return typed or 0
        if typed is not None and abs(typed - look.tokens) <= TOLERANCE * look.tokens:
            return typed
        wanted = rounded(look.tokens)
        if typed is not None:
            self._say(line, ProblemKind.FIGURE, f"says {typed} tokens, a recount gives {wanted}")
        elif line.blank:
            self._say(line, ProblemKind.NO_FIGURE, f"has no figure, a count gives {wanted}")
        else:
            return 0
        self._write(line, wanted)
        return wanted

    def _tier(self, line: ReadingLine) -> None:
        self._has_tiers = True
        if not self._in_tier:
            self._say(line, ProblemKind.EMPTY_TIER, "closes a tier without rows")
        self._in_tier, self._after = 0, []
        self.result.totals.append(self._sum)
        typed = line.figure.tokens if line.figure else None
        if typed is not None and abs(typed - self._sum) <= _half_a_unit(line.figure.written if line.figure else ""):
            return
        unknown = f", and {self._unknown} without a figure" if self._unknown else ""
        if typed is not None:
            self._say(line, ProblemKind.TOTAL, f"says {typed} tokens, the rows add up to {self._sum}{unknown}")
        elif line.blank:
            self._say(line, ProblemKind.TOTAL, f"has no total, the rows add up to {self._sum}{unknown}")
        self._write(line, self._sum)

    def _write(self, line: ReadingLine, tokens: int) -> None:
        if line.figure:
            end = line.figure.start + len(line.figure.written)
            self.result.edits.append(Edit(line.number, line.figure.start, end, str(tokens)))
        elif line.blank:
            self.result.edits.append(Edit(line.number, *line.blank, f"~{tokens}"))

    def _say(self, line: ReadingLine, kind: ProblemKind, what: str, *, is_wrong: bool = True) -> None:
        subject = line.text if line.role is LineRole.TIER else f"row {line.rank or '—'}, {entry_of(line.text).text}:"
        self.result.problems.append(
            Problem(line=line.number, kind=kind, message=f"{subject or 'tier line'} {what}", is_wrong=is_wrong)
        )


def _half_a_unit(written: str) -> int:
    """Tell how exact a figure is meant: `12k` stands for what rounds to it."""
    if written[-1:] not in {"k", "K"}:
        return 0
    return 50 if "." in written or "," in written else 500


def neutral(lines: Sequence[ReadingLine]) -> Iterator[Edit]:
    """Give edits after which no figure of the list is left, so that a map's own size does not depend on them."""
    for line in lines:
        if line.figure:
            start = line.figure.start
            yield Edit(line.number, start, start + len(line.figure.written), "0000")
        elif line.blank:
            yield Edit(line.number, *line.blank, "~0000")

"""A brain dump: what an agent knows and no file says, in nine sections. Recognise and check one. Pure."""

import re
from collections.abc import Iterator
from itertools import pairwise

from distill.maps.problem import Problem, ProblemKind

SECTIONS = ("Road", "Now", "Decisions and WHY", "User", "Blockers", "Findings", "Team", "Next", "Pitfalls")
"""The nine sections of the skill, in their order."""
ENOUGH = 5
"""How many of the sections make a text a brain dump."""
SHORTEST = 16
"""Letters and digits from which a line or a clause counts as a repetition."""
_HEAD = re.compile(
    r"[ \t]{0,3}(?:#{1,6}[ \t]+)?(?:\*\*)?(?:(\d)[.)][ \t]*)?(?:\*\*)?"
    r"([A-Za-z][A-Za-z ]{1,20}?)(?:\*\*|[ \t]*$|[:—–]|[ \t]-)"  # noqa: RUF001
)
_CLAUSE = re.compile(r"[.;。；!?]\s*|:\s+|\s+[-—–]\s+")  # noqa: RUF001
_NOT_WORDS = re.compile(r"[\W_]+")


def is_dump(text: str) -> bool:
    """Tell whether a text is a brain dump rather than a map."""
    return len({name for _, name in _heads(text)}) >= ENOUGH and "reading list" not in text.casefold()


def check_dump(text: str, earlier: str = "") -> Iterator[Problem]:
    """Name sections that are missing or empty, and lines that the earlier text holds already."""
    lines = text.split("\n")
    heads = list(_heads(text))
    first: dict[str, int] = {}
    for number, name in heads:
        if name in first:
            message = f"the section {name} stands here again, first on line {first[name]}"
            yield Problem(line=number, kind=ProblemKind.REPEATED_PART, message=message)
        first.setdefault(name, number)
    for name in SECTIONS:
        if name not in first:
            message = f"there is no section {name}: write None where there is nothing"
            yield Problem(line=text.rstrip().count("\n") + 1, kind=ProblemKind.MISSING_PART, message=message)
    for (number, name), (end, _) in pairwise([*heads, (len(lines) + 1, "")]):
        if not _content(lines[number - 1 : end - 1]):
            message = f"the section {name} is empty: write None where there is nothing"
            yield Problem(line=number, kind=ProblemKind.EMPTY_PART, message=message)
    yield from _repeated(lines, earlier)


def _heads(text: str) -> Iterator[tuple[int, str]]:
    names = {_bare(name): name for name in SECTIONS} | {"decisions": "Decisions and WHY"}
    for number, line in enumerate(text.split("\n"), 1):
        match = _HEAD.match(line[:80])
        if match and (name := names.get(_bare(match[2]))) and (match[1] or line.lstrip()[:1] in {"#", "*"}):
            yield number, name


def _content(lines: list[str]) -> str:
    match = _HEAD.match(lines[0][:80])
    rest = lines[0][match.end() :] if match else ""
    return _NOT_WORDS.sub("", rest + "".join(lines[1:]))


def _repeated(lines: list[str], earlier: str) -> Iterator[Problem]:
    known = {bare for clause in _CLAUSE.split(earlier.replace("\n", ". ")) if len(bare := _bare(clause)) >= SHORTEST}
    for number, line in enumerate(lines, 1):
        if any(_bare(clause) in known for clause in _CLAUSE.split(line)):
            message = "repeats what the earlier text says: only what is new belongs here"
            yield Problem(line=number, kind=ProblemKind.REPEATED_LINE, message=message)


def _bare(text: str) -> str:
    return _NOT_WORDS.sub("", text.casefold())

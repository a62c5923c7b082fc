"""Which lines the programs `cat`, `nl`, `head`, `tail`, `sed` and `awk` let through."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from distill.agents.transcripts.read_facts import WHOLE, Span

DEFAULT_COUNT = 10
"""Lines that `head` and `tail` give without a number."""
_COUNT = re.compile(r"-(?:n|-lines=)?(?P<number>[+-]?\d{1,9})")
_SED_PART = re.compile(r"(?P<first>\d{1,9}|\$)?(?:,(?P<last>\+?\d{1,9}|\$))?(?P<verb>[pq])")
_NR = re.compile(r"NR(?P<sign>[<>]=?|==)(?P<number>\d{1,9})")
_AWK_RANGE = re.compile(r"NR==(?P<first>\d{1,9}),NR==(?P<last>\d{1,9})")
_AWK_PRINT = re.compile(r'\{(?:print|print\$0|print(?:NR|FNR)[^{}]{0,40}\$0|printf"[^"{}]{0,40}",(?:NR|FNR),\$0)\}')


@dataclass(frozen=True, slots=True)
class Filter:
    """What a program lets through, and the files it was given; none: it reads what the program before it prints."""

    spans: tuple[Span, ...]
    files: tuple[str, ...] = ()
    joins: bool = False
    """It numbers the lines of several files as one."""


def filter_of(words: Sequence[str]) -> Filter | None:
    """Tell what a program of these words lets through; None where that is not known."""
    known = _PROGRAMS.get(words[0].rpartition("/")[2]) if words else None
    return known(words[1:]) if known else None


def _all(words: Sequence[str]) -> Filter | None:
    """Read `cat`, `nl`, `less`, `more`: all lines, whatever the switches say about how they look."""
    return Filter((WHOLE,), _files(words))


def _bat(words: Sequence[str]) -> Filter | None:
    if any(word.startswith(("-r", "--line-range")) for word in words):
        return None
    return _all(words)


def _head(words: Sequence[str]) -> Filter | None:
    found = _counted(words)
    if found is None:
        return None
    number, files = found
    if number.startswith("-"):
        return Filter((Span(1, -int(number[1:]) - 1),), files)
    return Filter((Span(1, int(number)),) if int(number) else (), files)


def _tail(words: Sequence[str]) -> Filter | None:
    found = _counted(words)
    if found is None:
        return None
    number, files = found
    if number.startswith("+"):
        return Filter((Span(max(1, int(number))),), files)
    count = int(number.lstrip("-"))
    return Filter((Span(-count),) if count else (), files)


def _counted(words: Sequence[str]) -> tuple[str, tuple[str, ...]] | None:
    """Read the number of lines that `head` and `tail` are given; None where they count bytes or follow a file."""
    number, rest = str(DEFAULT_COUNT), list(words)
    files: list[str] = []
    while rest:
        word = rest.pop(0)
        if word in {"-n", "--lines"} and rest:
            number = rest.pop(0)
        elif match := _COUNT.fullmatch(word):
            number = match["number"]
        elif word in {"-q", "-v", "--quiet", "--silent", "--verbose"}:
            continue
        elif word == "--":
            files, rest = [*files, *rest], []
        elif word.startswith("-") and word != "-":
            return None
        else:
            files.append(word)
    return (number, tuple(files)) if re.fullmatch(r"[+-]?\d{1,9}", number) else None


def _sed(words: Sequence[str]) -> Filter | None:
    quiet, scripts, files = False, [], []
    rest = list(words)
    while rest:
        word = rest.pop(0)
        if word in {"-n", "--quiet", "--silent", "-ne", "-nE", "-nr", "-En"}:
            quiet = True
            scripts += [rest.pop(0)] if word == "-ne" and rest else []
        elif word in {"-e", "--expression"} and rest:
            scripts.append(rest.pop(0))
        elif word.startswith("-") and word not in {"-", "-E", "-r", "-u"}:
            return None
        elif not word.startswith("-") or word == "-":
            files.append(word)
    if not scripts and files:
        scripts = [files.pop(0)]
    spans = _sed_spans(";".join(scripts), quiet=quiet)
    return None if spans is None else Filter(spans, tuple(files), joins=True)


def _sed_spans(script: str, *, quiet: bool) -> tuple[Span, ...] | None:
    found: list[Span] = []
    for part in filter(None, (p.strip() for p in re.split(r"[;\n]", script.strip()))):
        match = _SED_PART.fullmatch(part.replace(" ", ""))
        if match is None:
            return None
        if match["verb"] == "q":
            if not (match["first"] or "").isdigit() or match["last"]:
                return None
            found += [] if quiet else [Span(1, int(match["first"]))]
        elif quiet:
            found.append(_sed_span(match["first"], match["last"]))
        else:
            return None
    return tuple(found) or None


def _sed_span(first: str | None, last: str | None) -> Span:
    if first is None:
        return WHOLE
    if first == "$":
        return Span(-1)
    begin = int(first)
    if last is None:
        return Span(begin, begin)
    if last == "$":
        return Span(begin)
    end = begin + int(last[1:]) if last.startswith("+") else int(last)
    return Span(begin, max(begin, end))


def _awk(words: Sequence[str]) -> Filter | None:
    if not words or words[0].startswith("-"):
        return None
    spans = _awk_spans(re.sub(r"\s", "", words[0]))
    return None if spans is None else Filter(spans, _files(words[1:]), joins=True)


def _awk_spans(program: str) -> tuple[Span, ...] | None:
    condition = _AWK_PRINT.sub("", program, count=1) if _AWK_PRINT.search(program) else program
    if condition in {"", "1"}:
        return (WHOLE,) if program else None
    if between := _AWK_RANGE.fullmatch(condition):
        begin, end = int(between["first"]), int(between["last"])
        return (Span(begin, end if end >= begin else None),)  # an end that lies before never comes
    first, last = 1, None
    for part in condition.split("&&"):
        match = _NR.fullmatch(part)
        if match is None:
            return None
        number, sign = int(match["number"]), match["sign"]
        if sign in {">", ">=", "=="}:
            first = max(first, number + (sign == ">"))
        if sign in {"<", "<=", "=="}:
            last = min(number - (sign == "<"), last or number)
    return (Span(first, last),) if last is None or last >= first else ()


def _files(words: Sequence[str]) -> tuple[str, ...]:
    before = list(words[: words.index("--")]) if "--" in words else list(words)
    after = list(words[words.index("--") + 1 :]) if "--" in words else []
    return tuple([word for word in before if not word.startswith("-") or word == "-"] + after)


_PROGRAMS: dict[str, Callable[[Sequence[str]], Filter | None]] = {
    "cat": _all, "nl": _all, "less": _all, "more": _all, "tac": _all, "bat": _bat, "batcat": _bat, "head": _head,
    "tail": _tail, "sed": _sed, "awk": _awk, "gawk": _awk, "mawk": _awk,
}  # fmt: skip

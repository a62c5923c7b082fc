"""Which lines a tool's answer shows, as the client numbered them, and whether the client cut it."""

import re
from collections.abc import Iterator

from distill.agents.transcripts.read_facts import Span

MOST_LINES = 200_000
HEAD = 400
"""Characters at the beginning of an answer in which a client says that it cut it."""
_NUMBERED = re.compile(r"^ *(\d{1,9})(?:\t|→)", re.MULTILINE)
_PREVIEW = re.compile(r"\s*(?:<persisted-output>|Output too large\b)")
_CUT = re.compile(
    r"^\s*\.\.\. \[[\d,]{1,12} (?:lines|characters) truncated\]|…\s?[\d,]{1,12} (?:tokens|chars|lines) truncated\s?…",
    re.MULTILINE,
)
_WARNING = re.compile(r"(?:\A|\nOutput:\n)Warning: truncated output")
_SHOWN_HEAD = re.compile(r"Preview \(first [^()\n]{1,40}\):\n")
_COMPLAINT = re.compile(
    r"^(?:\S{0,200}/)?(?:cat|nl|head|tail|sed|less|more|g?awk|mawk|tac|bat): (.{1,400})$", re.MULTILINE
)
MOST_COMPLAINTS = 50
_LINE_TOTAL = re.compile(r"\A\s*Total output lines: \d{1,9}\n\n?")


def is_preview(text: str) -> bool:
    """Tell whether the client filed the output away and showed its beginning only."""
    return bool(_PREVIEW.match(text[:HEAD]))


def is_cut(text: str) -> bool:
    """Tell whether the client says that it left a part of the output out."""
    return is_preview(text) or bool(_WARNING.search(text[:HEAD])) or bool(_CUT.search(text))


def numbered(text: str) -> tuple[Span, ...]:
    """Give the lines that an answer shows, where each begins with its number."""
    spans: list[Span] = []
    first = last = 0
    for number in _numbers(text):
        if number == last + 1 and first:
            last = number
            continue
        spans += [Span(first, last)] if first else []
        first = last = number
    return tuple([*spans, Span(first, last)] if first else spans)


def _numbers(text: str) -> Iterator[int]:
    for count, match in enumerate(_NUMBERED.finditer(text)):
        if count >= MOST_LINES:
            return
        yield int(match[1])


def whole_lines_around_the_cut(text: str) -> tuple[int, int]:
    """Count the whole lines of an output before the place where it was cut, and behind it."""
    if is_preview(text):
        shown = _SHOWN_HEAD.search(text[: 2 * HEAD])
        return (text[shown.end() :].removesuffix("</persisted-output>").rstrip("\n.").count("\n") if shown else 0), 0
    warning = _WARNING.search(text[:HEAD])
    body = _LINE_TOTAL.sub("", text[text.index("\n", warning.end()) + 1 :]) if warning and "\n" in text else text
    cut = _CUT.search(body)
    if cut is None:
        return 0, 0
    before, behind = body[: cut.start()], body[cut.end() :]
    return before.count("\n"), max(0, behind.rstrip("\n").count("\n"))


def complaints(text: str) -> tuple[str, ...]:
    """Give what programs that print files said about files that they could not print."""
    return tuple(match[1] for match, _ in zip(_COMPLAINT.finditer(text), range(MOST_COMPLAINTS), strict=False))

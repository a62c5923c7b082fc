"""The lines of a reading list that is a numbered or a bulleted list."""

import re
from collections.abc import Iterator, Sequence

from distill.maps.figures import Figure, figure_in
from distill.maps.reading_line import LineRole, ReadingLine, names_tier
from distill.maps.reading_sections import NumberedLine

_ITEM = re.compile(
    r"([ \t>]{0,12})(?:(\d{1,6})[.)、．]|[(（](\d{1,6})[)）]|[-*+•](?=[ \t]))[ \t]*(?:\[[ xX]\][ \t]+)?(?=\S)"  # noqa: RUF001
)
_OPENED = re.compile(r"\**(?:`[^`]{1,1000}`|\[[^\[\]]{1,500}\]\([^()]{1,1000}\))\**(?::\d[\d,–-]{0,40})?")  # noqa: RUF001
_TO_NOTE = re.compile(r"[ \t](?=[-–—→(（\[~≈])|[–—→(（]|:[ \t]")  # noqa: RUF001
_TOKENS = re.compile(r"^[ ]?(?:tokens?|tok)?[ ]?[)）\]]?", re.IGNORECASE)  # noqa: RUF001
_EDGE = " \t-–—→:：,;.([（)]）~≈"  # noqa: RUF001
_LONGEST = 2_000


def item_lines(lines: Sequence[NumberedLine]) -> Iterator[ReadingLine]:
    """Read the items that are of one kind with the first; deeper ones are notes."""
    first: re.Match[str] | None = None
    opens = True
    for line in lines:
        match = _ITEM.match(line.text)
        if names_tier(line.text[match.end() if match else 0 :][:_LONGEST]) and (match or _is_alone(line.text)):
            opens = opens and first is None
            yield _tier(line, opens=opens)
        elif match and (first is None or _is_like(match, first)):
            first = first or match
            yield _item(line, match)


def _is_like(match: re.Match[str], first: re.Match[str]) -> bool:
    numbered = [bool(m[2] or m[3]) for m in (match, first)]
    return numbered[0] == numbered[1] and len(match[1]) <= len(first[1]) + 1


def _is_alone(text: str) -> bool:
    """Tell whether a line that names a tier is a heading, a label or a rule rather than a sentence."""
    return len(text) < 120  # noqa: PLR2004 - longer ones are running text


def _tier(line: NumberedLine, *, opens: bool) -> ReadingLine:
    return ReadingLine(
        number=line.number,
        role=LineRole.TIER_HEADING if opens or line.level else LineRole.TIER,
        text=line.text.strip(" \t#*_-–—>"),  # noqa: RUF001
        figure=figure_in(line.text, sure=True),
    )


def _item(line: NumberedLine, match: re.Match[str]) -> ReadingLine:
    text = line.text[: match.end() + _LONGEST]
    end = _entry_end(text, match.end())
    figure = figure_in(text[end:], sure=True)
    if figure:
        figure = Figure(figure.tokens, figure.written, figure.start + end)
    rank = match[2] or match[3]
    return ReadingLine(
        number=line.number,
        role=LineRole.ROW,
        text=text[match.end() : end].strip().strip("*_"),
        rank=int(rank) if rank else None,
        figure=figure,
        why=_why(text, end, figure),
    )


def _entry_end(text: str, start: int) -> int:
    if opened := _OPENED.match(text, start):
        return opened.end()
    note = _TO_NOTE.search(text, start + 1)
    return note.start() if note else len(text)


def _why(text: str, end: int, figure: Figure | None) -> str:
    if figure is None:
        return text[end:].strip(_EDGE)
    before = text[end : figure.start].strip(_EDGE)
    after = _TOKENS.sub("", text[figure.start + len(figure.written) :], count=1).strip(_EDGE)
    return " ".join(part for part in (before, after) if part)

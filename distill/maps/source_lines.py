"""What is mended in the lines of a map before they are parsed; no line is added or taken away."""

import re
from collections.abc import Iterator, Sequence

_FENCE = re.compile(r"(?:[-*+>]|\d{1,9}[.)]|[ \t])*(`{3,}|~{3,})(.*)$")
# `##Heading` is meant as one; a single `#word` or `#61` is a tag or a number.
_TIGHT_HEADING = re.compile(r"( {0,3}#{2,6})(?=[^\W\d_])")
_WRAPPER = re.compile(
    r"[ \t]*</?(?:details|summary|div|section|article|center|span|p|br|ul|ol|table|tbody|thead)\b[^>]*>", re.IGNORECASE
)
_TAGS = re.compile(r"</?(?:details|div|section|article|center|p|br|ul|ol|table|tbody|thead)\b[^>]*>", re.IGNORECASE)
_SUMMARY = re.compile(r"<summary\b[^>]*>(.*?)</summary>", re.IGNORECASE)
_SUMMARY_TAG = re.compile(r"</?summary\b[^>]*>", re.IGNORECASE)
_COMMENT_OPEN = re.compile(r"[ \t]*<!--")


def prepared(lines: Sequence[str]) -> list[str]:
    """Blank out comments and the tags of HTML wrappers, and give headings their blank; fences stay as they are."""
    return list(_prepared(lines, _last_comment_end(lines)))


def _prepared(lines: Sequence[str], last_comment_end: int) -> Iterator[str]:
    fence = ""
    in_comment = False
    for number, line in enumerate(lines):
        if in_comment:
            _, end, tail = line.partition("-->")
            in_comment = not end
            yield tail if end else ""
            continue
        if match := fence_mark(line):
            fence = next_fence(fence, match)
        elif not fence and "<" in line and _COMMENT_OPEN.match(line):
            line, in_comment = _without_comment(line, closes=number <= last_comment_end)  # noqa: PLW2901 - mended line
        elif not fence:
            line = _mended(line)  # noqa: PLW2901 - mended line
        yield line


def fence_mark(line: str) -> re.Match[str] | None:
    """Find the mark of a line that may open or close a fence, in a list item or quotation too."""
    return _FENCE.match(line) if "```" in line or "~~~" in line else None


def next_fence(fence: str, match: re.Match[str]) -> str:
    """Give the fence that is open after a mark; empty when none is."""
    mark, info = match[1], match[2]
    if not fence:
        return "" if mark[0] == "`" and "`" in info else mark
    closes = mark[0] == fence[0] and len(mark) >= len(fence) and not info.strip()
    return "" if closes else fence


def _without_comment(line: str, *, closes: bool) -> tuple[str, bool]:
    """Drop a comment that opens a line; one that never ends is text, or it would hide the rest of the map."""
    start = line.index("<!--")
    if not closes:
        return line[:start] + line[start + 4 :], False
    _, end, tail = line[start + 4 :].partition("-->")
    return (tail if end else ""), not end


def _mended(line: str) -> str:
    if "##" in line:
        line = _TIGHT_HEADING.sub(r"\1 ", line, count=1) if _TIGHT_HEADING.match(line) else line
    if "<" in line and _WRAPPER.match(line):
        line = _SUMMARY_TAG.sub("", _TAGS.sub("", _SUMMARY.sub(r"**\1**", line)))
    return line


def _last_comment_end(lines: Sequence[str]) -> int:
    return max((number for number, line in enumerate(lines) if "-->" in line), default=-1)

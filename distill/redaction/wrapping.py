"""Wrapped tokens: where a token goes on after a line break, as terminals and tables make them."""

import re

from distill.redaction.allowed import is_id
from distill.redaction.values import is_hex, is_plain, is_random, is_reference, is_words, kinds

# the break itself: a real or an escaped newline, with the prefix of a quoted or indented line; a break in a table cell
_BREAK = re.compile(
    r"\\?\r?\n[ \t>|]{0,12}|<br ?/?>|[ \t]?\\\n[ \t]{0,8}"
    r"|[ \t]{0,120}[│┃║][ \t]{0,8}\r?\n[ \t]{0,12}[│┃║][ \t]{0,8}"
)
_PART = r"[A-Za-z0-9+/=_.~-]{3,511}[A-Za-z0-9+/=_]"
_REST = re.compile(rf"{_PART}(?=[ \t\"'`)>,]{{0,4}}(?:[ \t]{{0,120}}[│┃║][ \t]{{0,8}})?(?:\r?\n|\Z))")
_REST_IN_TALK = re.compile(rf"{_PART}(?=[.,;:)\"'`]{{0,3}}[ \t])")  # goes on with other words
_REST_OF_CELL = re.compile(rf"{_PART}(?=[ \t`]{{0,4}}(?:\||<br|\r?\n|\Z))")
_JOINED = re.compile(
    r"(?:[\"'`][ \t]{0,4}(?:\+|\.{1,2}|&)?[ \t]{0,4}\\?(?:\r?\n[ \t]{0,40})?(?:\+|\.{1,2}|&)?[ \t]{0,4}[\"'`])"
    r"(?P<rest>[A-Za-z0-9+/=_.~!#$%^*?@-]{4,512})(?=[\"'`])"
)
_NAME = re.compile(r"[+-]?[A-Za-z_][A-Za-z0-9_.-]{0,60}[=:](?![=]|\Z)|[-=_.~]+\Z")
_SEAM = re.compile(
    r"[ \t]{0,120}[│┃║][ \t]{0,8}\r?\n[ \t]{0,12}[│┃║][ \t]{0,8}|\\?\r?\n[ \t>|]{0,12}|<br ?/?>|\\{1,2}[nr]"
)
_SHELL_BREAK = re.compile(r"\\\r?\n")  # nothing before or behind it: to a shell both lines are one word
_BREAKING = frozenset("\\\r\n< \t│┃║\"'`")
"""What a break or a joint may begin with."""
_BLANKS = frozenset(" \t")
_SHORTEST_TORN = 10
_DIGEST_SIZES = (10, 11, 12, 16, 32, 40, 64, 128)
_SHORTEST_REST = 7
_LONGEST_NAME = 40
_MOST_PARTS = 100
_MOST_LINES = 12


def parts(value: str) -> list[str]:
    """List the lines of a value that is wrapped or a block, and the value with its breaks taken out."""
    if value.isalnum():
        return []
    lines = _SEAM.split(value)
    return ["".join(lines), *lines[:_MOST_PARTS]] if len(lines) > 1 else []


def continued(text: str, end: int, *, capitals: bool = False) -> int:
    """Return where a token that stops at a line's end really ends; `end` itself when it is not wrapped.

    `capitals` lets the rest be letters that could be a name, as after a vendor's prefix.
    """
    for _ in range(_MOST_LINES):
        rest = _next_part(text, end, capitals=capitals)
        if rest is None:
            break
        end = rest
    return end


def _next_part(text: str, end: int, *, capitals: bool) -> int | None:
    after = text[end : end + 2]
    if after[:1] not in _BREAKING or (after[:1] in _BLANKS and after[1:].isalnum()):
        return None
    if joined := _JOINED.match(text, end):
        return joined.end() if _token_like(joined["rest"]) and _is_joint(text, end, joined) else None
    gap = _BREAK.match(text, end)
    rest = gap and (_REST_OF_CELL if "<" in gap.group() else _REST).match(text, gap.end())
    if gap and not rest and (rest := _REST_IN_TALK.match(text, gap.end())) and not _is_torn_off(rest.group()):
        return None
    if gap and rest and _SHELL_BREAK.fullmatch(gap.group()) and not rest.group().startswith("-"):
        return rest.end()
    if (
        not rest
        or is_id(rest.group())
        or _is_assignment(rest.group())
        or is_reference(rest.group())
        or not (_token_like(rest.group()) or (capitals and _has_capitals(rest.group())))
    ):
        return None
    return rest.end()


def _is_torn_off(part: str) -> bool:
    """Tell the rest of a token before other words: mixed throughout, or hexadecimal of no digest's length."""
    if is_hex(part):
        return len(part) >= _SHORTEST_TORN and len(part) not in _DIGEST_SIZES
    return len(part) >= _SHORTEST_TORN and is_random(part) and kinds(part) > 2 and not is_words(part)  # noqa: PLR2004


def _is_joint(text: str, end: int, joined: re.Match[str]) -> bool:
    """Tell two pieces of one string from two strings: a sign or a line break joins them, no comma or blank alone."""
    between = text[end + 1 : joined.start("rest") - 1]
    if text[end] == "`" and not between.strip():  # two pieces of code in Markdown
        return False
    return bool(between.strip(" \t")) and text[end] == text[joined.start("rest") - 1] == text[joined.end()]


def _has_capitals(part: str) -> bool:
    return part.isalpha() and len(part) >= _SHORTEST_REST and part[1:].lower() != part[1:]


def _is_assignment(part: str) -> bool:
    """Tell a name and its sign from a token with a sign inside, as Atlassian's have."""
    name = _NAME.match(part)
    return name is not None and (name.end() < _LONGEST_NAME or is_plain(name.group().rstrip("=:")))


def _token_like(part: str) -> bool:
    mixed = any(c.isdigit() for c in part) or (part.lower() != part and part.upper() != part)
    return mixed and not is_plain(part)

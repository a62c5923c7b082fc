"""What an entry of a reading list means: a path with ranges of lines, a command, or a name."""

import re
from dataclasses import dataclass
from enum import StrEnum

from distill.maps.reading_words import names, words
from distill.model import Lines

_SPAN = re.compile(r"(`{1,4})(?!`)([^`]{1,1000})\1(?!`)")
_LINK = re.compile(r"\[([^\[\]]{0,500})\]\(\s{0,4}<?([^()<>\s]{1,1000})>?[^()]{0,300}\)")
_MARKS = re.compile(r"\*\*|__|~~")
_PROMPT = re.compile(r"[$!>] +(\S.*)$")
_NUMBERS = r"L?(\d{1,9})(?:\s?[-–—~:]\s?L?(\d{1,9}))?"  # noqa: RUF001
_RANGE = re.compile(_NUMBERS)
_RANGES = re.compile(
    rf"(?::|#(?=L)|[ (,]{{1,3}}(?:lines?|zeilen?|строки?|lignes?|líneas?|linhas?|righe|行|第|줄)?[ ]{{0,2}}(?=L?\d))"
    rf"({_NUMBERS}(?:\s?,\s?{_NUMBERS}){{0,50}})\s?行?\)?$",
    re.IGNORECASE,
)
_EXTENSION = re.compile(r"(?<![/\\.])\.[A-Za-z][\w+-]{0,11}$")
_URL = re.compile(r"[a-z][a-z0-9+.-]{1,20}://", re.IGNORECASE)
_NOTE = re.compile(r"\s+(?:[(（\[—–→§].*|-{1,2} .*|[a-zà-ÿ]{2,}.*)$|[,;:]\s.*$|[—–→].*$")  # noqa: RUF001
_EITHER = re.compile(r"\w{1,3}/\w{1,3}$")
"""`N/A` and `24/7` are no paths."""
_COMMAND_WORD = re.compile(r"[a-z][\w.+-]{0,40}$")
_NOT_PROSE = re.compile(r"(?:^|\s)-{1,2}\w|[|<>$=*]|\s\S*[/.]\S")


class EntryKind(StrEnum):
    """What is to be done with an entry."""

    PATH = "path"
    COMMAND = "command"
    NAME = "name"


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry without its markup."""

    text: str
    kind: EntryKind
    ranges: tuple[Lines, ...] = ()


def entry_of(cell: str) -> Entry:
    """Read an entry from a cell or the text of a list item: code spans and links opened, `path:12-80` taken apart."""
    quoted, text = _opened(" ".join(cell[:2000].split()))
    if match := _PROMPT.match(text):
        return Entry(match[1], EntryKind.COMMAND)
    if _URL.match(text) or names("this_map", text[:40]):
        return Entry(text, EntryKind.NAME)
    if _is_command(text, quoted=quoted):
        return Entry(text, EntryKind.COMMAND)
    return _path_or_name(text)


def _path_or_name(text: str) -> Entry:
    bare, ranges = _without_ranges(text)
    if _is_path(bare):
        return Entry(bare.removeprefix("@"), EntryKind.PATH, ranges)
    noted, ranges = _without_ranges(_NOTE.sub("", text, count=1).strip())
    if noted != bare and _is_path(noted):
        return Entry(noted.removeprefix("@"), EntryKind.PATH, ranges)
    return Entry(text, EntryKind.NAME)


def _opened(text: str) -> tuple[bool, str]:
    """Give the text of a leading code span or link, and whether it was a code span."""
    text = _MARKS.sub("", text).strip()
    if (match := _LINK.match(text)) is not None:
        label, target = match[1].strip().strip("`").strip(), match[2]
        rest = text[match.end() :].strip()
        return False, f"{label if _URL.match(target) or target.startswith('#') else target} {rest}".strip()
    if (match := _SPAN.match(text)) is None:
        return False, text.replace("`", "")
    inner, rest = match[2].strip(), text[match.end() :]
    found = _RANGES.fullmatch(rest.rstrip()) if rest.strip() else None
    return True, inner + (rest.rstrip() if found else "")


def _without_ranges(text: str) -> tuple[str, tuple[Lines, ...]]:
    match = _RANGES.search(text[-400:])
    if match is None:
        return text, ()
    pairs = [(int(first), int(last or first)) for first, last in _RANGE.findall(match[1])]
    ranges = tuple(Lines(min(pair), max(pair)) for pair in pairs if min(pair) > 0)
    return text[: len(text) - len(match[0])].rstrip(), ranges


def _is_command(text: str, *, quoted: bool) -> bool:
    first, _, rest = text.partition(" ")
    known = first in words()["commands"]
    if not rest:
        return quoted and known
    if quoted:
        return known or (bool(_COMMAND_WORD.match(first)) and not _EXTENSION.search(first) and not _is_range(rest))
    return known and (first not in words()["prose_commands"] or bool(_NOT_PROSE.search(text)))


def _is_range(rest: str) -> bool:
    return bool(_RANGES.fullmatch(f" {rest.strip()}"))


def _is_path(text: str) -> bool:
    if not text or len(text) > 1000 or _URL.match(text):  # noqa: PLR2004 - no path is that long
        return False
    if " " in text:
        first = text.partition(" ")[0]
        return bool(_EXTENSION.search(text)) and not _EXTENSION.search(first) and ("/" in text or "\\" in text)
    looks = "/" in text or "\\" in text or text.startswith((".", "~")) or bool(_EXTENSION.search(text))
    return (looks and any(c.isalnum() for c in text) and not _EITHER.match(text)) or text.casefold() in words()[
        "bare_files"
    ]

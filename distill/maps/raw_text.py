"""A map's bytes as text in which single places can be changed, and all else stays as it is to the byte."""

import codecs
import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby

from distill.maps.decode import normalise, places
from distill.maps.problem import Edit

_LINE = re.compile(r"([^\n\r\x85\u2028\u2029]*)(\r\n|[\n\r\x85\u2028\u2029]|\Z)")
_UTF16 = {codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}


@dataclass(frozen=True, slots=True)
class RawText:
    """Text with the line ends, marks and control characters that the file has, and its encoding."""

    raw: str
    encoding: str

    @property
    def text(self) -> str:
        """Give the normalised text, in which lines and places are counted."""
        return normalise(self.raw)

    def edited(self, edits: Iterable[Edit]) -> "RawText":
        """Replace what the edits name; they must not overlap."""
        lines = [list(match.groups()) for match in _LINE.finditer(self.raw)]
        for number, group in groupby(sorted(edits), key=lambda edit: edit.line):
            lines[number - 1][0] = _edited(lines[number - 1][0], list(group))
        return RawText("".join(part for line in lines for part in line), self.encoding)

    def data(self) -> bytes:
        """Give the bytes."""
        return self.raw.encode(self.encoding, _errors(self.encoding))


def raw_text(data: bytes) -> RawText | None:
    """Read bytes; None where they are no text that could be written back as it was."""
    encoding = _UTF16.get(data[:2], "utf-8")
    try:
        found = RawText(data.decode(encoding, _errors(encoding)), encoding)
        return found if found.data() == data else None
    except UnicodeError:
        return None


def _errors(encoding: str) -> str:
    return "surrogateescape" if encoding == "utf-8" else "surrogatepass"


def _edited(line: str, edits: list[Edit]) -> str:
    place = places(line)
    for edit in reversed(edits):
        start, end = place[edit.start], place[edit.end - 1] + 1 if edit.end > edit.start else place[edit.start]
        line = line[:start] + edit.text + line[end:]
    return line

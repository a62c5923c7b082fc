"""One constraint as values, and as the line that the registry has for it."""

import hashlib
import re
import unicodedata
from dataclasses import dataclass
from datetime import date

from distill.constraints import light
from distill.model import Force, Lines
from distill.pages.escape import escape, literal
from distill.pages.quotation import quoted
from distill.pages.text import nfc, one_line

LONGEST = 1_000
"""Longest text in characters; a longer one is no rule that anybody could be reminded of."""
DIGITS = 6
MOST_DIGITS = 64
MARKUP = re.compile(r"[*_`\"'\u2018-\u201f\u00ab\u00bb\u300c-\u300f]+")
"""Signs of emphasis, code and quotation: the same rule is written with them and without."""
ENDS = " .,;:!\u3002\uff01\uff0c"


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A constraint of the registry."""

    text: str
    since: date
    force: Force = Force.MUST
    seat: str = light.ALL
    """A seat, or `all`."""
    page: str = ""
    """File name of the page that it was first read in; empty where a person wrote it."""
    lines: Lines | None = None
    """Its lines in the map of that page."""
    by: str = ""
    """Who wrote it, where no map did."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "text", one_line(self.text))
        object.__setattr__(self, "by", one_line(self.by))
        object.__setattr__(self, "seat", nfc(self.seat) or light.ALL)
        if not normal(self.text):
            raise ValueError("A constraint needs words.")


def normal(text: str) -> str:
    """Bring words to the form in which two of them are the same rule; `>=` and `<=` are kept apart."""
    bare = MARKUP.sub("", unicodedata.normalize("NFKC", text).casefold())
    return " ".join(bare.split()).strip(ENDS)


def digest(text: str) -> str:
    """Give the hash that a text's id begins."""
    return hashlib.sha256(normal(text).encode()).hexdigest()


def mark(text: str, digits: int = DIGITS) -> str:
    """Give the id of a text, which stays the same whoever writes it down."""
    return f"C-{digest(text)[:digits]}"


def render(entry: Entry, named: str) -> str:
    """Write the line of an entry whose id is `named`, safe in any Markdown."""
    return light.APART.join([f"- ({named}) **{entry.force}** {_quoted(entry.text)}", *_fields(entry)])


def _quoted(text: str) -> str:
    """Quote the words so that they are read back as they are, in other marks than stand at their ends."""
    inside = quoted(written := escape(text))
    line = f"{inside}{light.APART}"
    whole = line.index(f"{inside[-1]}{light.APART}") == len(written) + 1
    return inside if whole and light.plain(written) == text else f'"{literal(text)}"'


def _fields(entry: Entry) -> list[str]:
    fields = [field(entry.seat)]
    if entry.page:
        where = f" {entry.lines}" if entry.lines else ""
        fields.append(f"[{_link_text(entry.page.removesuffix('.md'))}](sessions/{entry.page}){where}")
    elif entry.by:
        fields.append(f"by {field(entry.by)}")
    return [*fields, f"since {entry.since:%Y-%m-%d}"]


def _link_text(text: str) -> str:
    """Write the name of a page, which has few signs, as the text of a link."""
    return re.sub(r"[^\w.@-]", lambda match: literal(match[0]), text)


def field(text: str) -> str:
    """Write a name so that it neither ends its field nor looks like another one."""
    if text.startswith(("[", "since ", "by ")):
        return f"&#{ord(text[0])};{field(text[1:])}"
    return literal(text).replace("·", "&#183;") if set('·"`~') & set(text) else escape(text)

"""A page as the search knows it: what the facets ask for, and its lines, each with its number and its field."""

import re
from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum

from distill.errors import PageError
from distill.model import Confidence, Section
from distill.pages.escape import unescape, unescape_markup
from distill.pages.page import Page, PageMeta
from distill.pages.read import HEADING, ITEM, KNOWN, normal_text, parse
from distill.pages.render import NONE_RECORDED, facts_line, title_line
from distill.pages.review import outlived
from distill.pages.text import one_line


class Field(StrEnum):
    """Where in a page a line stands."""

    TITLE = "title"
    DECISIONS = "decisions"
    OPEN = "open"
    DONE = "done"
    CONSTRAINTS = "constraints"
    ACCOMPLISHED = "accomplished"
    OTHER = "other"
    """Notes, and what people wrote under headings of their own."""
    ABOUT = "about"
    """The front matter."""


FIELD_OF = {
    Section.ACCOMPLISHED: Field.ACCOMPLISHED,
    Section.DECISIONS: Field.DECISIONS,
    Section.OPEN_ITEMS: Field.OPEN,
    Section.CONSTRAINTS: Field.CONSTRAINTS,
}
SECTION_OF = {field: section for section, field in FIELD_OF.items()} | {Field.DONE: Section.OPEN_ITEMS}
UNSEARCHED = (
    "date", "schema", "seal", "reviewed_seal", "redactions", "input_tokens", "output_tokens", "cost_usd", "prompt",
    "confidence", "source",
)  # fmt: skip
"""Keys of the front matter in which nobody looks for a word."""
LINES = re.compile(r"\(L[0-9]{1,9}(?:[–-][0-9]{1,9})?\)")  # noqa: RUF001 - the dash of line ranges


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a page, as it is read: escapes undone."""

    number: int
    """In the file, the first is 1."""
    field: Field
    text: str

    @property
    def words(self) -> str:
        """What it is found by."""
        return without_lines(self.text)


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """What the index holds of one page."""

    title: str
    date: datetime
    seat: str
    confidence: Confidence
    lines: tuple[Line, ...]


def record(name: str, text: str) -> Record:
    """Read a page; one that cannot be read is all text, dated by its name."""
    text = normal_text(text)
    try:
        return record_of(name, text, parse(text))
    except PageError:
        return plain_record(name, text)


def record_of(name: str, text: str, page: Page) -> Record:
    """Tell what the index holds of a page that was read from this text."""
    meta, text = page.meta, normal_text(text)
    return Record(
        title=meta.title or name,
        date=meta.date,
        seat=meta.seat,
        confidence=Confidence.LOW if outlived(text, meta) else meta.confidence,
        lines=tuple(_lines(text, page)),
    )


def plain_record(name: str, text: str) -> Record:
    """Take all of a file for text."""
    lines = tuple(_plain(normal_text(text), Field.OTHER))
    return Record(title=name, date=_date_in(name), seat="", confidence=Confidence.LOW, lines=lines)


def without_lines(text: str) -> str:
    """Cut off `(L18–24)` at the end of a text: it says where that comes from, and is no word of it."""  # noqa: RUF002
    if not text.endswith(")") or (at := text.rfind("(L")) < 0 or not LINES.fullmatch(text, at):
        return text
    return text[:at]


def passed_over(meta: PageMeta) -> set[str]:
    """Give the rows of a page that are not searched: they say nothing, or what its front matter says."""
    return {title_line(meta), facts_line(meta), f"- {NONE_RECORDED}"}


def _lines(text: str, page: Page) -> Iterator[Line]:
    rows = text.split("\n")
    end = next((at for at, row in enumerate(rows[1:], 1) if row.rstrip() == "---"), 0)
    for number, field, words in front_matter(rows[1:end]):
        yield Line(number, field, words)
    over = passed_over(page.meta)
    section: Section | None = None
    for number, row in enumerate(rows[end + 1 :], end + 2):
        heading = HEADING.fullmatch(row) if row.startswith("##") else None
        if heading and (section := KNOWN.get(heading["name"])):
            continue
        if said := said_in(section, row, over):
            yield Line(number, *said)


def said_in(section: Section | None, row: str, over: Container[str]) -> tuple[Field, str] | None:
    """Give the words of a row of the body and where they stand; None where there are none."""
    if not row or row in over:
        return None
    item = ITEM.fullmatch(row.strip())
    words = one_line(unescape(item["text"] if item else row.strip().lstrip("#>").strip()))
    return (_field(section, row, item), words) if words else None


def front_matter(rows: Iterable[str]) -> Iterator[tuple[int, Field, str]]:
    """Give number, field and words of the rows of the front matter that are searched."""
    field: Field | None = None
    for number, row in enumerate(rows, 2):
        key, colon, value = row.partition(":")
        if colon and key and not key[0].isspace():
            field = Field.TITLE if key == "title" else None if key in UNSEARCHED else Field.ABOUT
        if field is None or not (value.strip() or not colon):
            continue
        if words := one_line(unescape_markup(value.strip().strip("'\"") if field is Field.TITLE else row)):
            yield number, field, words


def _field(section: Section | None, row: str, item: re.Match[str] | None) -> Field:
    if section is None:
        return Field.TITLE if row.startswith("# ") else Field.OTHER
    done = section is Section.OPEN_ITEMS and item is not None and (item["box"] or " ") != " "
    return Field.DONE if done else FIELD_OF[section]


def _plain(text: str, field: Field) -> Iterator[Line]:
    for number, row in enumerate(text.split("\n"), 1):
        if words := one_line(row):
            yield Line(number, field, words)


def _date_in(name: str) -> datetime:
    try:
        return datetime.fromisoformat(name[:10]).replace(tzinfo=UTC)
    except ValueError:
        return datetime(1970, 1, 1, tzinfo=UTC)

"""The words of a page by where they stand, for an index without lines: taken from a page that has just been read."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from distill.model import Confidence, Section
from distill.pages.page import Page
from distill.pages.read import Row, normal_text
from distill.search.record import FIELD_OF, Field, Record, front_matter, passed_over, said_in, without_lines


@dataclass(frozen=True, slots=True, kw_only=True)
class Wording:
    """What the index for the browser holds of one page."""

    title: str
    date: datetime
    seat: str
    confidence: Confidence
    left: int
    """Lines of open items."""
    texts: Mapping[Field, Sequence[str]]


def wording_of(record: Record) -> Wording:
    """Take the words of the lines of a page."""
    found = ((line.field, line.words) for line in record.lines)
    return _wording(record.title, record.date, record.seat, record.confidence, found)


def wording(name: str, text: str, page: Page, body: str, rest: Iterable[Row]) -> Wording | None:
    """Give what `wording_of` gives of a page that was read from this text; None where it was read in another way.

    `rest` are the rows of its body that are no bullets of it: all others need not be taken apart again.
    """
    text = normal_text(text).rstrip()
    if not text.endswith(body):
        return None
    rows = text[: len(text) - len(body)].split("\n")
    end = next((at for at, row in enumerate(rows[1:], 1) if row.rstrip() == "---"), 0)
    if not end or any(rows[end + 1 :]):
        return None
    found = [(field, without_lines(words)) for _, field, words in front_matter(rows[1:end])]
    over = passed_over(page.meta)
    said = (said for section, row in rest if (said := said_in(section, row, over)))
    found += [(field, without_lines(words)) for field, words in said]
    for section, bullets in page.sections:
        field, is_open = FIELD_OF[section], section is Section.OPEN_ITEMS
        for bullet in bullets:
            words = bullet.text if bullet.lines else without_lines(bullet.text)
            found.append((Field.DONE if is_open and bullet.box else field, words))
    meta = page.meta
    return _wording(meta.title or name, meta.date, meta.seat, meta.confidence, found)


def _wording(
    title: str, date: datetime, seat: str, confidence: Confidence, found: Iterable[tuple[Field, str]]
) -> Wording:
    texts: dict[Field, list[str]] = defaultdict(list)
    for field, words in found:
        texts[field].append(words)
    left = len(texts.get(Field.OPEN, ()))
    return Wording(title=title, date=date, seat=seat, confidence=confidence, left=left, texts=texts)

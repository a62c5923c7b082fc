"""A segment of the index for the browser: small static files, of which a query loads a few.

`meta.json` has a column for each facet, `t/<shard>.json` terms and where they stand, `d/<n>.json` names and titles.
Pages are numbered by name backwards, so from the newest day. The lines that answer are read from the pages' Markdown.
"""

import hashlib
import json
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from distill.model import Confidence
from distill.search.postings import Postings
from distill.search.store import Entry
from distill.search.terms import chunk_terms, page_chunks, page_terms
from distill.search.wording import Wording, wording_of

CHUNK = 50
"""Pages whose names and titles are in one file."""
IDS_IN_SHARD = 1200
AT_ONCE = 250
"""Pages that are taken in at once: less than two megabytes of text."""
DAY_S = 86_400
ASCII_END = 0x80
LEVELS = list(Confidence)


@dataclass(frozen=True, slots=True)
class Segment:
    """Files of one segment, by path below its folder."""

    name: str
    files: Mapping[str, str]


def newest_first(names: Iterable[str]) -> list[str]:
    """Order pages by their names, which begin with their day, as a segment numbers them."""
    return sorted(names, reverse=True)


Column = tuple[str, int, int, int]
"""Seat, day since 1970, open items and confidence of a page."""
Row = tuple[str, Column, Mapping[str, int]]
"""Title and column of a page, and its terms with their weights."""


class Making:
    """Takes in pages one by one, the newest first, and gives the files of their segment."""

    def __init__(self) -> None:
        self._postings, self._by_chunk = Postings(), False
        self._waiting: list[tuple[int, Wording]] = []
        self._known: dict[str, Sequence[str]] = {}
        self._named: list[list[str]] = []
        self._columns: list[Column] = []

    def add(self, name: str, page: Wording) -> Row:
        """Take in a page; give what it is then known by."""
        row = (page.title, _column(page), page_terms(page, self._known))
        self.add_row(name, row)
        return row

    def add_of_many(self, name: str, page: Wording) -> None:
        """Take in a page of a segment to which all are added in this way: the quicker one for very many."""
        self._waiting.append((len(self._named), page))
        self._know(name, page.title, _column(page))
        if len(self._waiting) == AT_ONCE:
            self._take_waiting()

    def _take_waiting(self) -> None:
        """Take in many pages at once, as long as the places of common words are near at hand for the processor."""
        self._by_chunk = True
        for number, page in self._waiting:
            self._postings.add(number, page_chunks(page))
        self._waiting.clear()

    def add_row(self, name: str, row: Row) -> None:
        """Take in a page by what it is known by."""
        title, column, weights = row
        self._postings.add(len(self._named), weights)
        self._know(name, title, column)

    def _know(self, name: str, title: str, column: Column) -> None:
        self._named.append([name.removesuffix(".md"), title])
        self._columns.append(column)

    def segment(self) -> Segment:
        """Make the files; nothing can be added after that."""
        if self._waiting:
            self._take_waiting()
        if self._by_chunk:
            self._postings.spread(chunk_terms)
        terms = self._postings.terms()
        count = 1 << max(0, (sum(map(_is_id, terms)) // IDS_IN_SHARD).bit_length())
        files = {"meta.json": compact(_facets(self._columns, count))}
        for at in range(0, len(self._named), CHUNK):
            files[f"d/{at // CHUNK}.json"] = compact(self._named[at : at + CHUNK])
        shards: dict[str, list[str]] = {}
        for term in terms:
            shards.setdefault(shard(term, count), []).append(term)
        for name in sorted(shards):
            files[f"t/{name}.json"] = self._postings.written(shards.pop(name))
        digest = hashlib.sha256("\0".join(part for pair in sorted(files.items()) for part in pair).encode())
        return Segment(digest.hexdigest()[:16], files)


def _column(page: Wording) -> Column:
    return str(page.seat), int(page.date.timestamp()) // DAY_S, page.left, LEVELS.index(page.confidence)


def segment(pages: Iterable[Entry]) -> Segment:
    """Make the files of a segment."""
    made, by_name = Making(), {page.name: page.record for page in pages}
    for name in newest_first(by_name):
        made.add(name, wording_of(by_name[name]))
    return made.segment()


def shard(term: str, count: int) -> str:
    """Name the file of a term: words by their first letters, so that one can be completed; ids by hash."""
    if ord(term[0]) >= ASCII_END:
        return f"u{ord(term[0]) >> 4:x}"
    if _is_id(term):
        return f"i{zlib.crc32(term.encode('utf-8', 'surrogatepass')) % count:x}"
    return f"w{term[:2]}"


def _is_id(term: str) -> bool:
    return ord(term[0]) < ASCII_END and not (term.isascii() and term.isalpha())


def _facets(columns: list[Column], count: int) -> dict[str, object]:
    seats = sorted({seat for seat, *_ in columns})
    number = {seat: at for at, seat in enumerate(seats)}
    return {
        "n": len(columns),
        "chunk": CHUNK,
        "ids": count,
        "seats": seats,
        "seat": [number[seat] for seat, *_ in columns],
        "day": list(_distances(day for _, day, _, _ in columns)),
        "open": [left for _, _, left, _ in columns],
        "confidence": [level for *_, level in columns],
    }


def _distances(days: Iterable[int]) -> Iterator[int]:
    """Give the first day since 1970, then how many days before it each page is: small numbers that pack well."""
    before = 0
    for day in days:
        yield day - before
        before = day


def compact(value: object) -> str:
    """Write a value as JSON without blanks."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))

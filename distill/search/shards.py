"""A segment of the index for the browser: small static files, of which a query loads a few.

`meta.json` has a column for each facet, `t/<shard>.json` terms and where they stand, `d/<n>.json` names and titles.
Pages are numbered from the newest. The lines that answer are read from the pages' own Markdown.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from distill.model import Confidence
from distill.search.record import Field, Record
from distill.search.store import Entry
from distill.search.terms import page_terms

CHUNK = 50
"""Pages whose names and titles are in one file."""
IDS_IN_SHARD = 1200
DAY_S = 86_400
ASCII_END = 0x80


@dataclass(frozen=True, slots=True)
class Segment:
    """Files of one segment, by path below its folder."""

    name: str
    files: Mapping[str, str]


def newest_first(pages: Iterable[Entry]) -> list[Entry]:
    """Order pages as a segment numbers them."""
    return sorted(pages, key=lambda page: (page.record.date, page.name), reverse=True)


def segment(pages: Iterable[Entry]) -> Segment:
    """Make the files of a segment."""
    listed = newest_first(pages)
    postings = _postings(listed)
    count = _id_shards(postings)
    files = {"meta.json": compact(_columns([page.record for page in listed], count))}
    files |= {f"d/{at // CHUNK}.json": compact(_named(listed[at : at + CHUNK])) for at in range(0, len(listed), CHUNK)}
    shards: dict[str, dict[str, list[int]]] = {}
    for term, places in postings.items():
        shards.setdefault(shard(term, count), {})[term] = places
    files |= {f"t/{name}.json": compact(terms) for name, terms in shards.items()}
    digest = hashlib.sha256("\0".join(part for pair in sorted(files.items()) for part in pair).encode())
    return Segment(digest.hexdigest()[:16], files)


def shard(term: str, count: int) -> str:
    """Name the file of a term: words by their first letters, so that one can be completed; ids by hash."""
    if ord(term[0]) >= ASCII_END:
        return f"u{ord(term[0]) >> 4:x}"
    if not (term.isascii() and term.isalpha()):
        return f"i{fnv(term) % count:x}"
    return f"w{term[:2]}"


def fnv(term: str) -> int:
    """Hash a term (FNV-1a, 32 bits), as the browser does."""
    value = 0x811C9DC5
    for byte in term.encode("utf-8", "surrogatepass"):
        value = (value ^ byte) * 0x01000193 & 0xFFFFFFFF
    return value


def _postings(pages: list[Entry]) -> dict[str, list[int]]:
    """Give for each term the pages that hold it, as distance from the one before, and its weight there."""
    postings: dict[str, list[int]] = {}
    last: dict[str, int] = {}
    for number, page in enumerate(pages):
        for term, weight in page_terms(page.record).items():
            postings.setdefault(term, []).extend((number - last.get(term, 0), weight))
            last[term] = number
    return postings


def _id_shards(postings: Iterable[str]) -> int:
    ids = sum(ord(term[0]) < ASCII_END and not (term.isascii() and term.isalpha()) for term in postings)
    return 1 << max(0, (ids // IDS_IN_SHARD).bit_length())


def _columns(pages: list[Record], count: int) -> dict[str, object]:
    seats = sorted({page.seat for page in pages})
    number = {seat: at for at, seat in enumerate(seats)}
    levels = list(Confidence)
    return {
        "n": len(pages),
        "chunk": CHUNK,
        "ids": count,
        "seats": seats,
        "seat": [number[page.seat] for page in pages],
        "day": list(_distances(int(page.date.timestamp()) // DAY_S for page in pages)),
        "open": [sum(line.field is Field.OPEN for line in page.lines) for page in pages],
        "confidence": [levels.index(page.confidence) for page in pages],
    }


def _distances(days: Iterable[int]) -> Iterator[int]:
    """Give the first day since 1970, then how many days before it each page is: small numbers that pack well."""
    before = 0
    for day in days:
        yield day - before
        before = day


def _named(pages: list[Entry]) -> list[list[str]]:
    return [[page.name.removesuffix(".md"), page.record.title] for page in pages]


def compact(value: object) -> str:
    """Write a value as JSON without blanks."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))

"""The index for the search in the browser, as it lies in the site: only what is new is read and made."""

from collections.abc import Callable, Mapping
from functools import partial

from distill.search import segments, static
from distill.search.record import plain_record, record_of
from distill.search.segments import Kept
from distill.search.shards import Making, Row, Segment, newest_first
from distill.search.wording import Wording, wording, wording_of
from distill.site.cache import Cache
from distill.site.record import sha256
from distill.site.tree import Tree
from distill.site.views import BadSource, MapSource, SessionSource, Source

ROWS = "rows of the small segment"
"""What its pages are known by: with each new page it is made again, and they need not be read for it."""
Rows = dict[str, tuple[str, Row]]
"""By name the hash of a page and what it is known by."""


def wording_for_search(name: str, source: Source) -> Wording:
    """Tell what the index holds of a page that was read."""
    match source:
        case SessionSource(page, body, text, rest):
            known = None if rest is None else wording(name, text, page, body, rest)
            return known or wording_of(record_of(name, text, page))
        case BadSource(text, _) | MapSource(text):
            return wording_of(plain_record(name, text))


class Lookup:
    """Makes the index of one build."""

    def __init__(self, cache: Cache, tree: Tree, hashes: Mapping[str, str]) -> None:
        """Take the session pages by file name, each with a hash of its bytes, or nothing where it must not be kept."""
        self._cache, self._tree, self._hashes = cache, tree, hashes
        self._plan = segments.planned(segments.read(cache.segments()), hashes)
        self._parts = [(kept.segment, gone) for kept, gone in self._plan.stay]
        self._kept = [kept for kept, _ in self._plan.stay]
        made = [pages for pages in (*self._plan.seal, self._plan.small) if pages]
        self._last = {pages[-1]: pages for pages in made}
        self._made_of = {name: pages for pages in made for name in pages}
        self._making: dict[str, Making] = {}
        """By the last page of each."""
        self._known: Rows = (cache.state(ROWS) or {}) if self._plan.small else {}
        self._rows: Rows = {}

    def names(self) -> list[str]:
        """Give all pages in the order in which they are to be taken in."""
        return newest_first(self._hashes)

    def wants(self, name: str) -> bool:
        """Tell whether a page must be read for the index."""
        return name in self._made_of and not self._knows(name)

    def add(self, name: str, page: Wording) -> None:
        """Take in a page that is wanted; with its last page a segment is made. Raises OSError."""
        if self._made_of[name] is self._plan.small:
            self._took(name, self._making_of(name).add(name, page))
        else:
            self._making_of(name).add_of_many(name, page)
            self._end_with(name)

    def add_known(self, name: str) -> None:
        """Take in a page as it was in the small segment of before, where it is to be in one again. Raises OSError."""
        if name in self._made_of and self._knows(name):
            row = self._known[name][1]
            self._making_of(name).add_row(name, row)
            self._took(name, row)

    def _knows(self, name: str) -> bool:
        return name in self._known and bool(self._hashes[name]) and self._known[name][0] == self._hashes[name]

    def _making_of(self, name: str) -> Making:
        last = self._made_of[name][-1]
        if last not in self._making:
            self._making[last] = Making()
        return self._making[last]

    def _took(self, name: str, row: Row) -> None:
        """Keep what a page of the small segment is known by."""
        if self._made_of[name] is self._plan.small and (sha256 := self._hashes[name]):
            self._rows[name] = (sha256, row)
        self._end_with(name)

    def _end_with(self, name: str) -> None:
        if name in self._last:
            pages = self._made_of[name]
            self._make(pages, self._making.pop(name).segment())

    def write(self) -> None:
        """Write what stays, and the list of all. Raises OSError."""
        for kept, _ in self._plan.stay:
            for path in kept.paths:
                self._put(kept.segment, path, partial(self._cache.shard, kept.segment, path))
        told = segments.manifest(self._parts)
        self._tree.write(f"{static.FOLDER}/{segments.MANIFEST}", sha256(told), lambda: told)
        self._cache.put_segments(segments.written(self._kept), {kept.segment for kept in self._kept})
        if self._plan.small or self._plan.seal:
            self._cache.put_state(ROWS, self._rows)

    def _make(self, pages: tuple[str, ...], segment: Segment) -> None:
        """Write a segment, and keep it where each of its pages may be kept."""
        self._parts.append((segment.name, ()))
        hashes = tuple(self._hashes[name] for name in pages)
        if all(hashes):
            small = pages is self._plan.small
            self._kept.append(Kept(pages, hashes, segment.name, tuple(segment.files), small))
            self._cache.put_shards(segment.name, segment.files)
        for path in segment.files:
            self._put(segment.name, path, partial(segment.files.__getitem__, path))

    def _put(self, segment: str, path: str, make: Callable[[], str]) -> None:
        """Write a file of a segment; its name says what is in it."""
        place = f"{static.FOLDER}/{segment}/{path}"
        if not self._tree.has(place, segment):
            self._tree.write(place, segment, make)

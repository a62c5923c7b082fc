"""The index for the search in the browser, as it lies in the site: only what is new is read and made."""

from collections.abc import Callable, Mapping
from functools import partial

from distill.search import segments, static
from distill.search.record import Record, plain_record, record_of
from distill.search.segments import Base, Plan
from distill.search.shards import Postings, newest_first
from distill.site.cache import Cache
from distill.site.record import sha256
from distill.site.tree import Tree
from distill.site.views import BadSource, MapSource, SessionSource, Source


def record_for_search(name: str, source: Source) -> Record:
    """Tell what the index holds of a page that was read."""
    match source:
        case SessionSource(page, _, text):
            return record_of(name, text, page)
        case BadSource(text, _) | MapSource(text):
            return plain_record(name, text)


class Lookup:
    """Makes the index of one build."""

    def __init__(self, cache: Cache, tree: Tree, hashes: Mapping[str, str]) -> None:
        """Take the session pages by file name, each with a hash of its bytes, or nothing where it must not be kept."""
        self._cache, self._tree, self._hashes = cache, tree, hashes
        self._before: Base | None = segments.kept_before(cache.base())
        self._plan: Plan = segments.planned(self._before, hashes)
        self._base, self._delta = Postings(), Postings()
        self._in_base, self._in_delta = frozenset(self._plan.base), frozenset(self._plan.delta)

    def names(self) -> list[str]:
        """Give all pages in the order in which they are to be taken in."""
        return newest_first(self._hashes)

    def wants(self, name: str) -> bool:
        """Tell whether a page must be read for the index."""
        return name in self._in_base or name in self._in_delta

    def add(self, name: str, page: Record) -> None:
        """Take in a page that is wanted."""
        (self._delta if name in self._in_delta else self._base).add(name, page)

    def write(self) -> None:
        """Write the index into the site. Raises OSError."""
        base = self._made() if self._plan.remake else self._before
        parts: list[tuple[str, tuple[int, ...]]] = []
        if base is not None:
            parts.append((base.segment, self._plan.gone))
            for path in base.paths:
                self._put(base.segment, path, partial(self._cache.shard, path))
        if self._plan.delta:
            small = self._delta.segment()
            parts.append((small.name, ()))
            for path in small.files:
                self._put(small.name, path, partial(small.files.__getitem__, path))
        told = segments.manifest(parts)
        self._tree.write(f"{static.FOLDER}/{segments.MANIFEST}", sha256(told), lambda: told)

    def _made(self) -> Base:
        """Make the large segment anew, and keep it."""
        made, names = self._base.segment(), self._plan.base
        base = Base(names, tuple(self._hashes[name] for name in names), made.name, tuple(made.files))
        self._cache.put_base(segments.kept(base), made.files)
        return base

    def _put(self, segment: str, path: str, make: Callable[[], str]) -> None:
        """Write a file of a segment; its name says what is in it."""
        self._tree.write(f"{static.FOLDER}/{segment}/{path}", segment, make)

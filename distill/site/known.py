"""What is known of pages from the build before: of all of them little, and the rest of those that are asked for."""

import sqlite3
from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from functools import cached_property

from distill.site.briefs import Briefs, brief_of
from distill.site.cache import ASKER, HOLDER, STATE, Cache
from distill.site.crossings import Row, askers, holders
from distill.site.record import Record
from distill.site.views import is_map, is_session

BRIEFS = "briefs"
Records = Mapping[str, Record]


class KnownPages:
    """Knows the pages of the build before."""

    def __init__(self, cache: Cache) -> None:
        """Take what was kept; nothing is read before it is asked for."""
        self._cache = cache
        self._found: dict[str, Record | None] = {}
        self._all: Records | None = None

    @cached_property
    def briefs(self) -> Briefs:
        """What is known of all pages, by path."""
        return self._cache.shelf(STATE, BRIEFS)

    def askers(self, target: str) -> Row:
        """Give the paths of the pages whose links ask for one."""
        return self._cache.row(ASKER, target) if self.briefs else ()

    def holders(self, thing: str) -> Row:
        """Give the names of the pages that name a thing."""
        return self._cache.row(HOLDER, thing) if self.briefs else ()

    def load(self) -> None:
        """Read all at once, since most will be asked for."""
        self._all = self._cache.records()

    def get(self, path: str) -> Record | None:
        """Give what is known of a page. Raises sqlite3.DatabaseError for one that was kept and is lost."""
        if self._all is not None:
            return self._all.get(path)
        if path not in self._found:
            self._found[path] = self._cache.record(path) if path in self.briefs else None
            if path in self.briefs and self._found[path] is None:
                raise sqlite3.DatabaseError(f"What is known of {path} is lost.")
        return self._found[path]

    def items(self, path: str) -> str:
        """Give the items of a session page."""
        return self._cache.items(path)

    def of(self, paths: Iterable[str]) -> dict[str, Record]:
        """Give what is known of pages, without those of which nothing is."""
        return {path: record for path in paths if (record := self.get(path)) is not None}

    def put(self, before: Records, now: Records, written: Records, gone: AbstractSet[str]) -> None:
        """Keep pages that were made anew, among all others: `before` and `now` say what changed in what pages say."""
        kept = {path: record for path, record in written.items() if record.digest}
        self._cache.forget(gone | (written.keys() - kept.keys()))
        self._cache.put_records(kept.items())
        stay = {path: brief for path, brief in self.briefs.items() if path not in gone and path not in written}
        alone = not self.briefs
        sessions = {path: record for path, record in kept.items() if path in now}
        self._cache.put_rows(HOLDER, holders(self.holders, before.items(), sessions.items()), alone=alone)
        pages = ((path, record) for path, record in kept.items() if is_session(path) or is_map(path))
        self._cache.put_rows(ASKER, askers(self.askers, pages), alone=alone)
        self._cache.put_shelf(STATE, BRIEFS, stay | {path: brief_of(record) for path, record in kept.items()})

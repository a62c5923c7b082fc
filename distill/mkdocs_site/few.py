"""A wiki of which a few pages have changed since the build before: these are read, and made with those they touch."""

from bisect import insort
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path, PurePosixPath

from distill.mkdocs_site.unchanged import Whole
from distill.mkdocs_site.workshop import Workshop
from distill.site.briefs import Brief, Briefs, Shortened, bad_of_briefs, brief_of
from distill.site.catalogue import SESSIONS, Catalogue, Summary
from distill.site.crossings import holders
from distill.site.few_neighbours import FewNeighbours
from distill.site.neighbours import Related
from distill.site.spliced import Splice, spliced
from distill.site.ties import NO_TIES, Ties
from distill.site.views import is_map, is_session

NO_BRIEF: Brief = ("", None)
LEAST, SHARE = 50, 20
"""So many changed pages, or one of so many, are few: reading all at once is the quicker way for more."""


@dataclass(frozen=True, slots=True)
class Changes:
    """What is other than in the build before."""

    fresh: frozenset[str]
    """Pages and maps that came or changed."""
    gone: frozenset[str]

    @classmethod
    def between(cls, briefs: Briefs, hashes: Mapping[str, str]) -> "Changes":
        """Compare what is known with the hashes of today."""
        fresh = frozenset(path for path, digest in hashes.items() if briefs.get(path, ("",))[0] != digest)
        gone = frozenset(path for path in briefs.keys() - hashes.keys() if is_session(path) or is_map(path))
        return cls(fresh, gone)

    def are_few(self, pages: int) -> bool:
        """Tell whether most pages are what they were."""
        return len(self.fresh) + len(self.gone) <= max(LEAST, pages // SHARE)


class Few:
    """Knows all pages of such a wiki."""

    def __init__(self, before: Whole, changes: Changes, workshop: Workshop) -> None:
        """Take what the build before knew, and where the changed pages are read."""
        self.before, self.changes, self._workshop = before, changes, workshop

    @cached_property
    def catalogue(self) -> Catalogue:
        """The session pages."""
        return Catalogue(self._pages, tuple(bad_of_briefs(self._briefs)), self._summary)

    @cached_property
    def _pages(self) -> Shortened:
        return Shortened(self._briefs, self._workshop.known.items)

    @cached_property
    def neighbours(self) -> FewNeighbours:
        """The pages around pages."""
        before, now = self._workshop.changes
        sessions = {path: record for path, record in now.items() if record.summary}
        known = self._workshop.known.holders
        rows = holders(known, before.items(), sessions.items())
        holding = cache(lambda thing: rows[thing] if thing in rows else known(thing))
        touched = self._workshop.touched()
        return FewNeighbours(self._pages, touched, self._ties, holding)

    def paths(self, indexes: Mapping[str, str]) -> list[str]:
        """Name the pages that may look other than before; `indexes`: today's lists."""
        changes = self.changes
        moved = changes.gone | changes.fresh | (indexes.keys() ^ dict(self.before.indexes).keys())
        fresh = {PurePosixPath(path).name for path in changes.fresh if is_session(path) and self._can_be_read(path)}
        found = {f"{SESSIONS}/{name}" for name in self.neighbours.touched(fresh)}
        asked = {path for target in moved for path in self._workshop.known.askers(target)}
        return sorted((found | asked | changes.fresh) & self._workshop.files.keys())

    def dead_links(self, now: Container[str]) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Give the links of pages that this build does not look at."""
        there = self._workshop.files.keys()
        return ((path, links) for path, links in self.before.dead_links if path not in now and path in there)

    def lines(self, paths: Sequence[str], file: Path, line: Callable[[str], str]) -> Splice:
        """Tell what becomes of the lines of pages in the file of the build before; `line` gives those that changed."""
        changes, known = self.changes, self._workshop.known.briefs
        other = changes.fresh | changes.gone
        before = [path for path in reversed(paths) if path not in other]
        for path in (path for path in other if _date(known, path)):
            insort(before, path, key=lambda path: (_date(known, path), path))
        return spliced(file, before[::-1], paths, {path: line(path) for path in paths if path in changes.fresh})

    @cached_property
    def _briefs(self) -> Briefs:
        """What there is to know of all pages now; it is asked for once all that changed is read."""
        now = dict(self._workshop.known.briefs)
        for path in self.changes.gone:
            now.pop(path, None)
        return now | {path: brief_of(self._workshop.records[path]) for path in self.changes.fresh}

    def _can_be_read(self, path: str) -> bool:
        return self._workshop.records[path].summary is not None

    def _summary(self, name: str) -> Summary:
        """Give all of what the lists say of a page."""
        path = f"{SESSIONS}/{name}"
        record = self._workshop.records.get(path) or self._workshop.known.get(path)
        assert record is not None  # noqa: S101 - it is one of the catalogue's
        assert record.summary is not None  # noqa: S101 - as above
        return record.summary

    def _ties(self, name: str) -> tuple[Ties, Related | None]:
        path = f"{SESSIONS}/{name}"
        record = self._workshop.records.get(path) or self._workshop.known.get(path)
        return (record.ties, record.related) if record else (NO_TIES, None)


def _date(briefs: Briefs, path: str) -> str:
    """Say when the map of a page was written, as it was known; nothing of what is no page."""
    _, said = briefs.get(path, NO_BRIEF)
    return said[1] if isinstance(said, tuple) else ""

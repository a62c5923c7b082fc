"""A wiki of which a few pages have changed since the build before: these are read, and made with those they touch."""

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path, PurePosixPath

from distill.mkdocs_site.unchanged import Whole
from distill.mkdocs_site.workshop import Workshop
from distill.site.briefs import Briefs, brief_of, catalogue_of_briefs, sessions_of
from distill.site.catalogue import SESSIONS, Catalogue, Summary
from distill.site.crossings import holders
from distill.site.neighbours import FewNeighbours, Related
from distill.site.spliced import spliced
from distill.site.ties import NO_TIES, Ties
from distill.site.tree import Part
from distill.site.views import is_map, is_session

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
        return catalogue_of_briefs(self._briefs, self._summary, self._workshop.known.items)

    @cached_property
    def neighbours(self) -> FewNeighbours:
        """The pages around pages."""
        before, now = self._workshop.changes
        sessions = {path: record for path, record in now.items() if record.summary}
        known = self._workshop.known.holders
        rows = holders(known, before.items(), sessions.items())
        holding = cache(lambda thing: rows[thing] if thing in rows else known(thing))
        touched = self._workshop.touched()
        return FewNeighbours(self.catalogue.pages, sessions_of(self._briefs), touched, self._ties, holding)

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

    def lines(self, paths: Sequence[str], file: Path, line: Callable[[str], str]) -> Iterable[Part]:
        """Give the lines of pages from the file of the build before, and by `line` those of pages that changed."""
        dated = ((said[1], path) for path, (_, said) in self._workshop.known.briefs.items() if isinstance(said, tuple))
        before = [path for _, path in sorted(dated, reverse=True)]
        return spliced(file, before, paths, lambda path: line(path) if path in self.changes.fresh else None)

    @cached_property
    def _briefs(self) -> Briefs:
        """What there is to know of all pages now; it is asked for once all that changed is read."""
        stay = {path: brief for path, brief in self._workshop.known.briefs.items() if path not in self.changes.gone}
        return stay | {path: brief_of(self._workshop.records[path]) for path in self.changes.fresh}

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

"""The reading of a wiki in one build: of all its pages, or of the few that changed since the build before."""

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from mkdocs.structure.files import File

from distill.mkdocs_site.digests import Digests
from distill.mkdocs_site.few import Few
from distill.mkdocs_site.workshop import Workshop
from distill.search import static
from distill.site import records
from distill.site.cache import Cache
from distill.site.catalogue import SESSIONS, BadPage, Catalogue
from distill.site.contents import bad_of, catalogue_of, known_of
from distill.site.neighbours import NOTHING, Around, Neighbours
from distill.site.spliced import Splice
from distill.site.ties import ties_of
from distill.site.tree import Part, Tree
from distill.site.views import SessionSource, Source, is_map

if TYPE_CHECKING:
    from distill.mkdocs_site.lookup import Lookup

AT_ONCE = 64
"""Pages that are read together."""


class Reading:
    """Knows the pages of a wiki."""

    def __init__(self, cache: Cache, tree: Tree, workshop: Workshop, digests: Digests) -> None:
        """Take where pages are kept and written, and what is known of their bytes."""
        self._cache, self._tree, self._workshop, self._digests = cache, tree, workshop, digests
        self._lookup: Lookup | None = None
        self.few: Few | None = None
        """The pages of the wiki, as long as few are found to have changed."""
        self.sessions: dict[str, File] = {}
        """The session pages."""
        self.hashes: Mapping[str, str] = {}
        """Hashes of the files that may be kept."""
        self.sources: dict[str, Source] = {}
        """Files that MkDocs makes pages of, with the plug-in's words."""

    def read(self) -> None:
        """Read what is new, the newest sessions first, and let the search take it in; once in a build."""
        if self._lookup is not None:
            return
        from distill.mkdocs_site.lookup import Lookup  # noqa: PLC0415 - not where nothing has changed

        hashes = {path.rpartition("/")[2]: self.hashes.get(path, "") for path in self.sessions}
        self._lookup = lookup = Lookup(self._cache, self._tree, hashes)
        files = self._workshop.files
        fresh = self.few.changes.fresh if self.few else files.keys() | self.sessions.keys()
        if self.few is None:
            self._workshop.known.load()
        self._tree.doubt(f"{static.FOLDER}/")
        names = lookup.names()
        for at in range(0, len(names), AT_ONCE):
            self._read_sessions(names[at : at + AT_ONCE], fresh, lookup)
        for path in [path for path in files if path in fresh and is_map(path)]:
            list(self._workshop.read({path: False}, {path: partial(self._digests.data, files[path])}))
            self._digests.forget(path)

    def read_anew(self) -> None:
        """Take nothing for known after all, and read all pages."""
        self.few = self._lookup = None
        self._tree.outputs.clear()
        vars(self).pop("neighbours", None)
        self.read()

    def write_lookup(self) -> None:
        """Write the index of the search. Raises OSError."""
        if self._lookup is not None:
            self._lookup.write()

    def bad_pages(self) -> Iterator[BadPage]:
        """Name the files that cannot be read as pages."""
        self.read()
        return iter(self.few.catalogue.bad) if self.few else bad_of(self._workshop.records, self.sources)

    @cached_property
    def catalogue(self) -> Catalogue:
        """The session pages as the lists see them."""
        self.read()
        return self.few.catalogue if self.few else catalogue_of(self._workshop.records, self.sources)

    @cached_property
    def neighbours(self) -> Neighbours:
        """The pages around each page."""
        self.read()
        if self.few is not None:
            return self.few.neighbours
        others = (ties_of(source.page) for source in self.sources.values() if isinstance(source, SessionSource))
        touched = self._workshop.touched() + Counter(name for ties in others for name in ties.names)
        return Neighbours(known_of(self._workshop.records, self.sources), touched)

    def around(self, path: str) -> Around:
        """Give the pages around one that MkDocs makes."""
        is_page = isinstance(self.sources[path], SessionSource)
        return self.neighbours.around(PurePosixPath(path).name) if is_page else NOTHING

    def lines(self, paths: Sequence[str], file: Path) -> Splice | Iterable[Part]:
        """Give the lines of session pages for programs; `file` holds those of the build before."""
        return self.few.lines(paths, file, self._line) if self.few else map(self._line, paths)

    def _line(self, path: str) -> str:
        source = self.sources.get(path)
        if isinstance(source, SessionSource):
            return records.line(PurePosixPath(path).name, source.page, self.sessions[path].url)
        return self._workshop.line(path) or ""

    def _read_sessions(self, names: Sequence[str], fresh: Container[str], lookup: "Lookup") -> None:
        """Read pages where they are new or wanted by the search, and put their Markdown into the site.

        What is done to one is done to all before the next: so the processor finds code and tables near at hand.
        """
        from distill.mkdocs_site.lookup import wording_for_search  # noqa: PLC0415 - as above

        wanted = {name for name in names if lookup.wants(name)}
        paths = [(name, path) for name in names if (path := f"{SESSIONS}/{name}") in fresh or name in wanted]
        data = {path: partial(self._digests.data, self.sessions[path]) for _, path in paths}
        found = {name: self.sources[path] for name, path in paths if path in self.sources}
        unread = {path: name in wanted for name, path in paths if name not in found}
        found |= {path.rpartition("/")[2]: source for path, source in self._workshop.read(unread, data)}
        for name in names:
            lookup.add_known(name)
            if name in wanted and (source := found.get(name)) is not None:
                lookup.add(name, wording_for_search(name, source))
        for _, path in paths:
            self._tree.write(path, self.hashes.get(path, ""), data[path])
            self._digests.forget(path)

"""The session pages and archived maps of a site: read once, shown again while nothing of them has changed."""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.plugins import get_plugin_logger
from mkdocs.structure.files import File
from mkdocs.structure.nav import Navigation

from distill.mkdocs_site.bodies import Bodies
from distill.mkdocs_site.pages import OwnFile, page_of
from distill.mkdocs_site.search import Search
from distill.mkdocs_site.shells import Render, Shape, Shells, key_of
from distill.mkdocs_site.ways import Addresses, Resolver
from distill.site import records
from distill.site.accounts import mark_of
from distill.site.cache import Cache
from distill.site.catalogue import summary
from distill.site.indexes.index import Index
from distill.site.known import KnownPages
from distill.site.mentions import mentions
from distill.site.neighbours import NOTHING, Around, Neighbours, Related
from distill.site.record import Record, sha256
from distill.site.ties import ties_of
from distill.site.tree import Tree
from distill.site.views import BadSource, MapSource, SessionSource, Source, View, is_map, made, read_source, view

log = get_plugin_logger("distill")


class Workshop:
    """Makes the pages of one build."""

    def __init__(self, config: MkDocsConfig, cache: Cache, tree: Tree, search: Search) -> None:
        """Take what was kept of the builds before."""
        self._config, self._cache, self._tree, self._search = config, cache, tree, search
        self._fits = cache.state("fits") or {}
        self._bodies = Bodies()
        self._lines: dict[str, str] = {}
        self._made: dict[str, Index] = {}
        self._digests: dict[str, str] = {}
        self._written: set[str] = set()
        self.files: dict[str, File] = {}
        self.records: dict[str, Record] = {}
        """What is known of the pages that this build looks at."""
        self.shells: Shells
        """The shells of this build, once pages are written."""
        self.known = KnownPages(cache)

    def take(self, file: File, digest: str) -> None:
        """Take a file over from MkDocs; without a digest of its bytes nothing of it is kept."""
        path = file.src_uri
        self.files[path], self._digests[path] = OwnFile.of(file), digest

    def read(self, wanted: Mapping[str, bool], data: Mapping[str, Callable[[], bytes]]) -> Iterator[tuple[str, Source]]:
        """Read pages unless they are known and not wanted."""
        new = [path for path in wanted if not self._is_known(path)]
        asked = [path for path in wanted if wanted[path] or path not in self.records]
        read = [(path, source) for path in asked if (source := read_source(path, data[path]())) is not None]
        fresh = set(new)
        for path, source in read:
            if path in fresh:
                self._learn(path, source, self._digests[path])
        yield from read

    def _is_known(self, path: str) -> bool:
        """Tell whether a page is the one that is known; so there is nothing to learn of it."""
        digest = self._digests[path]
        record = self.known.get(path) if digest else None
        known = record is not None and record.digest == digest
        if known and record is not None:
            self.records[path] = record
        elif is_map(path):
            self.records[path] = Record(digest=digest)
        return known

    def line(self, path: str) -> str | None:
        """Give the line of a session page for programs."""
        return self._lines.get(path) or self._cache.line(path)

    def take_index(self, file: File, index: Index) -> File:
        """Make an index page without MkDocs' help; made again when what it tells of changes."""
        own = OwnFile.of(file)
        self.files[index.path], self._made[index.path] = own, index
        return own

    def agrees(self, render: Render, marks: Mapping[Shape, str]) -> bool:
        """Tell whether the theme shows pages as it did."""
        self.shells = Shells(self._config, render, self._fits)
        with self._search.untouched():
            return self.shells.agree(marks)

    def counted(self) -> str:
        """Say how many pages of each kind there are."""
        shown = [path for path in self.files if path not in self._made]
        maps = sum(map(is_map, shown))
        return f"Session pages: {len(shown) - maps}, archived maps: {maps}, index pages: {len(self._made)}"

    @cached_property
    def changes(self) -> tuple[dict[str, Record], dict[str, Record]]:
        """Give what was known of pages that came, went or changed since the build before, and what is known now."""
        now = {path: record for path, record in self.records.items() if not record.mark}
        return self.known.of(now.keys() | self._gone()), now

    def touched(self) -> Counter[str]:
        """Count how many pages that came, went or changed since the build before name each thing."""
        before, now = self.changes
        return Counter(name for record in (*before.values(), *now.values()) for name in record.ties.names)

    def _gone(self) -> set[str]:
        return self.known.briefs.keys() - self.files.keys()

    def make(
        self, nav: Navigation, known: Addresses, render: Render, neighbours: Neighbours, paths: Iterable[str] | None
    ) -> Iterator[tuple[str, Record]]:
        """Write all pages, or those that are named and the lists that changed; give what is known of each.

        Gives nothing where all have to be made after all, since they were filled in wrongly.
        """
        self._neighbours = neighbours
        if paths is None:
            self.shells = Shells(self._config, render, self._fits)
        else:
            self.records |= self.known.of(path for path in paths if path not in self.records)
        shells = self.shells
        lists = [path for path, index in self._made.items() if paths is None or self._is_other(path, index)]
        for path in lists:
            record, key = self.known.get(path), self._made[path].key
            self.records[path] = record if record and record.digest == key else Record(digest=key)
        asked = self.files if paths is None else [*paths, *lists]
        with self._search.untouched():
            fresh = [self._page(path, self.files[path], shells, nav, known) for path in asked]
            for path in shells.misfits:
                self._page(path, self.files[path], shells, nav, known)
        if paths is not None and shells.were_wrong:
            self._fits = self._fits | shells.fits
            self._cache.put_state("fits", self._fits)
            return
        if not shells.all_fit:
            log.info("The theme shows more of a page than its title and text, so pages are made page by page: slower.")
        self._keep(shells, whole=paths is None)
        self.give_entries(fresh)
        yield from self.records.items()

    def give_entries(self, fresh: Iterable[list[object]]) -> None:
        """Give the theme's search what it must know of all pages: what is new, and what was kept."""
        for entries in [*fresh, *(json.loads(kept) for path, kept in self._cache.entries() if path in self.files)]:
            self._search.add(entries)

    def _keep(self, shells: Shells, *, whole: bool) -> None:
        """Keep what is known of pages whose bytes may be known, where anything of it is new."""
        fits = shells.fits if whole else self._fits | shells.fits
        if fits != self._fits:
            self._cache.put_state("fits", fits)
        self.known.put(*self.changes, {path: self.records[path] for path in self._written}, self._gone())

    def _is_other(self, path: str, index: Index) -> bool:
        return self.known.briefs.get(path, ("",))[0] != index.key

    def _learn(self, path: str, source: Source, digest: str) -> None:
        """Note what a page says, and keep what is needed to show it."""
        match source:
            case SessionSource(page):
                name = path.rpartition("/")[2]
                self._bodies.put(path, source)
                line = records.line(name, page, self.files[path].url)
                if digest:
                    self._cache.put_line(path, line)
                else:
                    self._lines[path] = line
                named = mentions(page)
                said = summary(name, page, named)
                said = said._replace(mark=mark_of(said))
                if digest:
                    self._cache.put_items(path, str(said.details[1]))
                self.records[path] = Record(digest=digest, summary=said, ties=ties_of(page, named))
            case BadSource(_, problem):
                self.records[path] = Record(digest=digest, problem=problem)
            case MapSource():
                self.records[path] = Record(digest=digest)

    def _page(self, path: str, file: File, shells: Shells, nav: Navigation, known: Addresses) -> list[object]:
        """Write one page, and give what the search must know of it and the cache does not."""
        record = self.records[path]
        text: str | None = None
        entries: list[object] = []
        mark = self._neighbours.mark(record.summary.name) if record.summary else ""
        if not record.mark or not record.still_holds(file.url, known.get, mark):
            shown = self._shown(path, file, known)
            record, text, entries = self._indexed(path, file, nav, *shown)
            record = record._replace(around=mark, related=self._related(record))
            self.records[path] = record
            self._written.add(path)
            entries = self._keep_entries(path, record, entries)
        key, make = shells.page(file, record, lambda: self._shown(path, file, known)[0].html if text is None else text)
        self._tree.write(file.dest_uri, key, make)
        return entries

    def _keep_entries(self, path: str, record: Record, entries: list[object]) -> list[object]:
        """Keep what the theme's search knows of a page; give back what is not kept."""
        if not entries and path not in self.known.briefs:
            return entries
        if not record.digest:
            self._cache.forget([path])
            return entries
        return [] if self._cache.put_entries(path, json.dumps(entries) if entries else "") else entries

    def _shown(self, path: str, file: File, known: Addresses) -> tuple[View, Resolver]:
        """Show a page anew."""
        resolve = Resolver(path, file.url, known)
        if path in self._made:
            shown = made(self._made[path].make(), resolve.from_root)
        else:
            source = self._bodies.take(path) or read_source(path, file.content_bytes)
            shown = view(path, source or MapSource(""), resolve, resolve.tag, self._around(path))
        return replace(shown, searched=shown.searched and self._search.takes_sessions), resolve

    def _indexed(
        self, path: str, file: File, nav: Navigation, shown: View, resolve: Resolver
    ) -> tuple[Record, str, list[object]]:
        """Give what is to be known of a page, its text, and what the search of the theme knows of it."""
        text, entries = shown.html, list[object]()
        if self._search.takes_sessions:
            page = page_of(file, self._config, shown)
            entries = self._search.index(page, nav)
            text = page.content or ""  # the search takes its marks out of it
            file.page = None  # which would keep the text of all pages
        mark = sha256(text)
        record = self.records[path]._replace(
            title=shown.title,
            headings=shown.headings,
            tags=shown.tags,
            dead_links=shown.dead_links,
            searched=shown.searched,
            url=file.url,
            asked=tuple(resolve.asked.items()),
            mark=mark,
            titled="<h1" in text,
            key=key_of(file, mark, shown),
        )
        return record, text, entries

    def _around(self, path: str) -> Around:
        summary = self.records[path].summary
        return self._neighbours.around(summary.name) if summary else NOTHING

    def _related(self, record: Record) -> Related | None:
        return self._neighbours.related(record.summary.name) if record.summary else None

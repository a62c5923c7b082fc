"""The session pages and archived maps of a site: read once, shown again while nothing of them has changed."""

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import PurePosixPath

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.plugins import get_plugin_logger
from mkdocs.structure.files import File, Files
from mkdocs.structure.nav import Navigation

from distill.mkdocs_site.pages import OwnFile, page_of
from distill.mkdocs_site.search import Search
from distill.mkdocs_site.shells import Render, Shells
from distill.mkdocs_site.ways import Resolver
from distill.site.cache import Cache
from distill.site.catalogue import summary
from distill.site.indexes.index import Index
from distill.site.neighbours import NOTHING, Around, Neighbours, Related
from distill.site.record import Record, dump, load, sha256
from distill.site.ties import ties_of
from distill.site.tree import Tree
from distill.site.views import BadSource, MapSource, SessionSource, Source, made, read_source, view

log = get_plugin_logger("distill")


class Workshop:
    """Makes the pages of one build."""

    def __init__(self, config: MkDocsConfig, cache: Cache, tree: Tree) -> None:
        """Take what was kept of the builds before."""
        self._config, self._cache, self._tree = config, cache, tree
        self._search = Search(config)
        self._known = cache.records()
        self._sources: dict[str, Source] = {}
        self._made: dict[str, Index] = {}
        self.files: dict[str, File] = {}
        self.records: dict[str, Record] = {}

    def take(self, file: File, files: Files, digest: str) -> None:
        """Take a file over from MkDocs; without a digest of its bytes nothing of it is kept."""
        path, own = file.src_uri, OwnFile.of(file)
        files.remove(file)
        files.append(own)
        self.files[path] = own
        record = load(self._known[path]) if digest and path in self._known else None
        self.records[path] = record if record is not None and record.digest == digest else self._read(own, digest)

    def take_index(self, file: File, index: Index) -> File:
        """Make an index page without MkDocs' help; made again when what it tells of changes."""
        own = OwnFile.of(file)
        self.files[index.path], self._made[index.path] = own, index
        record = load(self._known[index.path]) if index.path in self._known else None
        self.records[index.path] = record if record and record.digest == index.key else Record(digest=index.key)
        return own

    def touched(self) -> Counter[str]:
        """Count how many pages that came, went or changed since the build before name each thing."""
        fresh = {path for path, record in self.records.items() if not record.mark}
        before = (fresh | (self._known.keys() - self.records.keys())) & self._known.keys()
        ties = [*(load(self._known[path]).ties for path in before), *(self.records[path].ties for path in fresh)]
        return Counter(name for each in ties for name in each.names)

    def make(
        self, nav: Navigation, known: dict[str, str], render: Render, neighbours: Neighbours
    ) -> Iterator[tuple[str, Record]]:
        """Write all pages, and give what is known of each."""
        self._neighbours = neighbours
        shells = Shells(self._config, render)
        with self._search.untouched():
            fresh = [self._page(path, file, shells, nav, known) for path, file in self.files.items()]
        if not shells.all_fit:
            log.info("The theme shows more of a page than its title and text, so pages are made page by page: slower.")
        self._cache.forget(self._known.keys() - self.files.keys())
        for entries in (*fresh, *(json.loads(kept) for path, kept in self._cache.entries() if path in self.files)):
            self._search.add(entries)
        yield from self.records.items()

    def _read(self, file: File, digest: str) -> Record:
        source = read_source(file.src_uri, file.content_bytes)
        match source:
            case SessionSource(page, _):
                self._sources[file.src_uri] = source
                said = summary(PurePosixPath(file.src_uri).name, page)
                return Record(digest=digest, summary=said, ties=ties_of(page))
            case BadSource(_, problem):
                return Record(digest=digest, problem=problem)
            case MapSource() | None:
                return Record(digest=digest)

    def _page(self, path: str, file: File, shells: Shells, nav: Navigation, known: dict[str, str]) -> list[object]:
        """Write one page, and give what the search must know of it and the cache does not."""
        record = self.records[path]
        text: str | None = None
        entries: list[object] = []
        mark = self._neighbours.mark(record.summary.name) if record.summary else ""
        if not record.mark or not record.still_holds(file.url, known.get, mark):
            record, text, entries = self._shown(path, file, nav, known)
            record = replace(record, around=mark, related=self._related(record))
            self.records[path] = record
            if record.digest and self._cache.put(path, dump(record), text, json.dumps(entries) if entries else ""):
                entries = []
        key, make = shells.page(file, record, lambda: text if text is not None else self._cache.body(path) or "")
        self._tree.write(file.dest_uri, key, make)
        return entries

    def _shown(self, path: str, file: File, nav: Navigation, known: dict[str, str]) -> tuple[Record, str, list[object]]:
        """Show a page anew."""
        resolve = Resolver(path, file.url, known)
        if path in self._made:
            shown = made(self._made[path].make(), resolve.from_root)
        else:
            source = self._sources.pop(path, None) or read_source(path, file.content_bytes)
            shown = view(path, source or MapSource(""), resolve, resolve.tag, self._around(path))
        page = page_of(file, self._config, shown)
        entries = self._search.index(page, nav)
        text = page.content or ""  # the search takes its marks out of it
        record = replace(
            self.records[path],
            title=shown.title,
            headings=shown.headings,
            tags=shown.tags,
            dead_links=shown.dead_links,
            searched=shown.searched,
            url=file.url,
            asked=tuple(resolve.asked.items()),
            mark=sha256(text),
            titled="<h1" in text,
        )
        return record, text, entries

    def _around(self, path: str) -> Around:
        summary = self.records[path].summary
        return self._neighbours.around(summary.name) if summary else NOTHING

    def _related(self, record: Record) -> Related | None:
        return self._neighbours.related(record.summary.name) if record.summary else None

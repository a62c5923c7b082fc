"""One build of a site, from the first look at the wiki to the last file."""

import sqlite3
from collections import Counter
from collections.abc import Container, Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import replace
from functools import cached_property, partial
from pathlib import Path, PurePosixPath
from typing import Any

import jinja2
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.plugins import get_plugin_logger
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.nav import Navigation

from distill.mkdocs_site import calm, index_pages, outputs, place, unchanged
from distill.mkdocs_site.calm import undisturbed
from distill.mkdocs_site.digests import Digests
from distill.mkdocs_site.lookup import Lookup, record_for_search
from distill.mkdocs_site.options import PluginConfig
from distill.mkdocs_site.pieces import Pieces
from distill.mkdocs_site.programs import Programs
from distill.mkdocs_site.refusal import Refusal
from distill.mkdocs_site.search import Search
from distill.mkdocs_site.shells import Render
from distill.mkdocs_site.sitemap import listed
from distill.mkdocs_site.theme import renderer
from distill.mkdocs_site.unchanged import Whole
from distill.mkdocs_site.ways import Addresses, Resolver, nav_paths, tell_dead, tell_plain
from distill.mkdocs_site.workshop import Workshop
from distill.site.cache import Output
from distill.site.catalogue import SESSIONS, BadPage, Catalogue
from distill.site.contents import bad_of, catalogue_of, known_of
from distill.site.document import Document
from distill.site.indexes.all import indexes
from distill.site.indexes.constraints import REGISTRY
from distill.site.indexes.index import Index
from distill.site.indexes.overview import PATH as OVERVIEW
from distill.site.neighbours import NOTHING, Around, Neighbours
from distill.site.records import line
from distill.site.ties import ties_of
from distill.site.tree import Tree
from distill.site.views import (
    SessionSource,
    Source,
    View,
    is_map,
    is_session,
    read_source,
    view,
)

log = get_plugin_logger("distill")


class Build:
    """Knows the files of the wiki, and which of them MkDocs need not make."""

    @undisturbed()
    def __init__(self, config: MkDocsConfig, options: PluginConfig, *, serving: bool = False) -> None:
        """Open what was kept, and take kept pages out of the way of the cleaning."""
        self._serving = serving
        self._config, self._fast, self._newest = config, options.fast, options.newest
        self.search = Search(config, most=options.theme_search)
        self._cache = place.opened(config, self.search)
        self._tree = Tree(Path(config.site_dir), outputs.KEPT, read=serving)
        self._workshop = Workshop(config, self._cache, self._tree, self.search)
        self._pieces = Pieces(self._cache.pieces())
        self._digests = Digests(self._cache.looked("seen") or {})
        self._clean_names = ""
        self._sessions: dict[str, File] = {}
        self._hashes: dict[str, str] = {}
        self.sources: dict[str, Source] = {}
        """Files that MkDocs makes pages of, with the plug-in's words."""
        self.addresses: Addresses
        self.overview: Index
        """What the home page says of the sessions."""
        self._nav: Navigation | None = None
        self._lookup: Lookup | None = None
        self._before: Whole | None = None
        """What the build before knew, as long as nothing is found to have changed."""
        self._beside: set[tuple[str, ...]] = set()
        self._outputs: Mapping[str, Output] = {}
        self._tree.hide()

    @classmethod
    def begun(cls, config: MkDocsConfig, options: PluginConfig, *, serving: bool) -> "Build":
        """Begin, with nothing where what was kept is broken."""
        try:
            return cls(config, options, serving=serving)
        except sqlite3.DatabaseError:
            place.delete(config)
            return cls(config, options, serving=serving)

    @undisturbed()
    def read(self, files: Files, *, refuse: bool, moving: AbstractContextManager[None]) -> None:
        """Read all files, and move folders within `moving`. Raises PluginError for what must not be published."""
        refusal = Refusal(self._config, self._cache.looked("names") or "", self._digests)
        refusal.enforce(files, refuse=refuse, serving=self._serving)
        self._clean_names, self._hashes = refusal.names, refusal.digests
        in_nav = nav_paths(self._config.nav)
        for file in list(files):
            if file.is_documentation_page() and file.generated_by is None:
                self._take(file, in_nav)
        with moving:
            self._bring_back()
        self._before = self._as_before()
        for bad in self.bad_pages():
            log.warning("%s is shown as plain text. %s", bad.name, bad.problem)

    def _take(self, file: File, in_nav: set[str]) -> None:
        """Take a file that is ours, or one that MkDocs cannot be left to read."""
        path = file.src_uri
        own = is_session(path)
        if own:
            self._sessions[path] = file
        if own or is_map(path):
            file.inclusion = InclusionLevel.NOT_IN_NAV
            if self._fast and path not in in_nav:
                self._workshop.take(file, self._hashes.get(path, ""))
                return
        if (source := read_source(path, file.content_bytes)) is not None:
            self.sources[path] = source

    def _as_before(self) -> Whole | None:
        """Give what the build before knew, where this one would know the same and all lies in the site."""
        self._mark, before = "", unchanged.known(self._cache)
        if not self.sources and all(map(self._hashes.get, self._workshop.files)):
            there = Path(self._config.docs_dir, REGISTRY).is_file()
            hashes = ((path, self._hashes[path]) for path in self._workshop.files)
            self._mark = unchanged.mark_of_wiki(self._config, hashes, (there, self._newest))
        return before if before and before.wiki == self._mark and self._tree.all_lie_there() else None

    def bad_pages(self) -> Iterator[BadPage]:
        """Name the files that cannot be read as pages."""
        if self._before is not None:
            return self._before.bad_pages()
        self._read_pages()
        return bad_of(self._workshop.records, self.sources)

    def has_pages(self) -> bool:
        """Tell whether there is any session page that can be read."""
        return bool(self._before.pages if self._before else self._catalogue.pages)

    def _read_pages(self) -> None:
        """Read what is new, the newest sessions first, and let the search take it in; once in a build."""
        if self._lookup is not None:
            return
        names = {PurePosixPath(path).name: self._hashes.get(path, "") for path in self._sessions}
        self._lookup = lookup = Lookup(self._cache, self._tree, names)
        for name in lookup.names():
            self._read_session(name, lookup)
        for path in filter(is_map, self._workshop.files):
            self._workshop.read(path, partial(self._digests.data, self._workshop.files[path]), wanted=False)
            self._digests.forget(path)

    def _read_session(self, name: str, lookup: Lookup) -> None:
        """Read a page where it is new or wanted by the search, and put its Markdown into the site."""
        path, wanted = f"{SESSIONS}/{name}", lookup.wants(name)
        data = partial(self._digests.data, self._sessions[path])
        source = self.sources.get(path) or self._workshop.read(path, data, wanted=wanted)
        if source is not None and wanted:
            lookup.add(name, record_for_search(name, source))
        self._tree.write(path, self._hashes.get(path, ""), data)
        self._digests.forget(path)

    @cached_property
    def _catalogue(self) -> Catalogue:
        """The session pages."""
        self._read_pages()
        return catalogue_of(self._workshop.records, self.sources)

    @cached_property
    def _neighbours(self) -> Neighbours:
        """The pages around each page."""
        self._read_pages()
        return Neighbours(known_of(self._workshop.records, self.sources), self._touched())

    def addressed(self, nav: Navigation, files: Files) -> None:
        """Learn where all pages will be."""
        self._nav, self.addresses = nav, Addresses(files)
        self._places = unchanged.mark_of_addresses(files)

    @undisturbed()
    def add_indexes(self, files: Files, by_mkdocs: Container[str]) -> dict[str, Index]:
        """Add the index pages; give those that MkDocs makes, the others are made with the session pages."""
        if self._before is None:
            self._indexes = self._made_indexes
        else:
            known = self._before.indexes
            self._indexes = {path: Index(path, key, partial(self._document, path)) for path, key in known}
        by_mkdocs = by_mkdocs if self._fast else self._indexes
        left, taken = index_pages.added(self._indexes, files, self._config, by_mkdocs)
        for file, index in taken:
            files.append(self._workshop.take_index(file, index))
        self.overview = self._indexes[OVERVIEW]
        now = {file.dest_uri for file in self._workshop.files.values()}
        self._tree.forget(path for path in self._outputs if outputs.is_index(path) and path not in now)
        return left

    @cached_property
    def _made_indexes(self) -> dict[str, Index]:
        """The index pages, by path."""
        there = Path(self._config.docs_dir, REGISTRY).is_file()
        return {one.path: one for one in indexes(self._catalogue, registry=there, newest=self._newest)}

    def _document(self, path: str) -> Document:
        """Make an index page after all, though nothing has changed: the site has no HTML of it."""
        return self._made_indexes[path].make()

    def view(self, file: File, index: Index | None = None) -> View:
        """Show a page that MkDocs makes, from its source or as an index page; name its links that lead nowhere."""
        path = file.src_uri
        if index is None:
            resolve = Resolver(path, file.url, self.addresses)
            shown = view(path, self.sources[path], resolve, resolve.tag, self._around(path))
            shown = replace(shown, searched=shown.searched and self.search.takes_sessions)
        else:
            shown = self._pieces.view(index, file, self.addresses)
        tell_dead(path, shown.dead_links)
        return shown

    @undisturbed()
    def write(self, env: jinja2.Environment, files: Files) -> None:
        """Write the pages that MkDocs need not make."""
        render = renderer(env, self._config, nav := self._nav or Navigation([], []), files.documentation_pages())
        self._beside = {outputs.top(file.dest_uri) for file in files if file.src_uri not in self._workshop.files}
        if self._is_still_as_before(render):
            return
        self._before = None
        for path, record in self._workshop.make(nav, self.addresses, render, self._neighbours):
            tell_dead(path, record.dead_links)
        if self._lookup is not None:
            self._lookup.write()
        Programs(self._config, self._tree, self._sessions).write(self._catalogue, self._hashes, self._line)
        self._tree.forget(self._outputs.keys() - self._tree.outputs.keys())

    def _is_still_as_before(self, render: Render) -> bool:
        """Tell whether nothing has to be written, and then say again what there is to say of the pages."""
        before = self._before
        same = before is not None and before.addresses == self._places
        if before is None or not (same and self._workshop.still_there(render, dict(before.shapes))):
            return False
        for path, links in before.dead_links:
            tell_dead(path, links)
        return True

    def listed(self) -> list[Any]:
        """Give what the site map says of the pages that MkDocs does not know."""
        return list(listed(self._workshop.files.values(), self._config.site_url or ""))

    def end(self) -> None:
        """Keep what the next build needs."""
        if self._serving:  # else the process ends, which would look through all of it once more
            calm.over()
        kept = outputs.lasting(self._tree.outputs, self._workshop.files, self._beside)
        if kept != self._outputs:
            self._cache.put_outputs(self._config.site_dir, kept)
        if self._before is None:
            indexes, all_there = self._indexes.values(), len(kept) == len(self._tree.outputs)
            whole = unchanged.whole(self._mark, self._places, self._catalogue, indexes, self._workshop)
            unchanged.keep(self._cache, whole if all_there else None)
        self._digests.keep(self._cache, self._clean_names)
        self._cache.put_pieces(self._pieces.used)
        self._cache.close(keep=True)
        log.info("%s; files written: %d", self._workshop.counted(), self._tree.written)
        tell_plain([bad.name for bad in self.bad_pages()])

    def _line(self, path: str) -> str:
        """Give the line of a session page for programs."""
        source = self.sources.get(path)
        if isinstance(source, SessionSource):
            return line(PurePosixPath(path).name, source.page, self._sessions[path].url)
        return self._workshop.line(path) or ""

    def fail(self, error: Exception) -> None:
        """Keep nothing."""
        calm.over()
        if self._serving:
            self._tree.show()
        else:
            self._tree.drop()
        self._cache.close(keep=False)
        if isinstance(error, sqlite3.DatabaseError):
            place.delete(self._config)
            log.error("What was kept of the builds before is broken and has been deleted. Build again.")

    def _touched(self) -> Counter[str]:
        """Count the pages that name a thing and are not known from the build before, or are no more."""
        others = (ties_of(source.page) for source in self.sources.values() if isinstance(source, SessionSource))
        return self._workshop.touched() + Counter(name for ties in others for name in ties.names)

    def _around(self, path: str) -> Around:
        name = PurePosixPath(path).name
        return self._neighbours.around(name) if isinstance(self.sources[path], SessionSource) else NOTHING

    def _bring_back(self) -> None:
        self._outputs = self._cache.outputs(self._config.site_dir)
        self._tree.bring_back(outputs.known(self._outputs, self._workshop.files, self._sessions))

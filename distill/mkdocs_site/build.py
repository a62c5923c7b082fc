"""One build of a site, from the first look at the wiki to the last file."""

import gc
import sqlite3
from collections import Counter
from collections.abc import Container, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from functools import cached_property, partial
from pathlib import Path, PurePosixPath
from typing import Any

import jinja2
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.plugins import get_plugin_logger
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.nav import Navigation

from distill.mkdocs_site import index_pages, place
from distill.mkdocs_site.digests import Digests
from distill.mkdocs_site.lookup import Lookup, record_for_search
from distill.mkdocs_site.options import PluginConfig
from distill.mkdocs_site.pieces import Pieces
from distill.mkdocs_site.programs import Programs
from distill.mkdocs_site.refusal import Refusal
from distill.mkdocs_site.search import Search
from distill.mkdocs_site.sitemap import listed
from distill.mkdocs_site.theme import renderer
from distill.mkdocs_site.ways import Resolver, addresses, nav_paths
from distill.mkdocs_site.workshop import Workshop
from distill.search import static
from distill.site import feed, llms, records
from distill.site.cache import Output
from distill.site.catalogue import SESSIONS, Catalogue
from distill.site.contents import bad_of, catalogue_of, known_of
from distill.site.indexes.all import FOLDERS as INDEX_FOLDERS
from distill.site.indexes.all import indexes
from distill.site.indexes.constraints import REGISTRY
from distill.site.indexes.index import Index
from distill.site.indexes.overview import PATH as OVERVIEW
from distill.site.neighbours import NOTHING, Around, Neighbours
from distill.site.records import line
from distill.site.ties import ties_of
from distill.site.tree import Tree
from distill.site.views import (
    MAPS,
    SessionSource,
    Source,
    View,
    is_map,
    is_session,
    read_source,
    view,
)

log = get_plugin_logger("distill")
KEPT = (SESSIONS, MAPS, *INDEX_FOLDERS, static.FOLDER, records.FILE, llms.FILE, feed.FILE)
"""Parts of a site that outlive its cleaning."""
MOST_NAMED = 20
"""Bad pages that the summary of a build names."""


@contextmanager
def undisturbed() -> Iterator[None]:
    """Keep the collector of cycles away from work that makes very many values and hardly a cycle, and from these."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        if was_on:
            gc.enable()


class Build:
    """Knows the files of the wiki, and which of them MkDocs need not make."""

    @undisturbed()
    def __init__(self, config: MkDocsConfig, options: PluginConfig) -> None:
        """Open what was kept, and take kept pages out of the way of the cleaning."""
        self._config, self._fast = config, options.fast
        self.search = Search(config, most=options.theme_search)
        self._cache = place.opened(config, self.search)
        self._tree = Tree(Path(config.site_dir), KEPT)
        self._workshop = Workshop(config, self._cache, self._tree, self.search)
        self._pieces = Pieces(self._cache.pieces())
        self._digests = Digests(self._cache.looked("seen") or {})
        self._clean_names = ""
        self._sessions: dict[str, File] = {}
        self._hashes: dict[str, str] = {}
        self.sources: dict[str, Source] = {}
        """Files that MkDocs makes pages of, with the plug-in's words."""
        self.addresses: dict[str, str] = {}
        self.overview: Index
        """What the home page says of the sessions."""
        self._nav: Navigation | None = None
        self._beside: set[tuple[str, ...]] = set()
        self._outputs: Mapping[str, Output] = {}
        self._tree.hide()

    @classmethod
    def begun(cls, config: MkDocsConfig, options: PluginConfig) -> "Build":
        """Begin, with nothing where what was kept is broken."""
        try:
            return cls(config, options)
        except sqlite3.DatabaseError:
            place.delete(config)
            return cls(config, options)

    @undisturbed()
    def read(self, files: Files, *, refuse: bool, serving: bool) -> None:
        """Read all files. Raises PluginError when something must not be published."""
        refusal = Refusal(self._config, self._cache.looked("names") or "", self._digests)
        refusal.enforce(files, refuse=refuse, serving=serving)
        self._clean_names, self._hashes = refusal.names, refusal.digests
        in_nav = nav_paths(self._config.nav)
        for file in list(files):
            if file.is_documentation_page() and file.generated_by is None:
                self._take(file, in_nav)
        self._bring_back()
        self._read_pages()
        for bad in bad_of(self._workshop.records, self.sources):
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

    def _read_pages(self) -> None:
        """Read what is new, the newest sessions first, and let the search take it in."""
        names = {PurePosixPath(path).name: self._hashes.get(path, "") for path in self._sessions}
        self._lookup = Lookup(self._cache, self._tree, names)
        for name in self._lookup.names():
            self._read_session(name, self._lookup.wants(name))
        for path in self._workshop.files.keys() - self._sessions.keys():
            self._workshop.read(path, partial(self._digests.data, self._workshop.files[path]), wanted=False)
            self._digests.forget(path)

    def _read_session(self, name: str, wanted: bool) -> None:
        """Read a page where it is new or wanted by the search, and put its Markdown into the site."""
        path = f"{SESSIONS}/{name}"
        data = partial(self._digests.data, self._sessions[path])
        source = self.sources.get(path) or self._workshop.read(path, data, wanted=wanted)
        if source is not None and wanted:
            self._lookup.add(name, record_for_search(name, source))
        self._tree.write(path, self._hashes.get(path, ""), data)
        self._digests.forget(path)

    @cached_property
    def catalogue(self) -> Catalogue:
        """The session pages, once they are read."""
        return catalogue_of(self._workshop.records, self.sources)

    @undisturbed()
    def addressed(self, nav: Navigation, files: Files) -> None:
        """Learn where all pages will be."""
        self._nav, self.addresses = nav, addresses(files)
        self._neighbours = Neighbours(known_of(self._workshop.records, self.sources), self._touched())

    @undisturbed()
    def add_indexes(self, files: Files, by_mkdocs: Container[str], *, newest: int) -> dict[str, Index]:
        """Add the index pages; give those that MkDocs makes, the others are made with the session pages."""
        registry = files.get_file_from_path(REGISTRY) is not None
        made = {index.path: index for index in indexes(self.catalogue, registry=registry, newest=newest)}
        left, taken = index_pages.added(made, files, self._config, by_mkdocs if self._fast else made)
        for file, index in taken:
            files.append(self._workshop.take_index(file, index))
        self.overview = made[OVERVIEW]
        now = {file.dest_uri for file in self._workshop.files.values()}
        self._tree.forget(path for path in self._outputs if _is_index(path) and path not in now)
        return left

    def view(self, file: File, index: Index | None = None) -> View:
        """Show a page that MkDocs makes, from its source or as an index page; name its links that lead nowhere."""
        path = file.src_uri
        if index is None:
            resolve = Resolver(path, file.url, self.addresses)
            shown = view(path, self.sources[path], resolve, resolve.tag, self._around(path))
            shown = replace(shown, searched=shown.searched and self.search.takes_sessions)
        else:
            shown = self._pieces.view(index, file, self.addresses)
        _tell_dead(path, shown.dead_links)
        return shown

    @undisturbed()
    def write(self, env: jinja2.Environment, files: Files) -> None:
        """Write the pages that MkDocs need not make."""
        nav = self._nav or Navigation([], [])
        render = renderer(env, self._config, nav, files.documentation_pages())
        for path, record in self._workshop.make(nav, self.addresses, render, self._neighbours):
            _tell_dead(path, record.dead_links)
        self._beside = {_top(file.dest_uri) for file in files if file.src_uri not in self._workshop.files}
        self._lookup.write()
        Programs(self._config, self._tree, self._sessions).write(self.catalogue, self._hashes, self._line)

    def listed(self) -> list[Any]:
        """Give what the site map says of the pages that MkDocs does not know."""
        return list(listed(self._workshop.files.values(), self._config.site_url or ""))

    def end(self) -> None:
        """Keep what the next build needs."""
        gc.unfreeze()
        nested = {file.dest_uri for path, file in self._workshop.files.items() if path.count("/") != 1}
        kept = {
            path: output
            for path, output in self._tree.outputs.items()
            if path not in nested and _top(path) not in self._beside
        }
        if kept != self._outputs:
            self._cache.put_outputs(self._config.site_dir, kept)
        self._keep_looks()
        self._cache.put_pieces(self._pieces.used)
        self._cache.close(keep=True)
        log.info("%s; files written: %d", self._workshop.counted(), self._tree.written)
        if bad := [one.name for one in bad_of(self._workshop.records, self.sources)]:
            more = f" and {len(bad) - MOST_NAMED} more" if len(bad) > MOST_NAMED else ""
            log.info("Shown as plain text: %s%s", ", ".join(bad[:MOST_NAMED]), more)

    def _keep_looks(self) -> None:
        """Keep what was seen when all was looked at."""
        seen = {path: tuple(seen) for path, seen in self._digests.seen.items()}
        if seen != self._digests.kept:
            self._cache.put_looked("seen", seen)
        if self._clean_names != self._cache.looked("names"):
            self._cache.put_looked("names", self._clean_names)

    def _line(self, path: str) -> str:
        """Give the line of a session page for programs."""
        source = self.sources.get(path)
        if isinstance(source, SessionSource):
            return line(PurePosixPath(path).name, source.page, self._sessions[path].url)
        return self._workshop.line(path) or ""

    def fail(self, error: Exception) -> None:
        """Keep nothing."""
        gc.unfreeze()
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
        is_page = isinstance(self.sources[path], SessionSource)
        return self._neighbours.around(PurePosixPath(path).name) if is_page else NOTHING

    def _bring_back(self) -> None:
        now = {file.dest_uri for file in self._workshop.files.values()}
        self._outputs = self._cache.outputs(self._config.site_dir)
        known = {path: out for path, out in self._outputs.items() if path in now or _is_kept(path)}
        gone = {path for path in known if is_session(path) and path not in self._sessions}
        self._tree.bring_back({path: output for path, output in known.items() if path not in gone})


def _is_kept(path: str) -> bool:
    """Tell whether a file of the site is none of a session page or map: those that are no more must go."""
    return _is_index(path) or not path.endswith(".html")


def _is_index(path: str) -> bool:
    """Tell whether a file of the site lies where index pages do, which are not known before the pages are read."""
    return path.partition("/")[0] in INDEX_FOLDERS


def _top(path: str) -> tuple[str, ...]:
    return tuple(path.split("/")[:2])


def _tell_dead(path: str, links: tuple[str, ...]) -> None:
    for link in links:
        log.warning("%s links to %s, which is no page of the wiki; it is shown as text.", path, link)

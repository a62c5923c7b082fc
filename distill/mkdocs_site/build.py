"""One build of a site, from the first look at the wiki to the last file."""

import sqlite3
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import replace
from functools import cached_property, partial
from pathlib import Path

import jinja2
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.plugins import get_plugin_logger
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.nav import Navigation

from distill.mkdocs_site import anew, calm, index_pages, outputs, place, unchanged
from distill.mkdocs_site.calm import undisturbed
from distill.mkdocs_site.digests import NAMES, SEEN, Digests
from distill.mkdocs_site.few import Changes, Few
from distill.mkdocs_site.options import PluginConfig
from distill.mkdocs_site.pieces import Pieces
from distill.mkdocs_site.programs import Programs
from distill.mkdocs_site.reading import Reading
from distill.mkdocs_site.refusal import Refusal
from distill.mkdocs_site.search import Search
from distill.mkdocs_site.shells import Render
from distill.mkdocs_site.sitemap import Listed, SiteMap
from distill.mkdocs_site.theme import renderer
from distill.mkdocs_site.unchanged import Whole
from distill.mkdocs_site.ways import KEPT_OUT, Addresses, Resolver, nav_paths, tell_dead, tell_plain
from distill.mkdocs_site.workshop import Workshop
from distill.site import records
from distill.site.cache import LOOKED, Output
from distill.site.catalogue import BadPage
from distill.site.document import Document
from distill.site.indexes.all import indexes
from distill.site.indexes.constraints import REGISTRY
from distill.site.indexes.index import Index
from distill.site.indexes.overview import PATH as OVERVIEW
from distill.site.memo import Memo
from distill.site.tree import Tree
from distill.site.views import View, is_map, is_session, read_source, view

log = get_plugin_logger("distill")


class Build:
    """Knows the files of the wiki, and which of them MkDocs need not make."""

    @undisturbed()
    def __init__(self, config: MkDocsConfig, options: PluginConfig, *, serving: bool = False) -> None:
        """Open what was kept, and take kept pages out of the way of the cleaning."""
        calm.begin()
        self._serving = serving
        self._config, self._fast, self._newest = config, options.fast, options.newest
        self.search = Search(config, most=options.theme_search)
        self._cache = place.opened(config, self.search)
        self._tree = Tree(Path(config.site_dir), outputs.KEPT, read=serving)
        self._workshop = Workshop(config, self._cache, self._tree, self.search)
        self._pieces = Pieces(self._cache.pieces())
        self._memo = Memo(self._cache)
        self._digests = Digests(self._cache.shelf(LOOKED, SEEN))
        self._clean_names = ""
        self._reading = Reading(self._cache, self._tree, self._workshop, self._digests)
        self.sources = self._reading.sources
        self.addresses: Addresses
        self.overview: Index
        """What the home page says of the sessions."""
        self._nav: Navigation | None = None
        self._before: Whole | None = None
        """What the build before knew, as long as nothing is found to have changed."""
        self._beside: set[tuple[str, ...]] = set()
        self._outputs: Mapping[str, Output] = {}
        self.site_map = SiteMap(config)
        self._last: Callable[[], None]
        """Writes what comes after everything else."""
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
        refusal = Refusal(self._config, self._cache.looked(NAMES) or "", self._digests)
        refusal.enforce(files, refuse=refuse, serving=self._serving)
        self._clean_names, self._reading.hashes = refusal.names, refusal.digests
        in_nav = nav_paths(self._config.nav)
        for path, file in list(files.src_uris.items()):
            if file.generated_by is None and file.is_documentation_page():
                self._take(path, file, in_nav)
        with moving:
            self._bring_back()
        self._compare()
        for bad in self.bad_pages():
            log.warning("%s is shown as plain text. %s", bad.name, bad.problem)

    def _take(self, path: str, file: File, in_nav: set[str]) -> None:
        """Take a file that is ours, or one that MkDocs cannot be left to read."""
        own = is_session(path)
        if own and file.inclusion in KEPT_OUT:
            file.inclusion = InclusionLevel.EXCLUDED  # a draft too: MkDocs would show it in its own way
            return
        if own:
            self._reading.sessions[path] = file
        if own or is_map(path):
            file.inclusion = InclusionLevel.NOT_IN_NAV
            if self._fast and path not in in_nav:
                self._workshop.take(file, self._reading.hashes.get(path, ""))
                return
        if (source := read_source(path, file.content_bytes)) is not None:
            self.sources[path] = source

    def _compare(self) -> None:
        """Learn what of the wiki has changed since the build before, where all that was made then lies in the site."""
        there, ours = Path(self._config.docs_dir, REGISTRY).is_file(), self._workshop.files
        hashes = {path: self._reading.hashes.get(path, "") for path in ours}
        known = not self.sources and all(hashes.values())
        settings = unchanged.mark_of_settings(self._config, (there, self._newest))
        self._marks = (settings, unchanged.mark_of_wiki(hashes.items()) if known else "")
        before = unchanged.known(self._cache) if known else None
        if before is None or before.settings != settings or not self._tree.all_lie_there():
            return
        if before.wiki == self._marks[1]:
            self._before = before
            return
        changes = Changes.between(self._workshop.known.briefs, hashes)
        if changes.are_few(len(hashes)):
            self._reading.few = Few(before, changes, self._workshop)

    def bad_pages(self) -> Iterator[BadPage]:
        """Name the files that cannot be read as pages."""
        if self._before is not None:
            return self._before.bad_pages()
        return self._reading.bad_pages()

    def has_pages(self) -> bool:
        """Tell whether there is any session page that can be read."""
        return bool(self._before.pages if self._before else self._reading.catalogue.pages)

    def addressed(self, nav: Navigation, files: Files) -> None:
        """Learn where all pages will be."""
        self._nav, self.addresses = nav, Addresses(files)
        self._places = unchanged.mark_of_addresses(files, self._workshop.files)

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
        self._tree.forget(path for path in self._outputs.keys() - now if outputs.is_index(path))
        return left

    def overtake(self, before: "Build", files: Files, made: Iterable[str]) -> dict[str, Index]:
        """Go on where another build stands, all files being read; give the index pages that MkDocs makes."""
        self._indexes = self._made_indexes
        self.overview = self._indexes[OVERVIEW]
        for path in before._workshop.files.keys() & self._indexes.keys():  # noqa: SLF001 - of this class
            self._workshop.take_index(before._workshop.files[path], self._indexes[path])  # noqa: SLF001 - as above
        self.addressed(before._nav or Navigation([], []), files)  # noqa: SLF001 - as above
        return {path: self._indexes[path] for path in made}

    @cached_property
    def _made_indexes(self) -> dict[str, Index]:
        """The index pages, by path."""
        there = Path(self._config.docs_dir, REGISTRY).is_file()
        return {
            one.path: one
            for one in indexes(self._reading.catalogue, registry=there, newest=self._newest, memo=self._memo)
        }

    def _document(self, path: str) -> Document:
        """Make an index page after all, though nothing has changed: the site has no HTML of it."""
        return self._made_indexes[path].make()

    def view(self, file: File, index: Index | None = None) -> View:
        """Show a page that MkDocs makes, from its source or as an index page; name its links that lead nowhere."""
        path = file.src_uri
        if index is None:
            resolve = Resolver(path, file.url, self.addresses)
            shown = view(path, self.sources[path], resolve, resolve.tag, self._reading.around(path))
            shown = replace(shown, searched=shown.searched and self.search.takes_sessions)
        else:
            shown = self._pieces.view(index, file, self.addresses)
        tell_dead(path, shown.dead_links)
        return shown

    @undisturbed()
    def write(self, env: jinja2.Environment, files: Files) -> None:
        """Write the pages that MkDocs need not make."""
        render = renderer(env, self._config, nav := self._nav or Navigation([], []), files.documentation_pages())
        ours = self._workshop.files
        self._beside = {outputs.top(file.dest_uri) for path, file in files.src_uris.items() if path not in ours}
        few = self._reading.few
        before = self._before or (few and few.before)
        if before and not (before.addresses == self._places and self._workshop.agrees(render, dict(before.shapes))):
            self._before = None
            self._reading.read_anew()
        if self._before:
            self._workshop.give_entries(())
        self._dead_links = dict(self._before.dead_links) if self._before else self._made(nav, render)
        for path, links in self._dead_links.items():
            tell_dead(path, links)
        self.site_map.take(env, self._config)
        self._last = partial(self.site_map.write, self._tree, env, self._config, files, nav, ours.values())

    def _made(self, nav: Navigation, render: Render) -> dict[str, tuple[str, ...]]:
        """Write what has to be written, and give the links of all pages that lead nowhere."""
        reading, few = self._reading, self._reading.few
        paths = few.paths({path: index.key for path, index in self._indexes.items()}) if few else None
        made = dict(self._workshop.make(nav, self.addresses, render, reading.neighbours, paths))
        if few and self._workshop.shells.were_wrong:
            reading.read_anew()
            return self._made(nav, render)
        reading.write_lookup()
        programs = Programs(self._config, self._tree, reading.sessions)
        lines = partial(reading.lines, file=Path(self._config.site_dir, records.FILE))
        programs.write(reading.catalogue, reading.hashes, lines)
        self._tree.forget(self._outputs.keys() - self._tree.outputs.keys() - outputs.LAST)
        dead = {path: record.dead_links for path, record in made.items() if record.dead_links}
        return dead | dict(few.dead_links(made) if few else ())

    def listed(self) -> Iterable[Listed]:
        """Give what the site map says of the pages that MkDocs does not know."""
        return self.site_map.listed(self._workshop.files.values())

    def end(self) -> None:
        """Keep what the next build needs."""
        calm.over(serving=self._serving)
        self._last()
        try:
            self._keep()
        except sqlite3.DatabaseError:  # the site is made
            self.leave()
            anew.forget(self._config)
        log.info("%s; files written: %d", self._workshop.counted(), self._tree.written)
        tell_plain([bad.name for bad in self.bad_pages()])

    def _keep(self) -> None:
        if self._before is None:
            self._keep_outputs()
        elif self._tree.written:
            self._cache.put_outputs(self._config.site_dir, self._tree.outputs)
        self._digests.keep(self._cache, self._clean_names)
        self._cache.put_pieces(self._pieces.used)
        self._memo.keep()
        self._cache.close(keep=True)

    def _keep_outputs(self) -> None:
        """Keep what was written, and what is known of the wiki as a whole where all of it lies in the site."""
        now, before = self._tree.outputs, self._outputs
        fresh = {path: output for path, output in now.items() if before.get(path) != output}
        lasting = outputs.lasting(fresh, self._workshop.files, self._beside)
        left = fresh.keys() - lasting.keys()
        self._cache.put_outputs(self._config.site_dir, {path: out for path, out in now.items() if path not in left})
        marks = (*self._marks, self._places)
        whole = unchanged.whole(
            marks, self._reading.catalogue, self._indexes.values(), self._workshop, self._dead_links
        )
        unchanged.keep(self._cache, None if left else whole)

    def leave(self) -> None:
        """Let go of what was kept, and leave it as it was."""
        self._cache.close(keep=False)

    def fail(self, error: Exception) -> None:
        """Keep nothing."""
        calm.over(serving=self._serving)
        if self._serving:
            self._tree.show()
        else:
            self._tree.drop()
        self.leave()
        if isinstance(error, sqlite3.DatabaseError):
            place.delete(self._config)
            log.error("What was kept of the builds before is broken and has been deleted. Build again.")

    def _bring_back(self) -> None:
        self._outputs = self._cache.outputs(self._config.site_dir)
        self._tree.bring_back(outputs.known(self._outputs, self._workshop.files, self._reading.sessions.keys()))

"""The plug-in for MkDocs: shows session pages, archived maps and index pages without writing into the wiki.

Pages of agents never pass through Python-Markdown and reach the theme escaped. With the plug-in off the pages are as
safe, because they are escaped when they are written; what is lost are banners, links into maps, and index pages.
"""

import sqlite3
from collections.abc import Callable
from contextlib import nullcontext
from importlib.resources import files as package_files
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeVar

import jinja2
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.plugins import BasePlugin, event_priority, get_plugin_logger
from mkdocs.structure.files import File, Files
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page
from mkdocs.utils.templates import TemplateContext

from distill.mkdocs_site import anew, finding, place, sitemap
from distill.mkdocs_site.build import Build
from distill.mkdocs_site.head import Head
from distill.mkdocs_site.mending import mend_places, mend_tags
from distill.mkdocs_site.options import PluginConfig
from distill.mkdocs_site.pages import show
from distill.mkdocs_site.struck import struck
from distill.mkdocs_site.ways import TAGS, nav_paths
from distill.search import static
from distill.site import home
from distill.site.indexes import overview
from distill.site.indexes.constraints import REGISTRY
from distill.site.indexes.index import Index
from distill.site.views import View

if TYPE_CHECKING:
    from mkdocs.livereload import LiveReloadServer

    from distill.mkdocs_site.readers import Readers

log = get_plugin_logger("distill")
T = TypeVar("T")

STYLE = "assets/distill/distill.css"
OPENER = f"assets/distill/{static.OPENER}"
SCRIPT = f"assets/distill/{static.SCRIPT}"
HOME = "index.md"
FILTER = "assets/distill/filter.js"
FIND = "find.md"
NAV = (*overview.OTHERS, ("Find", FIND), ("Tags", TAGS))
FRONT = f"# Sessions\n\n{home.MARKER}\n"
"""The front page of a wiki that has none of its own."""
PLACE = '<div data-distill="sessions"></div>'
"""Stands in the home page's Markdown where its sessions will be."""
FIRST, LAST = 100, -100


class DistillPlugin(BasePlugin[PluginConfig]):
    """Makes a site of a wiki."""

    build: Build
    """The build that is going on."""
    head: Head

    def __init__(self) -> None:
        self.made: dict[str, Index] = {}
        """Index pages that MkDocs makes, by path: those of the nav."""
        self.serving = False
        self.readers: Readers | None = None
        """Those who read the site while it is served."""

    def on_startup(self, *, command: Literal["build", "gh-deploy", "serve"], dirty: bool) -> None:  # noqa: ARG002
        """Learn whether a site is made to be published, or to be looked at here."""
        self.serving = command == "serve"
        if self.serving:
            from distill.mkdocs_site.readers import Readers  # noqa: PLC0415 - a build needs none of it

            self.readers = Readers()

    @event_priority(LAST)
    def on_serve(self, server: "LiveReloadServer", /, *, config: MkDocsConfig, builder: Callable[..., None]) -> Any:  # noqa: ANN401, ARG002 - MkDocs' signature
        """Let the system tell of changes, readers read on meanwhile, and the first change find all it needs."""
        from distill.mkdocs_site import ahead, watching  # noqa: PLC0415 - a build needs none of it

        if self.config.watch == "events":
            watching.told_by_the_system(server)
        if self.readers is not None:
            server.builder = self.readers.told(server.builder)
            server.set_app(self.readers.answer(server))
        ahead.prepare(config)
        return server

    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        """Add the style sheet, the search and the index pages."""
        if STYLE not in config.extra_css:
            config.extra_css.append(STYLE)
        config.extra_javascript.extend(path for path in (FILTER, OPENER) if path not in config.extra_javascript)
        if config.nav is not None:
            there = Path(config.docs_dir, REGISTRY).is_file()
            ways = (*overview.others(registry=there), *NAV[len(overview.OTHERS) :])
            config.nav.extend({name: path} for name, path in ways if path not in nav_paths(config.nav))
        return config

    def on_pre_build(self, *, config: MkDocsConfig) -> None:
        """Open what was kept, and take pages out of the way of the cleaning."""
        site = Path(config.site_dir)
        with self.readers.away() if self.readers else nullcontext():
            self.build = Build.begun(config, self.config, serving=self.serving)
            if self.readers:
                self.readers.set_aside(site)
        self.head = Head(self.config, serving=self.serving)
        finding.begin()

    def on_files(self, files: Files, *, config: MkDocsConfig) -> Files:
        """Read the wiki, name what is bad, and add the pages that are made from it."""
        found = list(files)
        try:
            return self._read(files, config)
        except sqlite3.DatabaseError:
            self._begin_anew(config)
            anew.restore(files, found)
            return self._read(files, config)

    def _read(self, files: Files, config: MkDocsConfig) -> Files:
        self._take(files)
        if not self.build.has_pages():
            log.info("There are no pages in %s/sessions. Is docs_dir the wiki's folder?", config.docs_dir)
        if all(files.get_file_from_path(path) is None for path in (HOME, "README.md")):
            files.append(File.generated(config, HOME, content=FRONT))
        self.made = self.build.add_indexes(files, {path for _, path in NAV})
        self.finds = files.get_file_from_path(FIND) is None  # one that a person wrote stays
        if self.finds:
            files.append(File.generated(config, FIND, content=""))
        for path, content in self._assets(config).items():
            files.append(File.generated(config, path, content=content))
        return files

    def _take(self, files: Files) -> None:
        moving = self.readers.away() if self.readers else nullcontext()
        self.build.read(files, refuse=self.config.redaction == "refuse", moving=moving)

    def _begin_anew(self, config: MkDocsConfig) -> None:
        self.build.leave()
        anew.forget(config)
        with self.readers.away() if self.readers else nullcontext():
            self.build = Build.begun(config, self.config, serving=self.serving)

    def _unbroken(self, work: Callable[[], T], files: Files, config: MkDocsConfig) -> T:
        """Do a part of the build, once more where what was kept turns out to be broken."""
        try:
            return work()
        except sqlite3.DatabaseError:
            before = self.build
            self._begin_anew(config)
            anew.give_back(file for file in files if file.generated_by is None)
            if isinstance(files, finding.WikiFiles):
                files.changed()
            self._take(files)
            self.made = self.build.overtake(before, files, self.made)
            return work()

    @event_priority(LAST)
    def on_nav(self, nav: Navigation, *, config: MkDocsConfig, files: Files) -> Navigation:  # noqa: ARG002
        """Learn the addresses of all pages."""
        self.build.addressed(nav, files)
        return nav

    def on_page_read_source(self, *, page: Page, config: MkDocsConfig) -> str | None:  # noqa: ARG002 - MkDocs' signature
        """Keep what agents wrote, and what cannot be read, from MkDocs' own reader."""
        return "" if page.file.src_uri in self.build.sources or page.file.src_uri in self.made else None

    @event_priority(FIRST)
    def on_page_markdown(self, markdown: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:  # noqa: ARG002
        """Mark the place of the sessions on the home page, before another plug-in stumbles."""
        mend_tags(page)
        return home.merged(markdown, PLACE) if page.file.src_uri == HOME else markdown

    def on_page_content(self, html: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:
        """Show a page in our own way."""
        path = page.file.src_uri
        if path == HOME:
            shown = self._unbroken(lambda: self.build.view(page.file, self.build.overview), files, config)
            return html.replace(PLACE, shown.html)
        if path == FIND and self.finds:
            index, pages = ("./", "../sessions/") if config.use_directory_urls else ("find/", "sessions/")
            html = static.place(index=index, pages=pages, directory_urls=config.use_directory_urls)
            show(page, View(title="Find", html=html, searched=False))
            return f'<h1 id="find">Find sessions</h1>\n{html}'
        if path not in self.build.sources and path not in self.made:
            return struck(html) if path == REGISTRY else html
        shown = self._unbroken(lambda: self.build.view(page.file, self.made.get(path)), files, config)
        show(page, shown)
        return shown.html

    @event_priority(LAST)
    def on_env(self, env: jinja2.Environment, *, config: MkDocsConfig, files: Files) -> jinja2.Environment:
        """Write the session pages and the archived maps."""
        place.remember_templates(env, config)
        mend_places(env, files)
        self.head.learn(env, config, files)
        self._unbroken(lambda: self.build.write(env, files), files, config)
        return env

    @event_priority(LAST)
    def on_post_page(self, output: str, *, page: Page, config: MkDocsConfig) -> str:  # noqa: ARG002
        """Say in each page what it may run and load, after all other plug-ins have put in theirs."""
        return self.head.put(output)

    @event_priority(LAST)
    def on_pre_template(
        self,
        template: jinja2.Template,
        *,
        template_name: str,
        config: MkDocsConfig,  # noqa: ARG002 - MkDocs' signature
    ) -> jinja2.Template:
        """Look at the template of the site map."""
        if template_name == sitemap.NAME:
            self.build.site_map.learn(template)
        return template

    @event_priority(LAST)
    def on_post_template(self, output_content: str, *, template_name: str, config: MkDocsConfig) -> str:  # noqa: ARG002
        """Say it in pages of the theme too."""
        if template_name == sitemap.NAME:
            return self.build.site_map.filled(output_content)
        return self.head.put(output_content) if template_name.endswith(".html") else output_content

    def on_template_context(self, context: TemplateContext, *, template_name: str, config: MkDocsConfig) -> Any:  # noqa: ANN401, ARG002 - a mapping of the theme
        """Name the pages that MkDocs does not know in the site map."""
        if template_name == sitemap.NAME:
            context["pages"] = [*context["pages"], *self.build.listed()]  # type: ignore[list-item]  # they say what is asked
        return context

    def on_post_build(self, *, config: MkDocsConfig) -> None:
        """Keep what the next build needs."""
        self.build.end()
        if self.readers:
            self.readers.finished(Path(config.site_dir))

    def on_build_error(self, *, error: Exception) -> None:
        """Keep nothing of a build that failed, neither its pages nor those of the one before."""
        finding.end()
        if self.readers:
            self.readers.failed()
        if hasattr(self, "build"):
            self.build.fail(error)

    def _assets(self, config: MkDocsConfig) -> dict[str, str]:
        """Give the style sheet and the scripts, by path in the site."""
        slash = not self.build.search.takes_sessions
        opener = static.opener(directory_urls=config.use_directory_urls, slash=slash)
        style = _asset("distill.css") + _asset("indexes.css") + static.style()
        return {STYLE: style, FILTER: _asset("filter.js"), OPENER: opener, SCRIPT: static.script()}


def _asset(name: str) -> str:
    return package_files("distill").joinpath("templates", "pages", name).read_text("utf-8")

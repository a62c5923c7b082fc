"""All that knows MkDocs: shows session pages, archived maps and index pages without writing into the wiki.

Pages of agents never pass through Python-Markdown and reach the theme escaped. With the plug-in off the pages are as
safe, because they are escaped when they are written; what is lost are banners, links into maps, and index pages.
"""

import os
import posixpath
from html import escape
from importlib.resources import files as package_files
from pathlib import Path
from typing import Any, Literal

from mkdocs.config.base import Config
from mkdocs.config.config_options import Choice, Type
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.plugins import BasePlugin, get_plugin_logger
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.pages import Page
from mkdocs.structure.toc import get_toc

from distill import config as settings
from distill import project
from distill.errors import ConfigError, RedactionError
from distill.model import RedactionPolicy
from distill.rescan.sources import Memory, told
from distill.rescan.targets import PUBLISHED
from distill.site import home, sessions, tags
from distill.site.html import Heading, slug, to_html
from distill.site.views import Sources, View, generated, is_map, is_session, read_source, view

log = get_plugin_logger("distill")
looked_at = Memory()
"""Of this process: `mkdocs serve` builds again and again."""
HIDDEN = b"The redaction could not look at this file, so it is not shown.\n"
MOST_TOLD = 50
"""Places that are named in one message."""

STYLE = "assets/distill/distill.css"
HOME = "index.md"
TAGS = "tags.md"
SESSIONS = "sessions/index.md"
NAV = (("Sessions", SESSIONS), ("Tags", TAGS))
FRONT = f"# Sessions\n\n{home.MARKER}\n"
"""The front page of a wiki that has none of its own."""
PLACE = '<div data-distill="sessions"></div>'
"""Stands in the home page's Markdown where its sessions will be."""


class PluginConfig(Config):
    """The settings of the plug-in in `mkdocs.yml`."""

    newest = Type(int, default=home.NEWEST)
    """How many sessions the home page lists."""
    redaction = Choice(("refuse", "warn"), default="refuse")
    """What happens when something in the wiki should have been redacted: no site is built, or only a warning is given.

    `mkdocs serve` always goes on, and shows the page without it.
    """


class DistillPlugin(BasePlugin[PluginConfig]):
    """Makes a site of a wiki."""

    def __init__(self) -> None:
        self.sources = Sources()
        self.made: dict[str, str] = {}
        """Markdown of the pages that are not on disk, by path."""
        self.home = ""
        self.serving = False

    def on_startup(self, *, command: Literal["build", "gh-deploy", "serve"], dirty: bool) -> None:  # noqa: ARG002
        """Learn whether a site is made to be published, or to be looked at here."""
        self.serving = command == "serve"

    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        """Add the style sheet and the index pages."""
        if STYLE not in config.extra_css:
            config.extra_css.append(STYLE)
        if config.nav is not None:
            config.nav.extend({name: path} for name, path in NAV if path not in _nav_paths(config.nav))
        return config

    def on_files(self, files: Files, *, config: MkDocsConfig) -> Files:
        """Read the wiki, name what is bad, and add the pages that are made from it."""
        self.sources = Sources()
        self._refuse_secrets(files, config)
        for file in list(files):
            self._take(file)
        for path, source in self.sources.bad:
            log.warning("%s is shown as plain text. %s", path, source.problem)
        catalogue = self.sources.catalogue()
        if not catalogue.pages:
            log.info("There are no pages in %s/sessions. Is docs_dir the wiki's folder?", config.docs_dir)
        if all(files.get_file_from_path(path) is None for path in (HOME, "README.md")):
            files.append(File.generated(config, HOME, content=FRONT))
        self.home = home.home(catalogue, newest=self.config.newest)
        self.made = sessions.session_pages(catalogue) | {TAGS: tags.tags_page(catalogue)}
        for path in list(self.made):
            self._add(path, files, config)
        style = package_files("distill").joinpath("templates", "pages", "distill.css").read_text("utf-8")
        files.append(File.generated(config, STYLE, content=style))
        return files

    def on_page_read_source(self, *, page: Page, config: MkDocsConfig) -> str | None:  # noqa: ARG002 - MkDocs' signature
        """Keep what agents wrote, and what cannot be read, from MkDocs' own reader."""
        return "" if page.file.src_uri in self.sources.files or page.file.src_uri in self.made else None

    def on_page_markdown(self, markdown: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:  # noqa: ARG002
        """Mark the place of the sessions on the home page."""
        return home.merged(markdown, PLACE) if page.file.src_uri == HOME else markdown

    def on_page_content(self, html: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:  # noqa: ARG002
        """Show a page in our own way."""
        path = page.file.src_uri
        resolve = _Resolver(page.file, files)
        if path == HOME:
            rendered = to_html(self.home, resolve=resolve)
            return html.replace(PLACE, f'<div class="distill-list" data-search-exclude>{rendered.html}</div>')
        if path in self.sources.files:
            shown = view(path, self.sources.files, resolve, resolve.tag)
        elif path in self.made:
            shown = generated(self.made[path], resolve)
        else:
            return html
        for link in shown.dead_links:
            log.warning("%s links to %s, which is no page of the wiki; it is shown as text.", path, link)
        _show(page, shown)
        return shown.html

    def _take(self, file: File) -> None:
        """Show a file in our own way where it is a page of an agent or cannot be read."""
        path = file.src_uri
        if not file.is_documentation_page() or file.generated_by is not None:
            return
        source = read_source(path, file.content_bytes)
        if source is not None:
            self.sources.files[path] = source
        if is_session(path) or is_map(path):
            file.inclusion = InclusionLevel.NOT_IN_NAV

    def _refuse_secrets(self, files: Files, config: MkDocsConfig) -> None:
        """Look at all that would be published of the wiki. Raises PluginError when something must not be."""
        sources = {file.src_uri: file for file in files if _is_published(file, config)}
        policy = _policy(config)
        found = {path: looked_at.suspect(path, file.content_bytes, policy) for path, file in sources.items()}
        suspects = {path: suspect for path, suspect in found.items() if suspect is not None}
        try:
            lines = list(told(sources, suspects, policy))
        except RedactionError as error:
            raise PluginError(str(error)) from error
        refused = self.config.redaction == "refuse"
        if not lines:
            return
        if not refused:
            log.warning(_message(lines))
        elif self.serving:
            log.error(_message(lines))
            for path, suspect in suspects.items():
                sources[path].content_bytes = HIDDEN if suspect.trouble else suspect.clean
        else:
            raise PluginError(_message(lines))

    def _add(self, path: str, files: Files, config: MkDocsConfig) -> None:
        """Add a page that is not on disk; one that a person wrote stays."""
        if files.get_file_from_path(path) is not None:
            del self.made[path]
            return
        in_nav = path in {SESSIONS, TAGS}
        inclusion = InclusionLevel.INCLUDED if in_nav else InclusionLevel.NOT_IN_NAV
        files.append(File.generated(config, path, content="", inclusion=inclusion))


def _is_published(file: File, config: MkDocsConfig) -> bool:
    """Tell whether a file of the wiki gets into the site as text; archived maps do, whatever is excluded."""
    own = file.src_dir == config.docs_dir or file.generated_by is not None
    excluded = file.inclusion.is_excluded() and not is_map(file.src_uri)
    return own and not excluded and (file.is_documentation_page() or Path(file.src_uri).suffix.lower() in PUBLISHED)


def _policy(config: MkDocsConfig) -> RedactionPolicy:
    """Give what the project's settings say about redaction. Raises PluginError."""
    root = project.find_root(str(Path(config.config_file_path or config.docs_dir).parent))
    try:
        return settings.load(Path(root), env=os.environ).redaction
    except ConfigError as error:
        raise PluginError(str(error)) from error


def _message(lines: list[str]) -> str:
    count = len(lines)
    more = [f"  and {count - MOST_TOLD} more"] if count > MOST_TOLD else []
    return "\n".join(
        [
            f"{count} place{'' if count == 1 else 's'} in the wiki should have been redacted:",
            *(f"  {line}" for line in lines[:MOST_TOLD]),
            *more,
            "Run `distill rescan --fix`, or take it out by hand.",
        ]
    )


class _Resolver:
    """Knows the way from one page to others."""

    def __init__(self, file: File, files: Files) -> None:
        self._file, self._files = file, files

    def __call__(self, target: str) -> str | None:
        path = posixpath.normpath(posixpath.join(posixpath.dirname(self._file.src_uri), target))
        found = self._files.get_file_from_path(path)
        return found.url_relative_to(self._file) if found is not None and not found.inclusion.is_excluded() else None

    def tag(self, name: str) -> str | None:
        """Find the place of a tag on the page of tags."""
        found = self._files.get_file_from_path(TAGS)
        return None if found is None else f"{found.url_relative_to(self._file)}#{slug(name)}"


def _show(page: Page, shown: View) -> None:
    """Tell the theme and the search what they need of a page; all of it is escaped."""
    page.title = shown.title
    page.meta = {"title": shown.title, "tags": list(shown.tags)}
    if not shown.searched:
        page.meta["search"] = {"exclude": True}
    page.toc = get_toc(_nested(shown.headings))
    page.present_anchor_ids = {heading.anchor for heading in shown.headings}


def _nested(headings: tuple[Heading, ...]) -> list[Any]:
    """Nest headings as Python-Markdown's toc does."""
    root: list[Any] = []
    open_levels: list[tuple[int, list[Any]]] = [(0, root)]
    for heading in headings:
        while open_levels[-1][0] >= heading.level:
            open_levels.pop()
        children: list[Any] = []
        token = {"level": heading.level, "id": heading.anchor, "name": escape(heading.name), "children": children}
        open_levels[-1][1].append(token)
        open_levels.append((heading.level, children))
    return root


def _nav_paths(nav: Any) -> set[str]:  # noqa: ANN401 - MkDocs' nav is any nesting of lists, mappings and paths
    """Collect the paths that a nav names."""
    if isinstance(nav, str):
        return {nav}
    parts = nav.values() if isinstance(nav, dict) else nav if isinstance(nav, list) else []
    return {path for part in parts for path in _nav_paths(part)}

"""What the plug-in puts into the head of every page: what it may run and load, and a word to search engines."""

from collections.abc import Iterable, Iterator
from urllib.parse import urlsplit

import jinja2
from mkdocs.commands.build import get_context
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.plugins import get_plugin_logger
from mkdocs.structure.files import File, Files
from mkdocs.structure.nav import Navigation
from mkdocs.utils import get_relative_url, is_error_template

from distill.mkdocs_site.options import PluginConfig
from distill.mkdocs_site.pages import OwnFile, page_of
from distill.mkdocs_site.search import Search
from distill.mkdocs_site.theme import renderer
from distill.site.access import named_search
from distill.site.policy import Needs, policy, with_head
from distill.site.views import View

log = get_plugin_logger("distill")
BROKEN = (jinja2.TemplateError, AttributeError, LookupError, TypeError, ValueError)
"""What a template raises that takes for granted what a page of its kind holds."""
NOWHERE = Navigation([], [])


class Head:
    """Knows what belongs into the head of a page."""

    def __init__(self, options: PluginConfig, *, serving: bool) -> None:
        """Take the settings, and whether the site is only looked at here."""
        self._options, self._serving = options, serving
        self._policy = ""

    def learn(self, env: jinja2.Environment, config: MkDocsConfig, files: Files) -> None:
        """Make the policy from what the theme shows where there is nothing to show."""
        if not self._options.csp:
            return
        needs = Needs()
        with Search(config, most=self._options.theme_search).untouched():
            for html in _empty_pages(env, config, files):
                needs.add(html)
        options = self._options
        self._policy = policy(needs, sources=options.csp_sources, images=options.remote_images, inline=self._serving)

    def put(self, html: str) -> str:
        """Put it in."""
        return named_search(with_head(html, policy=self._policy, noindex=self._options.noindex))


def _empty_pages(env: jinja2.Environment, config: MkDocsConfig, files: Files) -> Iterator[str]:
    """Render each template of a page at each depth: themes write the way to the root of the site into scripts."""
    render = renderer(env, config, NOWHERE, [])
    depths = {_depth(file) for file in files}
    for template in {"main.html", *_templates(files)}:
        for depth in sorted(depths):
            file = File(f"{'x/' * depth}index.md", config.docs_dir, config.site_dir, config.use_directory_urls)
            page = page_of(file, config, View(title="", html=""))
            page.meta["template"] = template
            try:
                yield render(page)
            except BROKEN as error:
                log.warning(
                    "%s cannot be rendered without a page's text, so its scripts will not run: %s", template, error
                )
    for name in sorted(config.theme.static_templates | set(config.extra.get("static_templates", ()))):
        if name.endswith(".html"):
            yield _static(env, name, config)


def _depth(file: File) -> int:
    """Count the folders that a page lies in; of ours without its address, which takes long for each of ten thousand."""
    return file.dest_uri.count("/") if isinstance(file, OwnFile) else file.url.removeprefix("./").count("/")


def _templates(files: Files) -> Iterable[str]:
    """Name the templates that people chose for pages of theirs."""
    chosen = (file.page.meta.get("template") for file in files.documentation_pages() if file.page)
    return (name for name in chosen if isinstance(name, str))


def _static(env: jinja2.Environment, name: str, config: MkDocsConfig) -> str:
    """Render a page of the theme; a page for errors is shown at any address, and so begins its ways at the root."""
    root = urlsplit(config.site_url or "/").path if is_error_template(name) else get_relative_url(".", name)
    try:
        return env.get_template(name).render(get_context(NOWHERE, Files([]), config, base_url=root))
    except jinja2.TemplateNotFound:
        return ""

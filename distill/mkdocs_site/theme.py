"""How MkDocs renders one page by its theme."""

from collections.abc import Sequence

import jinja2
from mkdocs.commands.build import get_context
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page

from distill.mkdocs_site.shells import Render


def renderer(env: jinja2.Environment, config: MkDocsConfig, nav: Navigation, files: Sequence[File]) -> Render:
    """Do what MkDocs does with a page that it makes, with what other plug-ins add to it."""

    def render(page: Page) -> str:
        page.active = True
        context = get_context(nav, files, config, page)
        context = config.plugins.on_page_context(context, page=page, config=config, nav=nav)
        output = env.get_template(page.meta.get("template", "main.html")).render(context)
        return config.plugins.on_post_page(output, page=page, config=config)

    return render

"""What people wrote into the front matter of a page and would stop the whole site: it is left out, and told."""

import jinja2
from mkdocs.plugins import get_plugin_logger
from mkdocs.structure.files import Files
from mkdocs.structure.pages import Page

log = get_plugin_logger("distill")
PLACES = {"template": "{}", "icon": ".icons/{}.svg"}
"""Where a theme looks for what a page asks for."""
SCALARS = (str, int, float, bool)
"""What Material takes for a tag."""
TOLD = "%s: the front matter asks for a `%s` that %s; the page is shown without it."


def mend_tags(page: Page) -> None:
    """Leave out tags that are no list of words: the tags plug-in of Material would stop there."""
    tags = page.meta.get("tags")
    if tags is not None and not (isinstance(tags, list) and all(isinstance(tag, SCALARS) for tag in tags)):
        del page.meta["tags"]
        log.warning(TOLD, page.file.src_uri, "tags", "is no list of words")


def mend_places(env: jinja2.Environment, files: Files) -> None:
    """Leave out templates and icons that the theme does not have."""
    for page in (file.page for file in files.documentation_pages() if file.page):
        for key, place in PLACES.items():
            if page.meta.get(key) is not None and not _there(env, place.format(page.meta[key])):
                del page.meta[key]
                log.warning(TOLD, page.file.src_uri, key, "the theme does not have")


def _there(env: jinja2.Environment, name: str) -> bool:
    try:
        return env.loader is None or bool(env.loader.get_source(env, name))
    except jinja2.TemplateNotFound:
        return False

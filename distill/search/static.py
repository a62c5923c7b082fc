"""What the site needs for its search besides the index: the script and the place where it works."""

from html import escape
from importlib.resources import files

SCRIPT = "search.js"
PLACE = '<div id="distill-search" data-index="{index}" data-pages="{pages}" data-ending="{ending}"></div>'
NO_SCRIPT = "<noscript><p>The search of the site needs JavaScript; `distill search` does not.</p></noscript>"


def script() -> str:
    """Give the script; it loads nothing but the index and the pages' Markdown."""
    return files("distill").joinpath("templates", "search", SCRIPT).read_text("utf-8")


def place(*, index: str, pages: str, directory_urls: bool) -> str:
    """Write the element; `index` and `pages`: the folders of the index and of session pages, from this page."""
    ending = "/" if directory_urls else ".html"
    return PLACE.format(index=escape(index), pages=escape(pages), ending=ending) + NO_SCRIPT

"""What the site needs for its search besides the index: the scripts, their style, and the place where they work."""

import hashlib
import json
from html import escape
from importlib.resources import files

SCRIPT, OPENER, STYLE = "search.js", "find.js", "search.css"
FOLDER = "find"
"""Where in the site the index lies."""
SETTINGS = "{/* of this site */}"
PLACE = '<div id="distill-search" data-index="{index}" data-pages="{pages}" data-ending="{ending}">{without}</div>'
WITHOUT = "<p>The search of the site needs JavaScript; <code>distill search</code> does not.</p>"
"""What stands there until the script takes over."""


def script() -> str:
    """Give the script that searches; it loads nothing but the index and the pages' Markdown."""
    return _text(SCRIPT)


def opener(*, directory_urls: bool, slash: bool) -> str:
    """Give the script of every page, which opens the search; `slash`: by the key `/` and a button in the header."""
    version = hashlib.sha256(script().encode()).hexdigest()[:8]
    settings = {"ending": _ending(directory_urls), "slash": slash, "version": version}
    return _text(OPENER).replace(SETTINGS, json.dumps(settings))


def style() -> str:
    """Give the style of the search."""
    return _text(STYLE)


def place(*, index: str, pages: str, directory_urls: bool) -> str:
    """Write the element; `index` and `pages`: the folders of the index and of session pages, from this page."""
    return PLACE.format(index=escape(index), pages=escape(pages), ending=_ending(directory_urls), without=WITHOUT)


def _ending(directory_urls: bool) -> str:
    return "/" if directory_urls else ".html"


def _text(name: str) -> str:
    return files("distill").joinpath("templates", "search", name).read_text("utf-8")

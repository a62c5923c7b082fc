"""A page of ours as MkDocs sees it."""

import re
import string
from collections.abc import Collection
from functools import cached_property
from html import escape
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File
from mkdocs.structure.pages import Page
from mkdocs.structure.toc import get_toc

from distill.site.html import Heading
from distill.site.views import View

PLAIN = re.compile(r"(?:[\w.~@-]+/)+index\.html", re.ASCII)
"""Where a page lies in the site, with no sign in it that must be quoted but one."""
PLAIN_SIGNS = f"{string.ascii_letters}{string.digits}_.~@/-\n".encode()


class OwnFile(File):
    """A file that the plug-in writes into the site; links to it lead there, and MkDocs leaves it alone."""

    @classmethod
    def of(cls, file: File) -> "OwnFile":
        """Take a file over from MkDocs, which goes on to know it; where it lies in the site is decided before."""
        file.dest_uri = file.dest_uri
        file.page = None
        file.__class__ = cls
        assert isinstance(file, cls)  # noqa: S101 - for the checker of types
        return file

    def give_back(self) -> None:
        """Let MkDocs have the file as it was."""
        vars(self).pop("url", None)
        self.__class__ = File  # type: ignore[assignment]  # as it was taken

    @cached_property
    def url(self) -> str:  # type: ignore[override]
        """Its address, quoted as MkDocs does, which takes ten times as long for each of ten thousand."""
        if self.use_directory_urls and PLAIN.fullmatch(self.dest_uri):
            return self.dest_uri.removesuffix("index.html").replace("@", "%40")
        return str(self._get_url())

    def is_documentation_page(self) -> bool:
        """Keep MkDocs from rendering it."""
        return False

    def copy_file(self, dirty: bool = False) -> None:
        """Keep MkDocs from copying its source into the site."""


def addresses(files: Collection[File]) -> list[str] | None:
    """Give the addresses of many files at once where all are plain and none begins with a dot; nothing otherwise."""
    places = "".join([f"\n{file.dest_uri}" for file in files]) + "\n"
    directories = all(file.use_directory_urls for file in files) and places.count("/index.html\n") == len(files)
    plain = places.isascii() and not places.encode().translate(None, PLAIN_SIGNS)
    if not (directories and plain) or any(odd in places for odd in ("\n.", "\n/", "//")):
        return None
    return places.replace("/index.html\n", "/\n").replace("@", "%40").split()


def show(page: Page, shown: View) -> None:
    """Tell the theme and the search what they need of a page; all of it is escaped."""
    page.title = shown.title
    page.meta = {"title": shown.title, "tags": list(shown.tags)}
    if not shown.searched:
        page.meta["search"] = {"exclude": True}
    page.toc = get_toc(_nested(shown.headings))
    page.present_anchor_ids = {heading.anchor for heading in shown.headings}


def page_of(file: File, config: MkDocsConfig, shown: View) -> Page:
    """Make the page of a file, ready for the theme."""
    page = Page(None, file, config)
    show(page, shown)
    page.content = shown.html
    page.markdown = ""
    return page


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

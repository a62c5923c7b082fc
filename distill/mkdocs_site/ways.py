"""The way from one page to others."""

import posixpath
import re
from collections.abc import Iterable, Sequence
from sys import intern
from typing import Any

from mkdocs.plugins import get_plugin_logger
from mkdocs.structure.files import Files, InclusionLevel
from mkdocs.utils import get_relative_url

from distill.site.html import slug

log = get_plugin_logger("distill")
TAGS = "tags.md"
KEPT_OUT = (InclusionLevel.EXCLUDED, InclusionLevel.DRAFT)
MOST_NAMED = 20
"""Bad pages that the summary of a build names."""
IN_FOLDER = re.compile(r"((?:[\w~-]+/)+)[\w~%-][\w.~%-]*/", re.ASCII)
PLAIN_NAME = re.compile(r"[\w~%-][\w.~%-]*/", re.ASCII)
"""A folder, with no sign in its name that means anything in an address."""


class Addresses:
    """Knows the address in the site of every file that is in it, by its path in the wiki."""

    def __init__(self, files: Files) -> None:
        """Take all files; an address is worked out when it is first asked for."""
        self._files = files.src_uris
        self._found: dict[str, str | None] = {}

    def get(self, path: str) -> str | None:
        """Give the address of a file; None for what is not in the site."""
        if path not in self._found:
            file = self._files.get(path)
            self._found[path] = None if file is None or file.inclusion in KEPT_OUT else file.url
        return self._found[path]


def nav_paths(nav: Any) -> set[str]:  # noqa: ANN401 - MkDocs' nav is any nesting of lists, mappings and paths
    """Collect the paths that a nav names."""
    if isinstance(nav, str):
        return {nav}
    parts = nav.values() if isinstance(nav, dict) else nav if isinstance(nav, list) else []
    return {path for part in parts for path in nav_paths(part)}


class Resolver:
    """Knows the way from one page to others, and remembers which it was asked for."""

    def __init__(self, path: str, url: str, known: Addresses) -> None:
        """Name the page, its own address, and the addresses of all files."""
        self._folder, self._url, self._known = path[: path.rfind("/") + 1], url, known
        self._up = "../" * url.removeprefix("./").count("/")
        # most ways lead to a folder beside its own: told without MkDocs, which takes ten times as long
        self._beside = beside[1] if (beside := IN_FOLDER.fullmatch(url)) else ""
        self.asked: dict[str, str | None] = {}

    def __call__(self, target: str) -> str | None:
        """Give the address of a page by its path relative to this one; None when there is no such page."""
        if "/" in target or target.startswith("."):
            return self._to(posixpath.normpath(posixpath.join(self._folder, target)))
        return self._to(self._folder + target)

    def from_root(self, path: str) -> str | None:
        """Give the address of a page by its path in the wiki; None when there is no such page."""
        found = self._address(path)
        return None if found is None else (self._up + found.removeprefix("./")) or "./"

    def tag(self, name: str) -> str | None:
        """Find the place of a tag on the page of tags."""
        address = self._to(TAGS)
        return None if address is None else f"{address}#{slug(name)}"

    def _to(self, path: str) -> str | None:
        found = self._address(path)
        if found is None:
            return None
        if self._beside and found.startswith(self._beside) and PLAIN_NAME.fullmatch(found, len(self._beside)):
            return "./" if found == self._url else f"../{found[len(self._beside) :]}"
        return get_relative_url(found, self._url)

    def _address(self, path: str) -> str | None:
        if path not in self.asked:
            # one text for all pages that ask for it, where it is kept too
            self.asked[intern(path)] = self._known.get(path)
        return self.asked[path]


def tell_dead(path: str, links: Iterable[str]) -> None:
    """Name the links of a page that lead nowhere."""
    for link in links:
        log.warning("%s links to %s, which is no page of the wiki; it is shown as text.", path, link)


def tell_plain(names: Sequence[str]) -> None:
    """Name the pages that cannot be read, at the end of a build."""
    if names:
        more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
        log.info("Shown as plain text: %s%s", ", ".join(names[:MOST_NAMED]), more)

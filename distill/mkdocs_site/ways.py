"""The way from one page to others."""

import posixpath
from collections.abc import Mapping
from typing import Any

from mkdocs.structure.files import Files
from mkdocs.utils import get_relative_url

from distill.site.html import slug

TAGS = "tags.md"


def addresses(files: Files) -> dict[str, str]:
    """Give the address in the site of every file that is in it, by its path in the wiki."""
    return {file.src_uri: file.url for file in files if not file.inclusion.is_excluded()}


def nav_paths(nav: Any) -> set[str]:  # noqa: ANN401 - MkDocs' nav is any nesting of lists, mappings and paths
    """Collect the paths that a nav names."""
    if isinstance(nav, str):
        return {nav}
    parts = nav.values() if isinstance(nav, dict) else nav if isinstance(nav, list) else []
    return {path for part in parts for path in nav_paths(part)}


class Resolver:
    """Knows the way from one page to others, and remembers which it was asked for."""

    def __init__(self, path: str, url: str, known: Mapping[str, str]) -> None:
        """Name the page, its own address, and the addresses of all files."""
        self._path, self._url, self._known = path, url, known
        self._up = "../" * url.removeprefix("./").count("/")
        self.asked: dict[str, str | None] = {}

    def __call__(self, target: str) -> str | None:
        """Give the address of a page by its path relative to this one; None when there is no such page."""
        return self._to(posixpath.normpath(posixpath.join(posixpath.dirname(self._path), target)))

    def from_root(self, path: str) -> str | None:
        """Give the address of a page by its path in the wiki; None when there is no such page."""
        self.asked[path] = found = self._known.get(path)
        return None if found is None else (self._up + found.removeprefix("./")) or "./"

    def tag(self, name: str) -> str | None:
        """Find the place of a tag on the page of tags."""
        address = self._to(TAGS)
        return None if address is None else f"{address}#{slug(name)}"

    def _to(self, path: str) -> str | None:
        self.asked[path] = found = self._known.get(path)
        return None if found is None else get_relative_url(found, self._url)

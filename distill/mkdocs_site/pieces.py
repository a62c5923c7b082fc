"""Index pages that MkDocs makes in every build: their HTML is kept, and made again only when it would be another."""

import json
from collections.abc import Mapping

from mkdocs.structure.files import File

from distill.mkdocs_site.ways import Addresses, Resolver
from distill.site.html import Heading
from distill.site.indexes.index import Index
from distill.site.record import sha256
from distill.site.views import View, made


class Pieces:
    """The HTML of index pages."""

    def __init__(self, kept: Mapping[str, str]) -> None:
        """Take what was kept of the builds before."""
        self._kept = kept
        self.used: dict[str, str] = {}
        """What this build needed, to be kept."""

    def view(self, index: Index, file: File, known: Addresses) -> View:
        """Show an index page in the place of a file, or as a part of it; `known`: the addresses of all pages."""
        key = sha256(f"{file.src_uri}\0{file.url}\0{index.path}\0{index.key}")
        kept = self._kept.get(key)
        if kept is not None:
            asked, title, html, headings, dead_links = json.loads(kept)
            if all(known.get(target) == found for target, found in asked):
                self.used[key] = kept
                anchors = tuple(Heading(*heading) for heading in headings)
                return View(title=title, html=html, headings=anchors, dead_links=tuple(dead_links), searched=False)
        resolve = Resolver(file.src_uri, file.url, known)
        shown = made(index.make(), resolve.from_root, titled=file.src_uri == index.path)
        told = [[*resolve.asked.items()], shown.title, shown.html, shown.headings, shown.dead_links]
        self.used[key] = json.dumps(told)
        return shown

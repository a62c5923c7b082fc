"""Long lists, rendered section by section: of a list that grew, only the sections that changed are rendered again."""

import json
import re
from collections.abc import Mapping
from dataclasses import astuple

from distill.mkdocs_site.ways import Resolver
from distill.site.html import Heading, Rendered, to_html
from distill.site.record import sha256

SECTION = re.compile(r"^(?=## )", re.MULTILINE)


class Pieces:
    """The sections of the pages that are made from the catalogue."""

    def __init__(self, kept: Mapping[str, str]) -> None:
        """Take what was kept of the builds before."""
        self._kept = kept
        self.used: dict[str, str] = {}
        """What this build needed, to be kept."""

    def render(self, markdown: str, path: str, url: str, known: Mapping[str, str]) -> Rendered:
        """Render a page by its path, its own address, and the addresses of all pages."""
        whole, taken = Rendered(), set[str]()
        for text in SECTION.split(markdown):
            piece = self._piece(text, path, url, known)
            anchors = {heading.anchor for heading in piece.headings}
            if anchors & taken:
                return to_html(markdown, resolve=Resolver(path, url, known))
            taken |= anchors
            whole.html += piece.html
            whole.headings += piece.headings
            whole.dead_links += piece.dead_links
        return whole

    def _piece(self, text: str, path: str, url: str, known: Mapping[str, str]) -> Rendered:
        key = sha256(f"{path}\0{url}\0{text}")
        kept = self._kept.get(key)
        if kept is not None:
            asked, html, headings, dead_links = json.loads(kept)
            if all(known.get(target) == found for target, found in asked):
                self.used[key] = kept
                return Rendered(html, [Heading(*heading) for heading in headings], dead_links)
        resolve = Resolver(path, url, known)
        made = to_html(text, resolve=resolve)
        headings = [astuple(heading) for heading in made.headings]
        self.used[key] = json.dumps([list(resolve.asked.items()), made.html, headings, made.dead_links])
        return made

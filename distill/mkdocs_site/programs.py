"""What programs read of a site beside the pages' Markdown: all pages as lines of JSON, the feed, and `llms.txt`."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from urllib.parse import quote

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File

from distill.site import feed, llms, records
from distill.site.briefs import Shortened
from distill.site.catalogue import SESSIONS, Catalogue
from distill.site.record import sha256
from distill.site.spliced import Splice
from distill.site.tree import Part, Tree

Lines = Callable[[Sequence[str]], Splice | Iterable[Part]]


class Programs:
    """Writes the files of one build."""

    def __init__(self, config: MkDocsConfig, tree: Tree, files: Mapping[str, File]) -> None:
        """Take the session pages, by path in the wiki."""
        self._config, self._tree, self._files = config, tree, files

    def write(self, catalogue: Catalogue, digests: Mapping[str, str], lines: Lines) -> None:
        """Write all; `lines` gives the lines of pages by their paths. Raises OSError."""
        pages = catalogue.pages
        paths = pages.paths if isinstance(pages, Shortened) else [f"{SESSIONS}/{page.name}" for page in pages]
        known = all(map(digests.get, paths))
        whole = sha256("".join(f"{path} {digests[path]}\n" for path in paths)) if known else ""
        self._tree.write(records.FILE, whole, lambda: lines(paths), aside=True)
        site = self._config.site_url or ""
        base = site if site.endswith("/") else f"{site}/"
        told = llms.llms_txt(catalogue, title=self._config.site_name, address=_markdown, has_feed=bool(site))
        self._tree.write(llms.FILE, sha256(told), lambda: told)
        if site:
            news = feed.feed(catalogue, title=self._config.site_name, site_url=base, address=self._html)
            self._tree.write(feed.FILE, sha256(news), lambda: news)

    def _html(self, name: str) -> str:
        return self._files[f"{SESSIONS}/{name}"].url


def _markdown(name: str) -> str:
    return f"{SESSIONS}/{quote(name, safe='@')}"

"""The search plug-in of the site, whichever it is: what it knows of a page is kept and given back to it."""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page

from distill.site.catalogue import SESSIONS
from distill.site.views import is_session

NAMES = ("material/search", "search")


def sessions_in(wiki: str, most: int) -> int:
    """Count the session pages of a wiki, as far as one more than `most`."""
    folder = Path(wiki) / SESSIONS
    found = (entry for entry in folder.iterdir() if is_session(f"{SESSIONS}/{entry.name}")) if folder.is_dir() else ()
    return sum(1 for _ in islice(found, most + 1))


class Search:
    """Material's search or MkDocs' own; without either it does nothing."""

    def __init__(self, config: MkDocsConfig, *, most: int) -> None:
        """Find the plug-in. Of a wiki with more than `most` sessions it gets none: its index is loaded whole."""
        self._config = config
        self._plugin: Any = next((config.plugins[name] for name in NAMES if name in config.plugins), None)
        self.takes_sessions = self._plugin is not None and sessions_in(config.docs_dir, most) <= most
        """Whether sessions are found in the box of the theme."""

    def settings(self) -> str:
        """Write down what decides how a page is indexed."""
        own = self._plugin and (type(self._plugin), sorted(self._plugin.config.items()))
        return repr((own, self.takes_sessions))

    def index(self, page: Page, nav: Navigation) -> list[Any]:
        """Let the plug-in index a page, and take the entries out of its index."""
        entries = self._entries()
        before = len(entries)
        if self.takes_sessions:
            self._plugin.on_page_context({}, page=page, config=self._config, nav=nav)
        made = entries[before:]
        del entries[before:]
        return made

    def add(self, entries: list[Any]) -> None:
        """Put entries into the index."""
        self._entries().extend(entries)

    @contextmanager
    def untouched(self) -> Iterator[None]:
        """Leave the index as it was, whatever is rendered meanwhile."""
        entries = self._entries()
        before = len(entries)
        try:
            yield
        finally:
            del entries[before:]

    def _entries(self) -> list[Any]:
        index = getattr(self._plugin, "search_index", None)
        found = getattr(index, "entries", None)
        own = getattr(index, "_entries", None) if found is None else found
        return own if isinstance(own, list) else []

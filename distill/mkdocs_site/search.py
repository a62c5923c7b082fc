"""The search plug-in of the site, whichever it is: what it knows of a page is kept and given back to it."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page

NAMES = ("material/search", "search")


class Search:
    """Material's search or MkDocs' own; without either it does nothing."""

    def __init__(self, config: MkDocsConfig) -> None:
        """Find the plug-in."""
        self._config = config
        self._plugin: Any = next((config.plugins[name] for name in NAMES if name in config.plugins), None)

    def settings(self) -> str:
        """Write down what decides how a page is indexed."""
        return repr(self._plugin and (type(self._plugin), sorted(self._plugin.config.items())))

    def index(self, page: Page, nav: Navigation) -> list[Any]:
        """Let the plug-in index a page, and take the entries out of its index."""
        entries = self._entries()
        before = len(entries)
        if self._plugin is not None:
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
        yield
        del entries[before:]

    def _entries(self) -> list[Any]:
        index = getattr(self._plugin, "search_index", None)
        found = getattr(index, "entries", None)
        own = getattr(index, "_entries", None) if found is None else found
        return own if isinstance(own, list) else []

"""The settings of the plug-in in `mkdocs.yml`."""

from mkdocs.config.base import Config
from mkdocs.config.config_options import Choice, ListOfItems, Type

from distill.site.home import NEWEST


class PluginConfig(Config):
    """The settings of the plug-in in `mkdocs.yml`."""

    newest = Type(int, default=NEWEST)
    """How many sessions the home page lists."""
    redaction = Choice(("refuse", "warn"), default="refuse")
    """What happens when something in the wiki should have been redacted: no site is built, or only a warning is given.

    `mkdocs serve` always goes on, and shows the page without it.
    """
    fast = Type(bool, default=True)
    """Whether session pages and archived maps are kept from build to build and written without MkDocs' help.

    Other plug-ins do not see them then as pages, but for the search.
    """
    csp = Type(bool, default=True)
    """Whether each page says what it may run and load: only what the theme itself does.

    `mkdocs serve` lets scripts within pages run, because its live reload is one.
    """
    csp_sources = ListOfItems(Type(str), default=[])
    """Hosts that pages may load from beside those of the theme, such as `https://stats.example.org`."""
    noindex = Type(bool, default=True)
    """Whether search engines are asked to leave the site alone."""
    remote_images = Type(bool, default=False)
    """Whether images of other hosts are shown: each tells its host who reads the page, and when."""
    theme_search = Type(int, default=300)
    """Up to how many session pages the search of the theme knows them, where it is there.

    It loads its whole index with every page. Beyond that only the plug-in's own search finds them.
    """
    watch = Choice(("events", "polling"), default="events")
    """How `mkdocs serve` learns of changes: told by the system, or by looking at all files twice a second."""

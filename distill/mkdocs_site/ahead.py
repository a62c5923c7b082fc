"""What the first change under `mkdocs serve` needs, loaded before it comes; a start without a change needs none of it.

The rules of the redaction and the search take 0.4 CPU seconds to load.
"""

from contextlib import suppress
from threading import Thread

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError

from distill.mkdocs_site.refusal import looks_clean

TRIAL = b"A new page.\n"


def prepare(config: MkDocsConfig) -> Thread:
    """Begin to load it beside the server."""
    thread = Thread(target=_load, args=(config,), name="distill-ahead", daemon=True)
    thread.start()
    return thread


def _load(config: MkDocsConfig) -> None:
    import distill.mkdocs_site.lookup  # noqa: F401, PLC0415 - for what importing it loads

    with suppress(PluginError):  # the next build says so where somebody looks
        looks_clean(TRIAL, config)

"""A build that finds what was kept broken begins again with nothing kept, where it stands."""

from collections.abc import Iterable

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.plugins import get_plugin_logger
from mkdocs.structure.files import File, Files

from distill.mkdocs_site import place
from distill.mkdocs_site.pages import OwnFile

log = get_plugin_logger("distill")


def forget(config: MkDocsConfig) -> None:
    """Delete what was kept, and say so."""
    place.delete(config)
    log.info("What was kept of the builds before is broken and has been deleted; all is made anew.")


def give_back(files: Iterable[File]) -> None:
    """Let MkDocs have its files again, as it found them."""
    for file in files:
        if isinstance(file, OwnFile):
            file.give_back()


def restore(files: Files, found: Iterable[File]) -> None:
    """Let there be the files that MkDocs found, and no others."""
    for file in list(files):
        files.remove(file)
    for file in found:
        files.append(file)
    give_back(files)

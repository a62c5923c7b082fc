"""The file that keeps pages from build to build, in the project's state and outside the wiki."""

import os
from contextlib import suppress
from pathlib import Path

import jinja2
from mkdocs.config.defaults import MkDocsConfig

from distill import project
from distill.mkdocs_site.search import Search
from distill.mkdocs_site.versions import made_by
from distill.site.cache import Cache
from distill.site.record import sha256


def opened(config: MkDocsConfig, search: Search) -> Cache:
    """Open the file of a wiki. Raises sqlite3.DatabaseError for a file that is broken within."""
    return Cache(_place(config), made_by(f"{search.settings()} {config.use_directory_urls}"))


def delete(config: MkDocsConfig) -> None:
    """Delete the file of a wiki."""
    place = _place(config)
    if place is not None:
        with suppress(OSError):
            place.unlink(missing_ok=True)


def remember_templates(env: jinja2.Environment, config: MkDocsConfig) -> None:
    """Keep the compiled templates of the theme, which are a third of a build in which little has changed."""
    state = _state(config)
    if state is None or env.bytecode_cache is not None:
        return
    folder = state / "site-templates"
    with suppress(OSError):
        folder.mkdir(mode=0o700, exist_ok=True)
        env.bytecode_cache = jinja2.FileSystemBytecodeCache(str(folder))


def _place(config: MkDocsConfig) -> Path | None:
    """Name the file; nothing where the project has no place for it."""
    state = _state(config)
    return state and state / f"site-{sha256(config.docs_dir)[:12]}.sqlite"


def _state(config: MkDocsConfig) -> Path | None:
    root = project.find_root(str(Path(config.config_file_path or config.docs_dir).parent))
    with suppress(OSError):
        return Path(project.usable_state(root, os.environ))
    return None

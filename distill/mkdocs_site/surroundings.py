"""What decides how a page looks beside itself: settings, templates of the theme, hooks and other plug-ins."""

import hashlib
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig

KNOWN = {"distill", "material/search", "search"}
"""Plug-ins that make the same of pages of one kind."""
PLACE_IN_MEMORY = re.compile(r" at 0x[0-9a-f]+")
"""Another one in each process, as in the settings of a function."""


def surroundings(config: MkDocsConfig) -> str:
    """Hash the settings, and how the files look that take part in making a page."""
    settings = PLACE_IN_MEMORY.sub("", repr(_settings(config)))
    programs = [path for path in (*_of_plugins(config), *_of_hooks(config)) if path]
    paths = sorted({*programs, *(path for folder in config.theme.dirs for path in _templates(folder))})
    return hashlib.sha256("\0".join([settings, *map(_look, paths)]).encode("utf-8", "surrogateescape")).hexdigest()


def have_a_say(config: MkDocsConfig) -> bool:
    """Tell whether an override of the theme, a hook or another plug-in may make of a page what it likes."""
    return bool(config.theme.custom_dir) or bool(config.plugins.keys() - KNOWN)


def _settings(config: MkDocsConfig) -> list[object]:
    """Give all settings in a form that is the same in each process: sets are not."""
    theme = config.theme
    plain = {key: value for key, value in config.items() if key not in {"theme", "plugins", "hooks"}}
    # MkDocs lists hooks among the plug-ins, and they are modules, without settings
    plugins = {name: dict(getattr(plugin, "config", {})) for name, plugin in config.plugins.items()}
    return [plain, plugins, theme.name, theme.dirs, sorted(theme.static_templates), dict(theme)]


def _of_plugins(config: MkDocsConfig) -> Iterator[str]:
    for plugin in config.plugins.values():
        yield _source(sys.modules.get(type(plugin).__module__))


def _of_hooks(config: MkDocsConfig) -> Iterator[str]:
    hooks: Any = config.hooks  # said to be a list, and is a mapping
    yield from map(_source, hooks.values())


def _source(module: Any) -> str:  # noqa: ANN401 - modules, and what takes the place of one
    return str(getattr(module, "__file__", None) or "")


def _templates(folder: str) -> Iterator[str]:
    """List the templates of a theme, but for its thousands of icons."""
    for here, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(".") and name != "assets"]
        yield from (os.path.join(here, name) for name in names if name.endswith(".html"))  # noqa: PTH118 - many


def _look(path: str) -> str:
    try:
        found = Path(path).stat()
    except OSError:
        return path
    return f"{path} {found.st_mtime_ns} {found.st_size}"

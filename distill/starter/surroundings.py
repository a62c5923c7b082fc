"""What is there already: the settings, the configuration of MkDocs, the wiki's folder."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from distill import config, files, project
from distill.errors import ConfigError
from distill.starter.mkdocs_file import MkDocsFile, read

MKDOCS_NAMES = ("mkdocs.yml", "mkdocs.yaml")
"""In the order in which MkDocs looks for them."""
SETTINGS = ("distill.toml", "pyproject.toml")
MOST_BYTES = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """A project as it is before anything is made in it."""

    root: Path
    settings: Path | None
    """The file that holds settings already."""
    mkdocs: MkDocsFile | None
    wiki: str
    """Folder of the wiki, from the root."""


def look(root: Path, env: Mapping[str, str]) -> Surroundings:
    """Look at a project. Raises ConfigError for settings that cannot be used, or a wiki outside the project."""
    settings, mkdocs = _settings_file(root), _mkdocs_file(root)
    wiki = config.load(root, env=env).wiki if settings else mkdocs.docs_dir if mkdocs else "wiki"
    if Path(wiki).is_absolute() or ".." in Path(wiki).parts or wiki.startswith("~"):
        said = settings or (mkdocs.path if mkdocs else root)
        raise ConfigError(f"{said} puts the wiki into {wiki}, outside the project. Set `wiki` in {root / SETTINGS[0]}.")
    return Surroundings(root=root, settings=settings, mkdocs=mkdocs, wiki=Path(wiki).as_posix())


def _settings_file(root: Path) -> Path | None:
    """Name the file that settings are read from; a `pyproject.toml` counts at the top of a project only."""
    own, shared = (root / name for name in SETTINGS)
    if os.path.lexists(own):
        return own
    counts = shared.is_file() and project.find_root(str(root)) == str(root)
    return shared if counts and b"[tool.distill" in files.read_bounded(shared, MOST_BYTES) else None


def _mkdocs_file(root: Path) -> MkDocsFile | None:
    path = next((root / name for name in MKDOCS_NAMES if os.path.lexists(root / name)), None)
    if path is None:
        return None
    data = files.read_bounded(path, MOST_BYTES)
    return read(path, data.decode("utf-8", "replace"))

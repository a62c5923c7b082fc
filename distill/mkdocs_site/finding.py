"""The files of a wiki and of its theme, found as MkDocs finds them, which is paid for in every build.

MkDocs works out path, place and exclusion of each session page by itself, and lists the theme's ten thousand icons to
pass over them all: a fifth of a build in which nothing has changed. Done so only beside the version of MkDocs that is
known to come to the same; a test holds the two against each other.
"""

import os
import re
from collections.abc import Callable, Iterator
from posixpath import splitext
from typing import Any

import jinja2
import mkdocs
from mkdocs.commands import build
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure import files as usual
from mkdocs.structure.files import File, Files, InclusionLevel, set_exclusions

from distill.mkdocs_site.pages import OwnFile
from distill.site.catalogue import INDEXES, SESSIONS

KNOWN = "1.6.1"
"""The version of MkDocs whose way this is."""
NAME = "get_files"
"""By which the build of MkDocs calls it."""
NEGATION = "!"
FIRST = ("index", "README")
WILD = frozenset("*?[!\\")
HIDDEN = ".*"
ENDING = re.compile(r"\*\.[a-z]+")
OF_FOLDER = frozenset({f"/{SESSIONS}/", f"{SESSIONS}/"})


class WikiFiles(Files):
    """The files of a wiki; nearly all are pages of ours, which are passed over where MkDocs has no use for them."""

    _others: list[File] | None = None

    @property
    def others(self) -> list[File]:
        """The files that are not ours, as long as none comes or goes."""
        if self._others is None:
            self._others = [file for file in self if not isinstance(file, OwnFile)]
        return self._others

    def changed(self) -> None:
        """Look again which files are ours."""
        self._others = None

    def append(self, file: File) -> None:
        """Add a file."""
        self.changed()
        super().append(file)

    def remove(self, file: File) -> None:
        """Take a file out."""
        self.changed()
        super().remove(file)

    def documentation_pages(
        self, *, inclusion: Callable[[InclusionLevel], bool] = InclusionLevel.is_included
    ) -> list[File]:
        """Give the pages that MkDocs makes."""
        return [file for file in self.others if file.is_documentation_page() and inclusion(file.inclusion)]

    def copy_static_files(
        self, dirty: bool = False, *, inclusion: Callable[[InclusionLevel], bool] = InclusionLevel.is_included
    ) -> None:
        """Copy the files that MkDocs does not make."""
        Files(self.others).copy_static_files(dirty, inclusion=inclusion)

    def add_files_from_theme(self, env: jinja2.Environment, config: MkDocsConfig) -> None:
        """Add those of the theme; MkDocs takes none from hidden folders, so that these need not be listed."""
        loader = env.loader
        shown = _Shown(loader.searchpath) if type(loader) is jinja2.FileSystemLoader else None
        given = jinja2.Environment(loader=shown) if shown else env  # noqa: S701 - it renders nothing
        super().add_files_from_theme(given, config)


class _Shown(jinja2.FileSystemLoader):
    """Lists the templates of a theme that are not hidden."""

    def list_templates(self) -> list[str]:
        return sorted({name for folder in self.searchpath for name in _names(str(folder))})


def begin() -> None:
    """Let MkDocs find files so when it looks for them next."""
    if mkdocs.__version__ == KNOWN and os.sep == "/" and vars(build)[NAME] is usual.get_files:
        vars(build)[NAME] = _once


def end() -> None:
    """Let MkDocs find files in its own way again."""
    if vars(build)[NAME] is _once:
        vars(build)[NAME] = usual.get_files


def _once(config: MkDocsConfig) -> Files:
    end()
    return found(config)


def found(config: MkDocsConfig) -> Files:
    """Find the files of a wiki, in MkDocs' order."""
    wiki = config.docs_dir
    files: list[File] = []
    places: set[str] = set()
    for folder, folders, names in os.walk(wiki, followlinks=True):
        folders.sort()
        inside = os.path.relpath(folder, wiki)
        made = _pages if inside == SESSIONS else _others
        files += made(inside, _ordered(names), config)
    places.update([file.dest_uri for file in files])
    if len(places) < len(files):
        return usual.get_files(config)  # two files for one place: MkDocs decides, and says so
    set_exclusions([file for file in files if file.inclusion is InclusionLevel.UNDEFINED], config)
    return WikiFiles(files)


def _ordered(names: list[str]) -> list[str]:
    names.sort()
    first = [name for name in names if name.startswith(FIRST) and splitext(name)[0] in FIRST]
    return [*first, *(name for name in names if name not in first)] if first else names


def _others(folder: str, names: list[str], config: MkDocsConfig) -> list[File]:
    return [File(f"{folder}/{name}", config.docs_dir, config.site_dir, config.use_directory_urls) for name in names]


def _pages(folder: str, names: list[str], config: MkDocsConfig) -> list[File]:
    """Give the files of the folder of session pages, of which nearly all have plain names."""
    wiki, site, directories, inclusion = config.docs_dir, config.site_dir, config.use_directory_urls, _decided(config)
    end = "/index.html" if config.use_directory_urls else ".html"
    files = []
    for name in names:
        if name.endswith(".md") and name not in INDEXES and name[0] != ".":
            file, stem = File.__new__(File), name[:-3]
            file.src_dir, file.dest_dir, file.use_directory_urls, file.inclusion = wiki, site, directories, inclusion
            file.src_uri, file.name, file.dest_uri = f"{folder}/{name}", stem, f"{folder}/{stem}{end}"
            files.append(file)
        else:
            files += _others(folder, [name], config)
    return files


def _decided(config: MkDocsConfig) -> InclusionLevel:
    """Say what the settings decide about all session pages with plain names; nothing where it is not the same of all.

    Names are plain that do not begin with a dot.
    """
    kept_out = [*_patterns(usual._default_exclude), *_patterns(config.exclude_docs), *_patterns(config.draft_docs)]  # noqa: SLF001 - the source of the rule
    in_no_nav = _patterns(config.not_in_nav)
    left = [pattern for pattern in in_no_nav if pattern not in OF_FOLDER]
    if not all(map(_is_of_others, (*kept_out, *left))):
        return InclusionLevel.UNDEFINED
    return InclusionLevel.INCLUDED if left == in_no_nav else InclusionLevel.NOT_IN_NAV


def _patterns(spec: Any) -> list[str]:  # noqa: ANN401 - patterns of some library, or nothing
    found = [one for one in (spec.patterns if spec else ()) if one.include is not None]
    return [str(getattr(one, "pattern", NEGATION)).rstrip() if one.include else NEGATION for one in found]


def _is_of_others(pattern: str) -> bool:
    """Tell whether a pattern is surely none for a session page with a plain name."""
    if pattern == HIDDEN:
        return True
    if ENDING.fullmatch(pattern):
        return pattern != "*.md"
    return pattern.startswith("/") and WILD.isdisjoint(pattern) and pattern.split("/")[1] not in {"", SESSIONS}


def _names(folder: str) -> Iterator[str]:
    """List a folder of templates, but for what is hidden."""
    for here, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if name[0] != "."]
        inside = here[len(folder) :].strip("/")
        yield from (f"{inside}/{name}" if inside else name for name in names if name[0] != ".")

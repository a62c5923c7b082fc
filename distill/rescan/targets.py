"""What is looked at: the wiki's files, the journal, the waiting events, and a built site."""

import errno
import os
import re
import stat
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path

from distill import journal, spool
from distill.pages.store import MAPS, SESSIONS

MADE_FOLDERS = (SESSIONS, MAPS)
CONSTRAINTS = "constraints.md"
PUBLISHED = frozenset(
    {".csv", ".htm", ".html", ".json", ".jsonl", ".log", ".markdown", ".md", ".proposed", ".svg", ".toml", ".tsv"}
    | {".txt", ".webmanifest", ".xml", ".yaml", ".yml", ".adoc", ".asc", ".bak", ".bash", ".cfg", ".conf", ".diff", ""}
    | {".eml", ".env", ".har", ".http", ".ini", ".ipynb", ".key", ".ndjson", ".orig", ".patch", ".pem", ".properties"}
    | {".ps1", ".py", ".rst", ".sh", ".sql", ".tex", ".tf", ".tfvars", ".zsh"}
)
"""Endings of the text files that a site publishes: MkDocs copies whatever lies in the wiki; none counts as one."""
THEME = ("assets/javascripts/", "assets/stylesheets/", "assets/images/")
"""Folders of a built site whose files come from the theme."""
SITE_DIR = re.compile(r"^site_dir:[ \t]*(['\"]?)(?P<folder>[^\s'\"#][^'\"#\n]*?)\1[ \t]*(?:#.*)?$", re.MULTILINE)
MOST_CONFIG = 100_000
PERSONAL = frozenset({"email", "home-path", "ip", "ip-address"})
"""Kinds that a person may write on a page of their own on purpose, and without which no event could be served."""


GONE = frozenset({errno.ENOENT, errno.ENOTDIR, errno.ELOOP})


class Role(StrEnum):
    """What a file is to us."""

    MADE = "made"
    """Made by `distill` of what agents wrote."""
    PEOPLE = "people"
    """Written by people: an address in it is meant."""
    JOURNAL = "journal"
    EVENT = "event"
    SITE = "site"
    """Made by the builder: it is built anew, not mended."""


@dataclass(frozen=True, slots=True)
class Target:
    """A file to look at."""

    path: Path
    role: Role
    strict: bool
    """Whether personal data counts as well."""
    far: bool = False
    """A link leads to it, and it lies outside of the wiki and of the project: it is looked at, and not mended."""

    def counts(self, kind: str) -> bool:
        """Tell whether a kind of finding counts in this file."""
        return self.strict or kind not in PERSONAL


Unit = tuple[Target, ...]
"""Files that are looked at as one, so that a value has one name in them: a page and its map."""


def units(wiki: Path, state: Path, site: Path | None, *, root: Path | None = None) -> Iterator[Unit]:
    """List what there is to look at; `root` is the folder of the project. Raises OSError."""
    homes = tuple(folder.resolve() for folder in (wiki, root) if folder is not None)
    for unit in of_wiki(wiki, beside=site):
        yield tuple(replace(target, far=_is_far(target.path, homes)) for target in unit)
    yield from of_state(state)
    if site is not None:
        yield from of_site(site)


def of_wiki(wiki: Path, *, beside: Path | None = None) -> Iterator[Unit]:
    """List the files of a wiki, each page with its map; `beside` is a folder that is left out."""
    paths = [path for path in _files(wiki) if beside is None or beside not in path.parents]
    here = set(paths)
    for path in paths:
        place = path.relative_to(wiki).as_posix()
        folder, _, rest = place.partition("/")
        page = wiki / SESSIONS / rest
        if folder == MAPS and page in here:
            continue
        yield _with_map(wiki, path, here) if folder == SESSIONS else (Target(path, *role_of(place)),)


def _is_far(path: Path, homes: tuple[Path, ...]) -> bool:
    try:
        real = path.resolve()
    except OSError:  # it cannot be read either, and is named for that
        return True
    return not any(real.is_relative_to(home) for home in homes)


def _with_map(wiki: Path, page: Path, here: set[Path]) -> Unit:
    archive = wiki / MAPS / page.relative_to(wiki / SESSIONS)
    pair = (archive, page) if archive in here else (page,)
    return tuple(Target(path, Role.MADE, strict=True) for path in pair)


def role_of(place: str) -> tuple[Role, bool]:
    """Tell what a file of the wiki is by its path in it, and whether personal data counts in it."""
    made = place.partition("/")[0] in MADE_FOLDERS or place == CONSTRAINTS
    return (Role.MADE, True) if made else (Role.PEOPLE, False)


def of_state(state: Path) -> Iterator[Unit]:
    """List the journal's generations and the waiting events."""
    for name in (f"{journal.NAME}.1", journal.NAME):
        if (state / name).is_file():
            yield (Target(state / name, Role.JOURNAL, strict=True),)
    for event in spool.waiting(str(state)):
        yield (Target(Path(event), Role.EVENT, strict=False),)


def of_site(site: Path) -> Iterator[Unit]:
    """List the text files of a built site, without those of its theme."""
    for path in _files(site):
        place = path.relative_to(site).as_posix()
        if not place.startswith(THEME):
            yield (Target(path, Role.SITE, strict=role_of(place)[1]),)


def site_of(root: Path) -> Path | None:
    """Name the folder of the built site, as `mkdocs.yml` says it, where there is one."""
    try:
        text = (root / "mkdocs.yml").read_bytes()[:MOST_CONFIG].decode("utf-8", "replace")
    except OSError:
        text = ""
    found = SITE_DIR.search(text)
    site = root / (found["folder"] if found else "site")
    return site if site.is_dir() else None


def _files(folder: Path) -> Iterator[Path]:
    """List the text files below a folder in a fixed order, links followed, as MkDocs does; each folder once.

    What cannot be listed is given as if it were a file: it cannot be read either, and is named.
    """
    seen: set[tuple[int, int]] = set()
    _is_new(folder, seen)
    barred: list[OSError] = []
    for here, folders, names in os.walk(folder, followlinks=True, onerror=barred.append):
        folders[:] = sorted(name for name in folders if name != ".git" and _is_new(Path(here, name), seen))
        for name in sorted(names):
            path = Path(here, name)
            if path.suffix.lower() in PUBLISHED and _is_file(path):
                yield path
    yield from (Path(error.filename) for error in barred if error.errno not in GONE)


def _is_new(folder: Path, seen: set[tuple[int, int]]) -> bool:
    """Tell whether a folder was not met yet: links may lead back to one."""
    try:
        there = folder.stat()
    except OSError:
        return False
    known = (there.st_dev, there.st_ino) in seen
    seen.add((there.st_dev, there.st_ino))
    return not known


def _is_file(path: Path) -> bool:
    """Tell a file, and what cannot be told; nothing that is gone, and no pipe."""
    try:
        return stat.S_ISREG(path.stat().st_mode)
    except OSError as error:
        return error.errno not in GONE

"""What is looked at: the wiki's files, the journal, the waiting events, and a built site."""

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from distill import journal, spool
from distill.pages.store import MAPS, SESSIONS

MADE_FOLDERS = (SESSIONS, MAPS)
CONSTRAINTS = "constraints.md"
PUBLISHED = frozenset(
    {".csv", ".htm", ".html", ".json", ".jsonl", ".log", ".markdown", ".md", ".proposed", ".svg", ".toml", ".tsv"}
    | {".txt", ".webmanifest", ".xml", ".yaml", ".yml"}
)
"""Endings of the text files that a site publishes."""
THEME = ("assets/javascripts/", "assets/stylesheets/", "assets/images/")
"""Folders of a built site whose files come from the theme."""
SITE_DIR = re.compile(r"^site_dir:[ \t]*(['\"]?)(?P<folder>[^\s'\"#][^'\"#\n]*?)\1[ \t]*(?:#.*)?$", re.MULTILINE)
MOST_CONFIG = 100_000
PERSONAL = frozenset({"email", "home-path", "ip", "ip-address"})
"""Kinds that a person may write on a page of their own on purpose, and without which no event could be served."""


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

    def counts(self, kind: str) -> bool:
        """Tell whether a kind of finding counts in this file."""
        return self.strict or kind not in PERSONAL


Unit = tuple[Target, ...]
"""Files that are looked at as one, so that a value has one name in them: a page and its map."""


def units(wiki: Path, state: Path, site: Path | None) -> Iterator[Unit]:
    """List what there is to look at. Raises OSError."""
    yield from of_wiki(wiki, beside=site)
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
    """List the text files below a folder in a fixed order; links to folders are not followed."""
    for here, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if name != ".git")
        for name in sorted(names):
            path = Path(here, name)
            if path.suffix.lower() in PUBLISHED and path.is_file():
                yield path

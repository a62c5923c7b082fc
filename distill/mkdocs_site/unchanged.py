"""A wiki in which nothing has changed since the build before: nothing of it is read, looked up or made."""

import hashlib
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import Files

from distill.mkdocs_site.shells import Shape
from distill.mkdocs_site.workshop import Workshop
from distill.site.cache import Cache
from distill.site.catalogue import BadPage, Catalogue
from distill.site.indexes.index import Index

NAME = "whole"
Dead = Mapping[str, tuple[str, ...]]
"""By page the links that lead nowhere."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Whole:
    """What a build knew of the wiki as a whole, when all of it lay in the site."""

    settings: str
    """Mark of the settings that decide what is made of the files."""
    wiki: str
    """Mark of all files."""
    addresses: str
    """Mark of where all files lie in the site that are not ours."""
    pages: int
    """Session pages that could be read."""
    indexes: tuple[tuple[str, str], ...]
    """Index pages by path, each with the mark of what it was made from."""
    shapes: tuple[tuple[Shape, str], ...]
    """Marks of the shells of the theme."""
    dead_links: tuple[tuple[str, tuple[str, ...]], ...]
    bad: tuple[tuple[str, str], ...]

    def bad_pages(self) -> Iterator[BadPage]:
        """Name the files that cannot be read as pages."""
        return (BadPage(*each) for each in self.bad)


def known(cache: Cache) -> Whole | None:
    """Give what the build before knew, where everything lay in the site then."""
    kept = cache.state(NAME)
    return Whole(**kept) if kept else None


def whole(
    marks: tuple[str, str, str], catalogue: Catalogue, indexes: Iterable[Index], workshop: Workshop, dead: Dead
) -> Whole | None:
    """Say what a build knows of the wiki as a whole; nothing where it does not know it for the next one.

    `marks`: of the settings, of the wiki and of the addresses.
    """
    settings, wiki, addresses = marks
    if not wiki or not workshop.shells.all_fit:
        return None
    return Whole(
        settings=settings,
        wiki=wiki,
        addresses=addresses,
        pages=len(catalogue.pages),
        indexes=tuple((index.path, index.key) for index in indexes),
        shapes=tuple(workshop.shells.marks().items()),
        dead_links=tuple(dead.items()),
        bad=tuple((bad.name, bad.problem) for bad in catalogue.bad),
    )


def keep(cache: Cache, whole: Whole | None) -> None:
    """Keep what this build knows; nothing where not all lies in the site."""
    now: dict[str, Any] | None = asdict(whole) if whole else None
    if cache.state(NAME) != now:
        cache.put_state(NAME, now)


def mark_of_settings(config: MkDocsConfig, said: Iterable[object]) -> str:
    """Mark what decides about what is made of the files."""
    return _hash(map(str, (config.site_dir, config.site_name, config.site_url, *said)))


def mark_of_wiki(hashes: Iterable[tuple[str, str]]) -> str:
    """Mark a wiki by the hashes of its files."""
    return _hash([f"{path} {digest}" for path, digest in hashes])


def mark_of_addresses(files: Files, ours: Container[str]) -> str:
    """Mark where all files lie in the site that are not ours: where those lie is decided by their names."""
    others = [file for path, file in files.src_uris.items() if path not in ours]
    return _hash(f"{file.src_uri}>{file.dest_uri}>{file.inclusion.value}" for file in others)


def _hash(parts: Iterable[str]) -> str:
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()

"""The index for the browser: a large segment that stays as it is, and a small one of what is new or changed since."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from distill.search import shards, store, terms
from distill.search.shards import compact

MANIFEST = "index.json"
DELTA = 500
"""Most pages in the small segment."""


@dataclass(frozen=True, slots=True)
class Base:
    """What must be known of the large segment, which is kept from build to build."""

    names: tuple[str, ...]
    """Its pages, in the order of their numbers."""
    hashes: tuple[str, ...]
    segment: str
    """Its name."""
    paths: tuple[str, ...]
    """Its files, by path below its folder."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Which pages stand in the large segment, and which in the small one."""

    base: tuple[str, ...]
    """Pages of a large segment that is to be made anew; nothing where it stays."""
    delta: tuple[str, ...]
    gone: tuple[int, ...]
    """Numbers of pages of the large segment that do not count any more."""

    @property
    def remake(self) -> bool:
        """Tell whether the large segment is to be made anew."""
        return bool(self.base)


def planned(base: Base | None, now: Mapping[str, str]) -> Plan:
    """Decide by the hashes of the pages what has to be made; a page without a hash is never kept in the large segment.

    The pages are in the order in which their segments number them.
    """
    before = dict(zip(base.names, base.hashes, strict=True)) if base else {}
    delta = shards.newest_first(name for name, sha256 in now.items() if not sha256 or before.get(name) != sha256)
    gone = tuple(at for at, (name, sha256) in enumerate(before.items()) if now.get(name) != sha256)
    loose = tuple(name for name in delta if not now[name])
    if base is not None and len(delta) - len(loose) <= DELTA and len(gone) <= DELTA:
        return Plan((), tuple(delta), gone)
    return Plan(tuple(shards.newest_first(name for name, sha256 in now.items() if sha256)), loose, ())


def manifest(segments: Iterable[tuple[str, Iterable[int]]]) -> str:
    """Name the segments, each with the numbers of its pages that do not count any more."""
    return compact({"segments": [{"path": name, "gone": sorted(gone)} for name, gone in segments]})


def kept(base: Base) -> str:
    """Write down what must be known of the large segment."""
    return compact([store.version(terms, shards), base.names, base.hashes, base.segment, base.paths])


def kept_before(text: str) -> Base | None:
    """Read what was written down; None for what is broken or of another version."""
    try:
        version, names, hashes, name, paths = json.loads(text)
    except ValueError:
        return None
    same = version == store.version(terms, shards)
    return Base(tuple(names), tuple(hashes), name, tuple(paths)) if same else None

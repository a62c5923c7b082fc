"""The index for the browser: a large segment that stays as it is, and a small one of what is new or changed since."""

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from distill.search import shards, store, terms
from distill.search.record import Record
from distill.search.shards import Segment, compact, newest_first, segment
from distill.search.store import Entry

MANIFEST = "index.json"
DELTA = 500
"""Most pages in the small segment."""


@dataclass(frozen=True, slots=True)
class Base:
    """The large segment, kept from build to build."""

    names: tuple[str, ...]
    """Its pages, in the order of their numbers."""
    hashes: tuple[str, ...]
    segment: Segment


@dataclass(frozen=True, slots=True)
class Parted:
    """Which pages stand in the large segment, and which in the small one."""

    remake: bool
    """Whether the large segment is to be made anew, of all pages."""
    delta: frozenset[str]
    gone: frozenset[str]
    """Pages of the large segment that do not count any more."""


def parted(base: Mapping[str, str], now: Mapping[str, str]) -> Parted:
    """Decide by the hashes of the pages, in the large segment and now, what has to be made."""
    delta = frozenset(name for name, sha256 in now.items() if base.get(name) != sha256)
    gone = frozenset(name for name, sha256 in base.items() if now.get(name) != sha256)
    if not base or len(delta) > DELTA or len(gone) > DELTA:
        return Parted(remake=True, delta=frozenset(), gone=frozenset())
    return Parted(remake=False, delta=delta, gone=gone)


def site_index(
    hashes: Mapping[str, str], read: Callable[[str], Record], base: Base | None
) -> tuple[dict[str, str], Base | None]:
    """Make the files of the index, by path; give the large segment to keep for the next build.

    `hashes`: the pages by file name, with a hash of their bytes; `read` is asked only for pages that are needed.
    """
    now = dict(hashes)
    plan = parted(dict(zip(base.names, base.hashes, strict=True)) if base else {}, now)
    if plan.remake or base is None:
        base = _base(now, read)
    delta = segment(Entry(name, read(name)) for name in sorted(plan.delta)) if plan.delta else None
    gone = [number for number, name in enumerate(base.names) if name in plan.gone]
    parts = [(base.segment, gone), *([(delta, [])] if delta else [])]
    files = {f"{part.name}/{path}": text for part, _ in parts for path, text in part.files.items()}
    return files | {MANIFEST: manifest((part.name, numbers) for part, numbers in parts)}, base


def manifest(segments: Iterable[tuple[str, Iterable[int]]]) -> str:
    """Name the segments, each with the numbers of its pages that do not count any more."""
    return compact({"segments": [{"path": name, "gone": sorted(gone)} for name, gone in segments]})


def kept(base: Base) -> str:
    """Write the large segment down."""
    return compact([store.version(terms, shards), base.names, base.hashes, base.segment.name, base.segment.files])


def kept_before(text: str) -> Base | None:
    """Read what was written down; None for what is broken or of another version."""
    try:
        version, names, hashes, name, files = json.loads(text)
    except ValueError:
        return None
    return Base(tuple(names), tuple(hashes), Segment(name, files)) if version == store.version(terms, shards) else None


def _base(hashes: Mapping[str, str], read: Callable[[str], Record]) -> Base:
    pages = newest_first(Entry(name, read(name)) for name in hashes)
    names = tuple(page.name for page in pages)
    return Base(names, tuple(hashes[name] for name in names), segment(pages))

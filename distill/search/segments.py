"""The index for the browser: sealed segments that stay as they are, and a small one of what is new or changed since."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from distill.search import postings, shards, store, terms, wording
from distill.search.shards import compact, newest_first

MANIFEST = "index.json"
SMALL = 500
"""Most pages in the small segment."""
SEALED = 2500
"""Most pages in a sealed segment: what one costs to make, in time and memory."""


@dataclass(frozen=True, slots=True)
class Kept:
    """What must be known of a segment that is kept from build to build."""

    names: tuple[str, ...]
    """Its pages, in the order of their numbers."""
    hashes: tuple[str, ...]
    segment: str
    """Its name."""
    paths: tuple[str, ...]
    """Its files, by path below its folder."""
    small: bool = False


@dataclass(frozen=True, slots=True)
class Plan:
    """Which segments stay, and which are to be made of which pages."""

    stay: tuple[tuple[Kept, tuple[int, ...]], ...]
    """Each with the numbers of its pages that do not count any more."""
    seal: tuple[tuple[str, ...], ...]
    small: tuple[str, ...]
    """Pages of the small segment, where it is to be made."""


def planned(kept: Sequence[Kept], now: Mapping[str, str]) -> Plan:
    """Decide by the hashes of the pages what has to be made; a page without a hash never gets into what is kept."""
    stay = [(one, gone) for one in kept if not one.small and 2 * len(gone := _gone(one, now)) <= len(one.names)]
    living = _living(stay)
    left = {name: sha256 for name, sha256 in now.items() if name not in living}
    hashed = [name for name, sha256 in left.items() if sha256]
    if len(hashed) <= SMALL:
        pages = tuple(newest_first(left))
        same = [one for one in kept if one.small and dict(zip(one.names, one.hashes, strict=True)) == left]
        return Plan((*stay, *((one, ()) for one in same)), (), () if same else pages)
    full = [(one, gone) for one, gone in stay if len(one.names) == SEALED]
    open_ = newest_first({*hashed, *_living([pair for pair in stay if pair not in full])})
    rest = len(open_) % SEALED
    cuts = [0, *range(rest, len(open_) + 1, SEALED)] if rest else range(0, len(open_) + 1, SEALED)
    seal = tuple(tuple(open_[at:end]) for at, end in pairwise(cuts))
    return Plan(tuple(full), seal, tuple(newest_first(name for name, sha256 in left.items() if not sha256)))


def manifest(segments: Iterable[tuple[str, Iterable[int]]]) -> str:
    """Name the segments, each with the numbers of its pages that do not count any more."""
    return compact({"segments": [{"path": name, "gone": sorted(gone)} for name, gone in segments]})


def written(kept: Iterable[Kept]) -> str:
    """Write down what must be known of segments."""
    rows = [[one.names, one.hashes, one.segment, one.paths, one.small] for one in kept]
    return compact([store.version(terms, postings, shards, wording), rows])


def read(text: str) -> list[Kept]:
    """Read what was written down; nothing of what is broken or of another version."""
    try:
        version, rows = json.loads(text)
    except ValueError:
        return []
    if version != store.version(terms, postings, shards, wording):
        return []
    return [Kept(tuple(names), tuple(hashes), name, tuple(paths), small) for names, hashes, name, paths, small in rows]


def _gone(kept: Kept, now: Mapping[str, str]) -> tuple[int, ...]:
    pages = zip(kept.names, kept.hashes, strict=True)
    return tuple(at for at, (name, sha256) in enumerate(pages) if now.get(name) != sha256)


def _living(stay: Iterable[tuple[Kept, tuple[int, ...]]]) -> set[str]:
    frozen = ((kept, frozenset(gone)) for kept, gone in stay)
    return {name for kept, gone in frozen for at, name in enumerate(kept.names) if at not in gone}

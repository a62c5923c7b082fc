"""Which pages ask for which, and which name the same things: by this the pages are found that a few others touch."""

from collections.abc import Iterable, Mapping

from distill.site.indexes.tags import PATH as TAGS
from distill.site.record import Record

Rows = Mapping[str, tuple[str, ...]]
Records = Iterable[tuple[str, Record]]


def askers(known: Rows, records: Records) -> Rows:
    """Add to each path that pages ask for, in their links, the paths of these pages.

    What they do not ask for any more stays and does no harm: who is named here is looked at. The page of tags is left
    out: it is always there, and nearly all pages ask for it.
    """
    found: dict[str, list[str]] = {}
    for path, record in records:
        for target, _ in record.asked:
            if target == TAGS:
                continue
            found.setdefault(target, []).append(path)
    return {**known, **{target: _joined(known.get(target, ()), paths) for target, paths in found.items()}}


def holders(known: Rows, before: Records, now: Records) -> Rows:
    """Take the file names of pages from the things that they named before, and add them to those that they name now."""
    gone: dict[str, set[str]] = {}
    come: dict[str, list[str]] = {}
    for path, record in before:
        name = path.rpartition("/")[2]
        for thing in record.ties.names:
            gone.setdefault(thing, set()).add(name)
    for path, record in now:
        name = path.rpartition("/")[2]  # one text for all its things, where they are kept too
        for thing in record.ties.names:
            come.setdefault(thing, []).append(name)
    stay = {thing: tuple(name for name in known.get(thing, ()) if name not in names) for thing, names in gone.items()}
    rows = {**known, **stay}
    rows.update((thing, (*rows.get(thing, ()), *names)) for thing, names in come.items())
    return {thing: row for thing, row in rows.items() if row} if gone else rows


def _joined(known: tuple[str, ...], paths: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*known, *paths))) if known else tuple(paths)

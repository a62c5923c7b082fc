"""Which pages ask for which, and which name the same things: by this the pages are found that a few others touch."""

from collections.abc import Callable, Iterable

from distill.site.indexes.tags import PATH as TAGS
from distill.site.record import Record

Row = tuple[str, ...]
Known = Callable[[str], Row]
"""Gives what is known of a thing."""
Records = Iterable[tuple[str, Record]]


def askers(known: Known, records: Records) -> dict[str, Row]:
    """Add to each path that these pages ask for, in their links, the paths of the pages; give these rows.

    What they do not ask for any more stays and does no harm: who is named here is looked at. The page of tags is left
    out: it is always there, and nearly all pages ask for it.
    """
    found: dict[str, list[str]] = {}
    for path, record in records:
        for target, _ in record.asked:
            if target == TAGS:
                continue
            found.setdefault(target, []).append(path)
    return {target: _joined(known(target), paths) for target, paths in found.items()}


def holders(known: Known, before: Records, now: Records) -> dict[str, Row]:
    """Take the file names of pages from the things that they named before, and add them to those that they name now.

    Given are the rows of all these things; one that nobody names any more has none.
    """
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
    rows = {thing: tuple(name for name in known(thing) if name not in names) for thing, names in gone.items()}
    for thing, names in come.items():
        stay = rows[thing] if thing in rows else known(thing)
        rows[thing] = (*stay, *names)
    return rows


def _joined(known: Row, paths: Iterable[str]) -> Row:
    return tuple(dict.fromkeys((*known, *paths))) if known else tuple(paths)

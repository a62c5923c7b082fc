"""The constraints of a map that became a page, kept in the registry."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from distill.constraints import light, registry, store
from distill.constraints.entry import LONGEST, Entry, normal
from distill.constraints.registry import Merged
from distill.errors import RedactionError
from distill.model import UNKNOWN_SEAT, CleanDigest, Constraint, MapFacts, SourceKind
from distill.pages.quotation import bare
from distill.pages.text import one_line, shorten

SOURCES = frozenset({SourceKind.RESTORE_MAP, SourceKind.HANDOFF})
"""What a rule is taken from word for word; in a summary or a transcript it is said in passing, in a model's words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """What came into the registry."""

    added: int = 0
    left: int = 0
    """Constraints that had no room."""


def keep(
    clean: CleanDigest, about: MapFacts, page: str, wiki: Path, state: Path, *, look: Callable[[str], None]
) -> Kept:
    """Put a digest's constraints into the registry and look at what the disk holds of them.

    `look` raises RedactionError for a text in which a value of the run still stands; then nothing of it stays.
    Raises PageError and OSError as well.
    """
    entries = list(entries_of(clean.digest.constraints, about, page))
    if about.source not in SOURCES or not entries:
        return Kept()
    done = Merged(text="")

    def change(text: str) -> str:
        nonlocal done
        done = registry.merged(text, entries)
        look("\n".join(done.added))
        return done.text

    if store.update(wiki, state, change):
        _read_back(done.added, wiki, state, look)
    return Kept(added=len(done.added), left=done.left)


def entries_of(constraints: Iterable[Constraint], about: MapFacts, page: str) -> Iterable[Entry]:
    """Turn the constraints of a map into entries; those of nobody in particular hold for all."""
    seat = light.ALL if about.seat == UNKNOWN_SEAT else about.seat
    for one in constraints:
        text = shorten(bare(one_line(one.text)), LONGEST)
        if normal(text):
            yield Entry(text=text, since=about.written.date(), force=one.force, seat=seat, page=page, lines=one.lines)


def _read_back(added: Iterable[str], wiki: Path, state: Path, look: Callable[[str], None]) -> None:
    """Look at the lines as the disk has them; take them away when a value stands in one."""
    rows = store.read(wiki).split("\n")
    try:
        look("\n".join(row for row in rows if row.rstrip("\r") in set(added)))
    except RedactionError:
        store.update(wiki, state, lambda text: _without(text, set(added)))
        raise


def _without(text: str, lines: set[str]) -> str:
    return "\n".join(row for row in text.split("\n") if row.rstrip("\r") not in lines)

"""The index pages as files of the wiki, for forges, other builders of sites and agents; never over a person's file."""

import sqlite3
from collections.abc import Container, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from distill import files
from distill.errors import PageError
from distill.site.accounts import hashed
from distill.site.catalogue import SESSIONS, BadPage
from distill.site.document_markdown import MARKER, to_markdown
from distill.site.indexes.all import FOLDERS, indexes
from distill.site.indexes.constraints import REGISTRY
from distill.site.indexes.index import Index
from distill.site.indexes.overview import PATH as OVERVIEW
from distill.site.kept import FILE, UNSETTLED, Kept, Written, looks

MOST_BYTES = 64_000_000
LISTS = (SESSIONS, *FOLDERS)
"""Folders of the wiki that hold index pages, beside those at its top."""


@dataclass(slots=True, kw_only=True)
class Refreshed:
    """What became of the index pages; nothing was done where that was only looked at."""

    current: int = 0
    written: list[str] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)
    left: list[str] = field(default_factory=list)
    """Files of persons that have the name of an index page."""
    sessions: int = 0
    bad: tuple[BadPage, ...] = ()

    @property
    def up_to_date(self) -> bool:
        """Whether nothing was, or would be, changed."""
        return not self.written and not self.removed


def in_use(wiki: Path) -> bool:
    """Tell whether the index pages of a wiki lie on the disk."""
    return is_ours(wiki / OVERVIEW)


def refreshed(wiki: Path, state: Path, *, now_ns: int, check: bool = False) -> Refreshed:
    """Bring the index pages up to the session pages, by what is known from the last time.

    Raises PageError for a folder that leads out of the wiki, and for what is known but broken; OSError when the disk
    says no.
    """
    kept = Kept(state / FILE)
    try:
        return refresh(wiki, kept, now_ns=now_ns, tmp=None if check else state / "tmp")
    except sqlite3.DatabaseError as error:
        (state / FILE).unlink(missing_ok=True)
        raise PageError(f"{state / FILE} was broken and has been deleted; run again.") from error
    finally:
        kept.close()


def refresh(wiki: Path, kept: Kept, *, now_ns: int, tmp: Path | None) -> Refreshed:
    """Bring the index pages up to the session pages; without `tmp` nothing is written, only said.

    Raises PageError for a folder that leads out of the wiki, OSError when the disk says no.
    """
    _check_folders(wiki)
    seen, before = looks(wiki / SESSIONS, now_ns), kept.written()
    registry = (wiki / REGISTRY).is_file()
    everything = hashed([f"{registry}", *seen, *seen.values()]) if UNSETTLED not in seen.values() else ""
    if everything and everything == kept.all_seen() and _all_lie_there(wiki, before):
        return Refreshed(sessions=len(seen), current=len(before))
    catalogue = kept.catalogue(wiki / SESSIONS, seen)
    done = Refreshed(sessions=len(catalogue.pages), bad=catalogue.bad)
    after = {index.path: _one(index, wiki, before, done, tmp) for index in indexes(catalogue, registry=registry)}
    for path in _stale(wiki, after):
        done.removed.append(path)
        if tmp is not None:
            (wiki / path).unlink(missing_ok=True)
    if tmp is not None:
        kept.put_written({path: said for path, said in after.items() if path not in done.left})
        kept.put_all_seen("" if done.left or done.bad else everything)
    return done


def _all_lie_there(wiki: Path, before: Written) -> bool:
    return all(look == _look(wiki / path) for path, (_, look) in before.items())


def _one(index: Index, wiki: Path, before: Written, done: Refreshed, tmp: Path | None) -> tuple[str, str]:
    """Write one index page where it would be another one; give what is to be kept of it."""
    _bring_up(index, wiki / index.path, before.get(index.path), done, tmp)
    return index.key, _look(wiki / index.path)


def _bring_up(index: Index, path: Path, known: tuple[str, str] | None, done: Refreshed, tmp: Path | None) -> None:
    if known is not None and known == (index.key, _look(path)):
        done.current += 1
        return
    old = _text(path)
    if old is not None and not old.startswith(MARKER):
        done.left.append(index.path)
        return
    text = to_markdown(index.make())
    if text == old:
        done.current += 1
        return
    done.written.append(index.path)
    if tmp is not None:
        files.replace(path, text, tmp=tmp)


def _check_folders(wiki: Path) -> None:
    root = wiki.resolve()
    for folder in LISTS:
        if (wiki / folder).exists() and not (wiki / folder).resolve().is_relative_to(root):
            raise PageError(f"{wiki / folder} leads out of the wiki; index pages are not written there.")


def _stale(wiki: Path, paths: Container[str]) -> Iterator[str]:
    """Name index pages that are ours and tell of nothing any more."""
    for folder in FOLDERS:
        for path in sorted((wiki / folder).glob("*.md")):
            name = f"{folder}/{path.name}"
            if name not in paths and is_ours(path):
                yield name


def is_ours(path: Path) -> bool:
    """Tell whether a file is an index page that was made, by its first line."""
    try:
        head = files.read_bounded(path, len(MARKER.encode()) + 3)
    except OSError:
        return False
    return head.removeprefix(b"\xef\xbb\xbf").startswith(MARKER.encode())


def _text(path: Path) -> str | None:
    """Read a file; None where there is none. What is no UTF-8 is a person's."""
    try:
        return files.read_bounded(path, MOST_BYTES).decode("utf-8", "replace")
    except FileNotFoundError:
        return None


def _look(path: Path) -> str:
    """Say how a file looks; nothing where there is none."""
    try:
        found = path.stat()
    except OSError:
        return ""
    return f"{found.st_mtime_ns}:{found.st_size}:{found.st_ino}"

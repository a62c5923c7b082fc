"""A mending in two steps, so that one that is cut off can be finished: all drafts first, then all files.

A value that one file names is looked for in all others. If files were replaced one by one, a run that dies in between
would leave the value in a file that nothing names it for any more, and the next run would call that file clean. So
everything that is to be written is written beside, then a mark says that it is whole, and only then a file changes.
Drafts hold no secret: they are the files without it.
"""

import contextlib
import hashlib
import json
import os
import shutil
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from distill import files, locks
from distill.errors import PageError
from distill.rescan import mend
from distill.rescan.targets import Role, Target, Unit

FOLDER = "mending"
WHOLE = "whole"
"""The mark that all drafts are there."""
CHANGED = "somebody changed it meanwhile"
MOST_BYTES = 64_000_000
WAIT_S = 10.0
MOST_ENTRY = 100_000


@dataclass(frozen=True, slots=True)
class Entry:
    """A file that is to be replaced, while what was looked at still has the hash that is said."""

    target: Target
    before: str
    size: int
    draft: Path


def prepare(target: Target, before: bytes, after: bytes, folder: Path) -> bool:
    """Write what a file shall hold, and what it held. Raises OSError."""
    said = {"before": _hash(before), "size": len(before)}
    _write(folder / f"{_name(target)}.draft", after)
    _write(folder / f"{_name(target)}.json", json.dumps(said).encode("ascii"))
    return True


@contextlib.contextmanager
def alone(state: Path) -> Iterator[None]:
    """Let one process of a project mend at a time. Raises PageError when another is at it, and OSError."""
    with locks.held(state / "locks" / "rescan.lock", seconds=WAIT_S) as mine:
        if not mine:
            raise PageError("Another `distill rescan --fix` of this project is at work. Try again when it has ended.")
        yield


def is_cut_off(state: Path) -> bool:
    """Tell whether there is a mending to be finished."""
    return (state / FOLDER / WHOLE).exists()


def begin(state: Path) -> Path:
    """Give an empty folder for drafts. Raises OSError."""
    folder = state / FOLDER
    forget(state)
    folder.mkdir(mode=0o700)
    return folder


def seal(folder: Path) -> None:
    """Say that all drafts are there: from here on the mending is finished, by whomever. Raises OSError."""
    files.sync_folder(folder)
    _write(folder / WHOLE, b"")
    files.sync_folder(folder)


def waiting(state: Path, units: Iterable[Unit]) -> tuple[Path, ...]:
    """List the files of a mending that was cut off which are still as they were. Raises OSError."""
    return tuple(each.target.path for each in _entries(state, units) if _held(each) is not None)


def finish(state: Path, units: Iterable[Unit]) -> dict[Path, str]:
    """Put the drafts of these files in their places; tell why not, by file, where that was not possible.

    A draft of any other file goes: a repository may bring a state folder that would write elsewhere. Raises OSError.
    """
    troubles = {}
    for entry in _entries(state, units):
        if why := _put(entry, state / "tmp"):
            troubles[entry.target.path] = why
    forget(state)
    return troubles


def forget(state: Path) -> None:
    """Take the drafts away, the mark first. Raises OSError."""
    (state / FOLDER / WHOLE).unlink(missing_ok=True)
    if (state / FOLDER).exists():
        shutil.rmtree(state / FOLDER)


def _put(entry: Entry, tmp: Path) -> str:
    try:
        before = _held(entry)
        after = files.read_bounded(entry.draft, MOST_BYTES)
        done = False if before is None else mend.write(entry.target, before, after, tmp)
    except OSError as error:
        return f"it cannot be written ({error.strerror or type(error).__name__})"
    return "" if done else CHANGED if done is False else "a worker is at it; try again"


def _held(entry: Entry) -> bytes | None:
    """Read a file; None when it is not the one any more that was looked at."""
    try:
        data = files.read_bounded(entry.target.path, MOST_BYTES)
    except FileNotFoundError:
        return None
    if entry.target.role is Role.JOURNAL:
        data = data[: entry.size]  # lines are added all the time
    return data if _hash(data) == entry.before else None


def _entries(state: Path, units: Iterable[Unit]) -> Iterator[Entry]:
    for target in (target for unit in units for target in unit) if is_cut_off(state) else ():
        path = state / FOLDER / f"{_name(target)}.json"
        with contextlib.suppress(FileNotFoundError, ValueError, KeyError, TypeError):  # not to be mended, or not by us
            said = json.loads(files.read_bounded(path, MOST_ENTRY))
            yield Entry(target, str(said["before"]), int(said["size"]), path.with_suffix(".draft"))


def _name(target: Target) -> str:
    return _hash(os.fsencode(target.path))[:32]


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _write(path: Path, data: bytes) -> None:
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_BINARY", 0), 0o600)
    with os.fdopen(descriptor, "wb") as stream:
        stream.write(data)
        stream.flush()
        os.fsync(descriptor)

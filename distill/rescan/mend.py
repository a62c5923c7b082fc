"""Putting a mended file in the place of the old one, with care for who else is at it."""

import os
from pathlib import Path

from distill import files, journal, locks
from distill.rescan.targets import Role, Target

WAIT_S = 5.0
MOST_LATE = 8 * journal.MAX_BYTES
"""Bytes that may have been added to a journal since it was looked at; far more than it ever holds."""


def write(target: Target, before: bytes, after: bytes, tmp: Path) -> bool | None:
    """Replace a file that still holds `before`; False when it does not, None when it is in use. Raises OSError."""
    match target.role:
        case Role.JOURNAL:
            return _journal(target.path, before, after, tmp)
        case Role.EVENT:
            return _event(target.path, before, after, tmp)
        case _:
            return files.rewrite(target.path, after, expected=before, tmp=tmp)


def _journal(path: Path, before: bytes, after: bytes, tmp: Path) -> bool | None:
    """Replace what a journal held, under the lock of its rotation; lines that writers add meanwhile are kept."""
    with locks.held(path.parent / journal.LOCK, seconds=WAIT_S) as mine, path.open("rb") as old:
        if not mine:
            return None
        if old.read(len(before)) != before:
            return False
        files.rewrite(path, after + old.read(MOST_LATE), expected=None, tmp=tmp)
        if late := old.read(MOST_LATE):  # of who had it open still
            _append(path, late)
        return True


def _append(path: Path, data: bytes) -> None:
    descriptor = os.open(path, os.O_WRONLY | os.O_APPEND)
    try:
        os.write(descriptor, data)
    finally:
        os.close(descriptor)


def _event(path: Path, before: bytes, after: bytes, tmp: Path) -> bool | None:
    """Replace a waiting event while no worker serves its lane, so that none that is done comes back."""
    lane = path.name.rpartition("--")[0]
    with locks.held(path.parent.parent / "locks" / f"lane-{lane}.lock", seconds=WAIT_S) as mine:
        if not mine:
            return None
        return not path.exists() or files.rewrite(path, after, expected=before, tmp=tmp)

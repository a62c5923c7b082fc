"""How long handoffs are kept: old ones of ours go, and nothing else that lies in their folder."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

from distill import files
from distill.handoff_settings import HandoffChoices

NAME = re.compile(r"[A-Za-z0-9_.@-]{1,80}-(\d{8}T\d{6}Z)(?:-[2-9]|-[0-9a-f]{8})?\.md")
HEAD = re.compile(rb"# [^\n]+\n\nWritten: \d{4}-")
"""How a handoff of ours begins: other programs may save theirs by the same names."""
HEAD_BYTES = 1_000
LOCK = re.compile(r"\.[A-Za-z0-9_.@-]{1,80}\.lock")
LOCK_LIFE = timedelta(days=1)


def prune(folder: Path, choices: HandoffChoices, now: datetime) -> int:
    """Delete the handoffs that are too old or too many, and locks that nobody took for a day; return how many went.

    What cannot be read or deleted stays.
    """
    dated = sorted(_handoffs(folder), reverse=True)
    oldest = now - timedelta(days=choices.keep_days) if choices.keep_days else datetime.min.replace(tzinfo=UTC)
    most = choices.keep_files or len(dated)
    too_many = [path for at, path in dated[most:] if at <= now]
    too_old = [path for at, path in dated[:most] if at < oldest]
    return sum(map(_deleted, [*too_many, *too_old, *_locks(folder, now)]))


def _handoffs(folder: Path) -> Iterator[tuple[datetime, Path]]:
    for path in _listed(folder):
        match = NAME.fullmatch(path.name)
        if match is None:
            continue
        try:
            yield datetime.strptime(match[1], "%Y%m%dT%H%M%SZ").replace(tzinfo=UTC), path
        except ValueError:
            continue


def _locks(folder: Path, now: datetime) -> Iterator[Path]:
    for path in _listed(folder):
        try:
            if LOCK.fullmatch(path.name) and path.lstat().st_mtime < (now - LOCK_LIFE).timestamp():
                yield path
        except OSError:
            continue


def _listed(folder: Path) -> list[Path]:
    try:
        return list(folder.iterdir())
    except OSError:
        return []


def _deleted(path: Path) -> bool:
    try:
        if path.is_symlink() or (path.suffix == ".md" and not HEAD.match(files.read_bounded(path, HEAD_BYTES))):
            return False
        path.unlink()
    except OSError:
        return False
    return True

"""Whether a file changed since a map listed it: by its time, and by git where only a checkout touched it."""

import subprocess
from datetime import datetime, timedelta
from pathlib import Path

from distill.restore.listed import Listed, Thing

WRITING = timedelta(minutes=15)
"""How long the writing of a map may take, from the time that it names to the last write of its file."""
CLOCKS = timedelta(seconds=2)
GIT_S = 5.0
MOST_ASKED = 40
"""Files that git is asked about."""


def listed_at(written: datetime, modified: datetime) -> datetime:
    """Tell up to when a map may have looked at files: it was finished a little after the time that it names."""
    return modified if written <= modified <= written + WRITING else written


def changed_since(listed: dict[int, Listed], since: datetime) -> frozenset[int]:
    """Give the rows whose file changed since; one that git knows unchanged was only written anew by a checkout."""
    later = [
        (line, one)
        for line, one in listed.items()
        if one.thing in {Thing.FILE, Thing.TOO_LARGE} and one.changed_at and one.changed_at > since + CLOCKS
    ]
    same = {line for line, one in later[:MOST_ASKED] if unchanged_in_git(Path(one.path), since)}
    return frozenset(line for line, _ in later if line not in same)


def unchanged_in_git(path: Path, since: datetime) -> bool:
    """Tell whether git has the file as it is, in a commit from before that time; False where git cannot tell."""
    committed = _git(path, "log", "-1", "--format=%ct", "--", path.name)
    if committed is None or not committed.strip().isdigit() or int(committed) > since.timestamp():
        return False
    return _git(path, "status", "--porcelain", "--ignored", "--", path.name) == ""


def _git(path: Path, *words: str) -> str | None:
    """Ask git about a file; None where it does not answer in time, or not at all."""
    command = ["git", "-c", "core.fsmonitor=false", "--no-optional-locks", *words]
    try:
        done = subprocess.run(  # noqa: S603 - fixed words and the name of a file behind `--`
            command, cwd=path.parent, capture_output=True, text=True, timeout=GIT_S, check=False
        )
    except (OSError, subprocess.TimeoutExpired, UnicodeDecodeError):
        return None
    return done.stdout if done.returncode == 0 else None

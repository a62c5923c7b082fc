"""Whether a file changed since a map listed it: by its time, and by git where only a checkout touched it."""

import os
import time
from datetime import datetime, timedelta
from pathlib import Path

from distill import git
from distill.restore.listed import Listed, Thing

WRITING = timedelta(minutes=15)
"""How long the writing of a map may take, from the time that it names to the last write of its file."""
CLOCKS = timedelta(seconds=2)
GIT_S = 5.0
"""Wall time that git may take for all files together."""
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
    until = time.monotonic() + GIT_S
    same = {line for line, one in later[:MOST_ASKED] if unchanged_in_git(Path(one.path), since, until)}
    return frozenset(line for line, _ in later if line not in same)


def unchanged_in_git(path: Path, since: datetime, until: float) -> bool:
    """Tell whether git has the file as it is, in a commit from before that time; False where git cannot tell."""
    ask = git.asker(path.parent, os.environ, until - time.monotonic())
    committed = ask("log", "-1", "--format=%ct", "--", path.name).strip()
    if not (committed.isascii() and committed.isdigit()) or int(committed) > since.timestamp():
        return False
    ask.leave_out_filters()
    status = ("status", "--porcelain", "--ignored", "--ignore-submodules=all", "--", path.name)
    return ask(*status) == "" and not ask.failed

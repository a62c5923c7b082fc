"""Careful looks into JSON that anybody may have written."""

import hashlib
import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

from distill.agents.transcripts.events import Commit

Object = Mapping[str, Any]

MOST_PATH = 1_000
MOST_COMMAND = 300
MOST_COMMITS = 50
"""Commits taken from the output of one command."""
_COMMIT = re.compile(r"^\[([^\[\]\n]{1,200}?)(?: \(root-commit\))? ([0-9a-f]{7,40})\] (\S[^\n]{0,499})", re.MULTILINE)
_COMMITTING = re.compile(r"\bgit\b")
_EXIT = re.compile(r"\s*(?:Error: )?Exit code (\d{1,3})\b")


def object_of(value: object) -> Object:
    """Give a JSON object, an empty one for anything else."""
    return value if isinstance(value, dict) else {}


def objects(value: object) -> list[Object]:
    """Give the objects of a JSON list."""
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []


def text_of(value: object) -> str:
    """Give a string; of a list of text blocks their texts, one below the other."""
    if isinstance(value, str):
        return value
    return "\n".join(t for block in objects(value) if isinstance(t := block.get("text"), str))


def word(value: object) -> str:
    """Give a string, an empty one for anything else."""
    return value if isinstance(value, str) else ""


def time_of(row: Object) -> datetime | None:
    """Read the time of a row, in UTC."""
    try:
        found = datetime.fromisoformat(word(row.get("timestamp")))
        return (found if found.tzinfo else found.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, OverflowError):
        return None


def path_of(value: object) -> str:
    """Give a path that can stand on one line, else nothing."""
    path = word(value)
    return path if 0 < len(path) <= MOST_PATH and path.isprintable() else ""


def shortened(text: str, most: int) -> tuple[str, int]:
    """Give the first `most` characters of a text and how many were left out."""
    return text[:most], max(0, len(text) - most)


def one_line(command: str) -> str:
    """Give the first line of a command, with an ellipsis where there is more."""
    first, _, rest = command.strip().partition("\n")
    return first[:MOST_COMMAND] + ("…" if rest or len(first) > MOST_COMMAND else "")


def mark_of(command: str) -> str:
    """Give a short mark that is the same for the same command only."""
    return hashlib.blake2b(command.strip().encode("utf-8", "replace"), digest_size=12).hexdigest()


def exit_code_of(text: str) -> int | None:
    """Read the exit code that the client put before the output of a failed command."""
    match = _EXIT.match(text)
    return int(match[1]) if match else None


def commits_in(command: str, output: str, at: datetime | None) -> Iterator[Commit]:
    """Give the commits that git reports in the output of a command that called it, newest first."""
    if not _COMMITTING.search(command):
        return
    found = list(_COMMIT.finditer(output))[-MOST_COMMITS:]
    for match in reversed(found):
        yield Commit(at=at, hash=match[2], subject=match[3].strip(), branch=match[1])

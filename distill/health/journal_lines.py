"""The journal read back."""

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

from distill import files, journal
from distill.agents import claude_code, codex

FIELD = re.compile(r'([a-z_]+)=("(?:[^"\\]|\\.)*"|[^ ]*)')
ESCAPED = re.compile(r"\\(.)")
TIME = "%Y-%m-%dT%H:%M:%SZ"
EVENT_OF = {claude_code.CLIENT.name: ("SessionStart:",), codex.CLIENT.name: ("PostCompact:",)}
"""How the label of an event tells which client sent it, in lines that do not name the client."""

Line = Mapping[str, str]


def read(state: Path) -> list[Line]:
    """Read both generations of the journal, oldest first; what is no line of ours is left out."""
    texts = [_text(state / (journal.NAME + ".1")), _text(state / journal.NAME)]
    return [line for text in texts for row in text.splitlines() if (line := fields(row))]


def fields(row: str) -> Line:
    """Read one line; empty when it is none."""
    stamp, _, rest = row.partition("  ")
    found = {match[1]: _value(match[2]) for match in FIELD.finditer(rest)}
    return {"time": stamp, **found} if "outcome" in found and moment({"time": stamp}) else {}


def moment(line: Line) -> datetime | None:
    """Tell when a line was written."""
    try:
        return datetime.strptime(line["time"], TIME).replace(tzinfo=UTC)
    except ValueError:
        return None


def last_event(lines: list[Line], client: str) -> Line | None:
    """Give the last line about an event that a client sent."""
    return next((line for line in reversed(lines) if _sent_by(line, client)), None)


def _sent_by(line: Line, client: str) -> bool:
    named = line.get("agent", "")
    return named == client if named else line.get("event", "").startswith(EVENT_OF[client])


def _text(path: Path) -> str:
    try:
        return files.read_bounded(path, 2 * journal.MAX_BYTES).decode("utf-8", "replace")
    except OSError:
        return ""


def _value(text: str) -> str:
    return ESCAPED.sub(r"\1", text[1:-1]) if text.startswith('"') else text

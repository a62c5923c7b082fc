"""What the last rebuild found current, so that the next one passes it over. Losing it costs time, nothing else."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from distill import files

NAME = "rebuild.json"
MOST_BYTES = 50_000_000


@dataclass(frozen=True, slots=True)
class Memory:
    """Which pages were current, as they and their maps lay on the disk, under which fingerprint."""

    fingerprint: str
    states: Mapping[str, str]

    def knows(self, name: str, state: str) -> bool:
        """Tell whether a page was current as it lies there."""
        return self.states.get(name) == state


def load(state: Path, fingerprint: str) -> Memory:
    """Read what was found under this fingerprint; nothing where another one held, or none."""
    try:
        said = json.loads(files.read_bounded(state / NAME, MOST_BYTES))
        if said["fingerprint"] == fingerprint:
            return Memory(fingerprint, {str(name): str(value) for name, value in said["pages"].items()})
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        pass
    return Memory(fingerprint, {})


def save(state: Path, memory: Memory) -> None:
    """Keep what was found; nothing is written where it is known already. Raises OSError."""
    if load(state, memory.fingerprint) == memory:
        return
    # In ASCII: a file system may hold names that are no text.
    text = json.dumps({"fingerprint": memory.fingerprint, "pages": dict(memory.states)})
    files.replace(state / NAME, text, tmp=state / "tmp")

"""Standing constraints from compaction to compaction: map, page and registry, what is delivered, the next map."""

import os
import time
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from constraint_cycles import ALL, map_of

from distill import pipeline, prepare
from distill.compaction import restore_text
from distill.config import Settings
from distill.constraints import light
from distill.hooks import reply
from distill.outcome import Written

SEAT = "lead@bench"
SETTINGS = Settings(engine="extractive")
WRITTEN = "# RESTORE MAP — lead@bench\n\nWritten: {at}\n"


@dataclass(frozen=True)
class Round:
    """What is left word for word after one compaction."""

    registry: int
    delivered: int


def rounds(root: Path, kilobytes: int, position: str, cycles: int, *, forgetful: bool) -> list[Round]:
    """Go round `cycles` times in a new project.

    The next map says what was delivered; that of a forgetful agent says none of it, so that only the registry knows.
    """
    held: tuple[str, ...] = ALL
    found = []
    for cycle in range(cycles):
        _compact(root, _map(held if not (forgetful and cycle) else (), kilobytes, position, cycle))
        text = _delivery(root)
        held = tuple(one for one in ALL if one in text)
        active = {words for _, words in light.active(str(root / "wiki" / light.NAME), SEAT)}
        found.append(Round(registry=len(active & set(ALL)), delivered=len(held)))
    return found


def _map(held: Iterable[str], kilobytes: int, position: str, cycle: int) -> str:
    text = map_of(tuple(held), kilobytes, position, cycle)
    return text.replace(text.split("\n", 1)[0], WRITTEN.format(at=f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}"), 1)


def _compact(root: Path, text: str) -> None:
    path = root / "restore-maps" / "RESTORE-MAP.md"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text + "\n<!-- end of restore map -->\n", "utf-8")
    past = time.time() - 30
    os.utime(path, (past, past))
    raw = pipeline.read_map(path, SETTINGS)
    assert isinstance(raw, pipeline.RawMap)
    place = pipeline.Place(wiki=root / "wiki", state=root / ".distill")
    outcome = pipeline.run(raw, SETTINGS, place, env={})
    assert isinstance(outcome, Written), outcome


def _delivery(root: Path) -> str:
    """Give the text that the hook would bring, from what the background preparation stores."""
    asking = prepare.Asking(SEAT, "s-1", str(root))
    parts = prepare.prepare(root, str(root / ".distill"), SEAT, asking, {}, now=time.time())
    return restore_text.compose(parts, now=time.time(), mark="0", most=reply.MOST_CHARACTERS)

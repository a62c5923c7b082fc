"""Lists what of a restore is unfinished, in the background, for the next prompt to tell.

`python -m distill.unfinished ROOT STATE LANE SEAT TRANSCRIPT`, started by the hook at the first prompt after the text
was told. What it stores went through the redactor; where anything fails, nothing is stored and nothing is told.
"""

import os
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

from distill import config, journal, watchdog
from distill.compaction import ready
from distill.model import RedactionPolicy
from distill.redaction.redactor import redact
from distill.restore import marker, stamps
from distill.restore.audit import Audited
from distill.restore.examine import Examined, Question, examine
from distill.restore.pending import pending_of

MOST_ROWS = 10


def main(argv: list[str], env: Mapping[str, str]) -> int:
    """Examine the pending restore of a seat; return the exit code, which nobody waits for."""
    root, state, lane, seat, transcript = argv
    try:
        look(Path(root), state, lane, seat, transcript, env, now=time.time())
    except Exception as error:  # noqa: BLE001 - whatever a map does to it, the journal says that nothing was looked up
        journal.append(state, {"restore": "not-examined", "detail": type(error).__name__})
        return 1
    return 0


def look(
    root: Path, state: str, lane: str, seat: str, transcript: str, env: Mapping[str, str], *, now: float
) -> list[str]:
    """Store what is unfinished of a seat's restore; give it. Raises DistillError and OSError."""
    armed = marker.load(state, seat, now)
    if armed is None or not armed.get("restoreMapPath"):
        return []
    pending, settings = pending_of(armed), config.load(root, env=env)
    examined = examine(
        Question(
            map=Path(pending.map),
            transcript=transcript or pending.transcript,
            cwd=pending.cwd,
            root=root,
            default_tier=settings.continuity.tier,
        )
    )
    lines = list(told(examined, settings.redaction))
    values = {"version": ready.VERSION, "made": stamps.utc(now), "armed": armed["createdAt"], "lines": lines}
    ready.put(ready.path(state, lane, "unfinished"), values)
    return lines


def told(examined: Examined, policy: RedactionPolicy) -> Iterator[str]:
    """Say of each row that is still owed how far it was read."""
    owed = examined.unsettled
    for row in owed[:MOST_ROWS]:
        yield redact(f"- {row.row.entry}: {row.verdict}{_missing(row)}", policy=policy).text
    if len(owed) > MOST_ROWS:
        yield f"- and {len(owed) - MOST_ROWS} more"


def _missing(row: Audited) -> str:
    ranges = ", ".join(f"{lines.first}-{lines.last}" for lines in row.missing)
    return f", lines {ranges} are missing" if ranges else ""


if __name__ == "__main__":
    watchdog.end_within(watchdog.LIFE_S)
    sys.exit(main(sys.argv[1:], os.environ))

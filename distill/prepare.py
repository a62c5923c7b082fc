"""Prepares the restore text in the background, so that the hook after the compaction only delivers it.

`python -m distill.prepare ROOT STATE LANE SEAT SESSION CWD`, started by the hook before the compaction. All that it
stores went through the redactor; where that fails nothing is stored, and the hook makes do with a look.
"""

import os
import sys
import time
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

from distill import config, files, fresh, journal, watchdog
from distill.compaction import choices, ready, rules
from distill.compaction.parts import Parts
from distill.config import Settings
from distill.errors import DistillError
from distill.maps import facts
from distill.maps.decode import decode
from distill.maps.locate import Asked, Located, Missed, locate
from distill.model import UNKNOWN_SEAT, Seat
from distill.restore_parts import parts_of


def main(argv: list[str], env: Mapping[str, str]) -> int:
    """Prepare the text of a lane; return the exit code, which nobody waits for."""
    root, state, lane, seat, session, cwd = argv
    try:
        prepare(Path(root), state, lane, Asking(seat, session, cwd), env, now=time.time())
    except (DistillError, OSError) as error:
        journal.append(state, {"restore": "not-prepared", "detail": type(error).__name__, "session": session})
        return 1
    return 0


class Asking:
    """Who will be brought back."""

    def __init__(self, seat: str, session: str, cwd: str) -> None:
        self.seat, self.session, self.cwd = seat, session, cwd


def prepare(root: Path, state: str, lane: str, asking: Asking, env: Mapping[str, str], *, now: float) -> Parts:
    """Put the parts together and store them. Raises ConfigError, RedactionError and OSError."""
    settings = config.load(root, env=env)
    asked = Asked(
        seat=Seat(asking.seat or settings.seat or UNKNOWN_SEAT),
        session_id=asking.session,
        folders=fresh.folders(root, asking.cwd),
        now=datetime.fromtimestamp(now, UTC),
    )
    found = locate(asked, settings)
    path = found.path
    text = _text(path, settings)
    registry = fresh.wiki_of(root, settings) / "constraints.md"
    looked_at = [ready.stamp(str(one)) for one in _inputs(path, registry, asked.folders, root, env)]
    parts = parts_of(text, registry, asked.folders, settings, seat=_seat(asked, found))
    if path is not None and text:
        parts.map_path = str(path)
        parts.map_written = _written(found, text, path)
    parts.trouble = "" if text else _trouble(found)
    parts.handoffs, parts.protocol = settings.continuity.handoffs, rules.template("protocol.md")
    ready.store(state, lane, parts, looked_at, now)
    return parts


def _inputs(
    path: Path | None, registry: Path, folders: tuple[Path, ...], root: Path, env: Mapping[str, str]
) -> list[str]:
    """Name what the text depends on: a map that comes later shows in the folder of the one before it."""
    maps = [str(path), str(path.parent)] if path else [str(folder) for folder in folders]
    return [*maps, str(registry), *choices.files(str(root), env)]


def _text(path: Path | None, settings: Settings) -> str:
    """Read the map, stale or not; empty where there is none to be read."""
    if path is None:
        return ""
    try:
        data = files.read_bounded(path, settings.max_map_bytes)
    except OSError:
        return ""
    return "" if len(data) > settings.max_map_bytes else decode(data).text


def _seat(asked: Asked, found: Located | Missed) -> Seat:
    of_map = found.candidate.seat if isinstance(found, Located) else found.seat
    return facts.normal_seat(asked.seat if asked.seat != UNKNOWN_SEAT else of_map)


def _written(found: Located | Missed, text: str, path: Path) -> float:
    if isinstance(found, Located):
        return found.candidate.written.timestamp()
    modified = datetime.fromtimestamp(path.stat().st_mtime, UTC)
    return facts.facts_of(text, path=str(path), modified=modified).written.timestamp()


def _trouble(found: Located | Missed) -> str:
    return f"{found.reason}" if isinstance(found, Missed) else "it cannot be read"


if __name__ == "__main__":
    watchdog.end_within(watchdog.LIFE_S)
    sys.exit(main(sys.argv[1:], os.environ))

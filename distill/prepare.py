"""Prepares the restore text in the background, so that the hook after the compaction only delivers it.

`python -m distill.prepare ROOT STATE LANE SEAT SESSION CWD TRANSCRIPT`, started by the hook before the compaction. All
that it stores went through the redactor; where that fails nothing is stored, and the hook makes do with a look. Then it
saves the handoff of the session, which is word for word, where only its owner reads it.
"""

import os
import sys
import time
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

from distill import config, files, fresh, journal, watchdog
from distill.agents.events import safe_id
from distill.compaction import choices, ready, rules
from distill.compaction.parts import Parts
from distill.config import Settings
from distill.handoff import make
from distill.maps import facts
from distill.maps.decode import decode
from distill.maps.locate import Asked, Located, Missed, locate
from distill.model import UNKNOWN_SEAT, Seat
from distill.restore_parts import parts_of


def main(argv: list[str], env: Mapping[str, str]) -> int:
    """Prepare the text of a lane; return the exit code, which nobody waits for."""
    root, state, lane, seat, session, cwd, transcript = argv
    now, failed = time.time(), 0
    try:
        prepare(Path(root), state, lane, Asking(seat, session, cwd), env, now=now)
    except Exception as error:  # noqa: BLE001 - whatever a map does to it, the journal says that nothing was prepared
        journal.append(state, {"restore": "not-prepared", "detail": type(error).__name__, "session": session})
        failed = 1
    try:
        hand_over(Path(root), Asking(seat, session, cwd), transcript, env, now=now)
    except Exception as error:  # noqa: BLE001 - likewise
        journal.append(state, {"handoff": "not-made", "detail": type(error).__name__, "session": session})
        failed = 1
    return failed


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
    parts.handoffs, parts.protocol = settings.continuity.handoffs, rules.protocol(has_map=bool(parts.map_path))
    ready.store(state, lane, parts, looked_at, now)
    return parts


def hand_over(root: Path, asking: Asking, transcript: str, env: Mapping[str, str], *, now: float) -> Path | None:
    """Save the handoff of the session that is about to be compacted; None where there is nothing to hand over.

    Raises ConfigError, RedactionError and OSError.
    """
    settings = config.load(root, env=env)
    if not settings.handoff.automatic or not os.path.isfile(transcript):  # noqa: PTH113 - an empty name is no file
        return None
    asked = make.Asked(
        transcript=Path(transcript),
        session=safe_id(asking.session),
        root=root,
        folder=Path(asking.cwd) if asking.cwd else root,
        now=datetime.fromtimestamp(now, UTC),
    )
    path = make.prepare_handoff(asked, settings, env)
    return None if isinstance(path, make.NothingToTell) else path


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

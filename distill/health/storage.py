"""Whether the wiki and the state can be written, and what waits in the spool."""

import tempfile
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

from distill import project, spool
from distill.health.finding import Finding, ok, warning, wrong
from distill.restore import marker
from distill.restore.pending import pending_of

LONG_S = 600.0
"""A worker is done with an event within three minutes; what is older waits for a reason."""


def check(root: Path, wiki: Path, env: Mapping[str, str]) -> Iterator[Finding]:
    """Check the folders that are written to, and the spool."""
    yield _writable("wiki", wiki / "sessions")
    own = Path(project.state_dir(str(root)))
    try:
        state = Path(project.usable_state(str(root), env))
    except OSError as error:
        yield wrong("state", f"{own} cannot be written: {error.strerror}", "Put its rights in order.")
        return
    if state != own:
        yield warning("state", f"{own} cannot be written; {state} is used instead", "Put its rights in order.")
    yield _writable("state", state)
    yield waiting(state, time.time())
    yield from pending(state, time.time())


def waiting(state: Path, now: float) -> Finding:
    """Say what waits in the spool, and since when."""
    files = spool.waiting(str(state))
    if not files:
        return ok("spool", "no event waits")
    age = now - spool.written_at(files[0])
    count = f"{len(files)} event{'s' if len(files) > 1 else ''}"
    what = f"{count} in {state / spool.FOLDER}, the oldest {age / 60:.0f} min old"
    if age < LONG_S:
        return ok("spool", what)
    return warning("spool", what, "The next compaction's worker takes them up; the journal says why they wait.")


def pending(state: Path, now: float) -> Iterator[Finding]:
    """Say whose restore was not finished, and where the marker leads nowhere."""
    for each in map(pending_of, marker.pending(str(state), now)):
        what = f"of {each.seat} since {each.created_at:%Y-%m-%d %H:%MZ}"
        if each.map and not Path(each.map).is_file():
            todo = 'Go on from the summary, then: distill restore done --accept map --why "…"'
            yield warning("restore", f"{what}: its map {each.map} is not there", todo)
        else:
            yield warning("restore", f"{what} is pending", f"distill restore status --seat {each.seat}")


def _writable(topic: str, folder: Path) -> Finding:
    """Try it in the folder, or in the nearest one above that is there."""
    there = next((f for f in (folder, *folder.parents) if f.exists()), Path("/"))
    try:
        with tempfile.TemporaryFile(dir=there):
            return ok(topic, f"{folder} can be written")
    except OSError as error:
        return wrong(topic, f"{there} cannot be written: {error.strerror}", "Put its rights in order, or make room.")

"""The spool: events that wait for a worker, one small file each. Light: hooks write it.

A file name is `<lane>--<nanoseconds>-<pid>.json`, with `.<tries>` before `.json` once a worker began on it. A lane
is a seat, or a session whose seat is not known yet; at most one worker serves a lane. Files hold ids and paths,
never text of a session.
"""

import os

from distill.agents import events, light_json
from distill.project import read_small, write_small

TYPE_CHECKING = False
if TYPE_CHECKING:
    from distill.agents.events import HookEvent

FOLDER = "spool"
MAX_EVENT_BYTES = 512_000


def lane_of(event: "HookEvent") -> str:
    """Name the lane of an event."""
    return events.safe_id(event.seat) or events.safe_id(event.session_id) or "unknown"


def put(state: str, event: "HookEvent", *, now_ns: int, pid: int) -> str:
    """Store an event and return its file. Raises OSError."""
    folder = os.path.join(state, FOLDER)
    try:
        os.mkdir(folder, 0o700)
    except FileExistsError:
        pass
    name = f"{lane_of(event)}--{now_ns}-{pid}"
    draft, final = os.path.join(folder, name + ".draft"), os.path.join(folder, name + ".json")
    write_small(draft, light_json.format_object(event.fields()))
    os.replace(draft, final)
    return final


def waiting(state: str, lane: "str | None" = None) -> "list[str]":
    """List the waiting files, oldest first, of one lane or of all."""
    folder = os.path.join(state, FOLDER)
    try:
        names = os.listdir(folder)
    except OSError:
        return []
    mine = [n for n in names if n.endswith(".json") and (lane is None or n.rpartition("--")[0] == lane)]
    return [os.path.join(folder, n) for n in sorted(mine, key=lambda n: n.rpartition("--")[2])]


def read(path: str) -> "HookEvent | None":
    """Read a waiting event; None when it is gone or broken."""
    return events.parse(read_small(path, MAX_EVENT_BYTES))


def written_at(path: str) -> float:
    """Tell when an event was stored, in seconds since the epoch; 0 when the name does not say."""
    stamp = os.path.basename(path).rpartition("--")[2].partition("-")[0]
    return int(stamp) / 1e9 if stamp.isdecimal() else 0.0


def is_there(path: str) -> bool:
    """Tell whether a waiting file is still there: another worker may have taken it."""
    return os.path.lexists(path)


def begin(path: str) -> "tuple[str, int]":
    """Count one more try in the event's file name, before it is worked on; return the new path and the count.

    So an event that kills its worker is told from one that waits. Raises OSError.
    """
    stem = path.removesuffix(".json")
    base, dot, count = stem.rpartition(".")
    tries = int(count) + 1 if dot and count.isdecimal() and "--" in base else 1
    if tries == 1:
        base = stem
    renamed = f"{base}.{tries}.json"
    os.replace(path, renamed)
    return renamed, tries


def put_back(path: str) -> str:
    """Take the count of tries off a file name: the trouble was not the event's. Raises OSError."""
    base, _, count = path.removesuffix(".json").rpartition(".")
    if not count.isdecimal() or "--" not in base:
        return path
    os.replace(path, base + ".json")
    return base + ".json"


def done(path: str) -> None:
    """Take an event out of the spool."""
    try:
        os.unlink(path)
    except OSError:
        pass

"""The pending marker: after a compaction a seat owes a restore. Light: hooks arm it.

One file a seat, `<state>/pending/<seat key>.json`, mode 0600, with the keys of OpenRig's markers and two more
(`compaction`, `unfinished`). It holds ids and paths, never text of a session. A marker that cannot be read, is too
old or names another seat is none.
"""

import os

from distill.agents import light_json
from distill.project import read_small, write_small
from distill.restore import stamps

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

FOLDER = "pending"
VERSION = 1
LIFE_S = 86_400.0
"""A marker expires after a day."""
SAME_S = 30.0
"""Two events of one session this close tell of one compaction, where they do not name it."""
MOST_BYTES = 65_536
MOST_KEY = 120
MOST_UNFINISHED = 5
KEY = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.@-")
RESTORE = "Read the restore map, then its reading list up to the tier line, in order and whole."
AFTER = "Run `distill restore status`; when every required row is FULL, run `distill restore done`."
EXPECTED = "RESTORED"


def seat_key(seat: str) -> str:
    """Name a seat in a file name; what is too long ends in a checksum."""
    key = "".join(c if c in KEY else "_" for c in seat) or "unknown"
    return key if len(key) <= MOST_KEY else f"{key[: MOST_KEY - 9]}-{_checksum(seat)}"


def own_key(name: str) -> str:
    """Name a seat or a session in the name of a file that is ours alone: no two of them share one."""
    key = seat_key(name)
    return key if key == name else f"{key[: MOST_KEY - 9]}-{_checksum(name)}"


def path(state: str, seat: str) -> str:
    """Name the marker of a seat: a second name where another seat's marker has the first one already."""
    return _found(state, seat)[0]


def _found(state: str, seat: str) -> "tuple[str, dict[str, object] | None]":
    """Name the marker of a seat, and read it; each is looked at once, for hooks do this often."""
    folder, key = os.path.join(state, FOLDER), seat_key(seat)
    first = os.path.join(folder, f"{key}.json")
    found = read(first)
    if (found is None or _is_of(found, seat)) and not _any_second(folder, f"{key}-"):
        return first, found  # nearly always; the checksum costs a hook more than all of this
    second = os.path.join(folder, f"{key}-{_checksum(seat)}.json")
    if (found is None or _is_of(found, seat)) and not os.path.lexists(second):
        return first, found
    return second, read(second)


def _any_second(folder: str, start: str) -> bool:
    try:
        return any(name.startswith(start) for name in os.listdir(folder))
    except OSError:
        return False


def arm(
    state: str,
    seat: str,
    session_id: str,
    transcript_path: str,
    cwd: str,
    map_path: str,
    now: float,
    *,
    compaction: str = "",
) -> bool:
    """Arm the marker of a seat; return False where this compaction has one already. Raises OSError.

    `seat`: who compacted, or the session's id where no seat is known. `compaction`: what tells this compaction from
    the session's others; events that do not say are the same within `SAME_S`. An unfinished marker is not lost: the
    new one lists it.
    """
    name, found = _found(state, seat)
    before = _alive(found, seat, now, LIFE_S)
    if before is not None and _is_same(before, session_id, compaction, now):
        return False
    values: dict[str, object] = {
        "version": VERSION,
        "createdAt": stamps.utc(now),
        "sessionName": seat,
        "sessionId": session_id,
        "transcriptPath": transcript_path,
        "cwd": cwd,
        "restoreMapPath": map_path,
        "restoreInstruction": RESTORE,
        "postCompactInstruction": AFTER,
        "expectedAck": EXPECTED,
        "deliveredAt": None,
        "deliveryCount": 0,
        "compaction": compaction,
        "unfinished": _unfinished(before),
    }
    if found is not None:
        return _write(name, values, is_new=False)
    return _write(name, values, is_new=True) or (read(name) is None and _write(name, values, is_new=False))


def load(state: str, seat: str, now: float, *, life_s: float = LIFE_S) -> "dict[str, object] | None":
    """Read the marker of a seat; None when there is none, or it is broken, too old or another seat's."""
    return _alive(_found(state, seat)[1], seat, now, life_s)


def _alive(found: "dict[str, object] | None", seat: str, now: float, life_s: float) -> "dict[str, object] | None":
    return found if found is not None and _is_of(found, seat) and is_alive(found, now, life_s) else None


def pending(state: str, now: float, *, life_s: float = LIFE_S) -> "list[dict[str, object]]":
    """Read the markers of all seats that are still alive, the oldest first."""
    folder = os.path.join(state, FOLDER)
    try:
        names = sorted(n for n in os.listdir(folder) if n.endswith(".json"))
    except OSError:
        return []
    found = [one for name in names if (one := read(os.path.join(folder, name))) and is_alive(one, now, life_s)]
    return sorted(found, key=lambda one: str(one["createdAt"]))


def delivered(state: str, seat: str, now: float) -> bool:
    """Note that the restore text was delivered once more; return False where no marker is alive. Raises OSError."""
    name, found = _found(state, seat)
    found = _alive(found, seat, now, LIFE_S)
    if found is None:
        return False
    count = found.get("deliveryCount")
    values = {**found, "deliveredAt": stamps.utc(now), "deliveryCount": (count if isinstance(count, int) else 0) + 1}
    return _write(name, values, is_new=False)


def clear(state: str, seat: str) -> bool:
    """Take the marker of a seat away; another seat's stays. Return whether there was one."""
    name, found = _found(state, seat)
    if found is not None and not _is_of(found, seat):
        return False
    try:
        os.unlink(name)
    except OSError:
        return False
    return True


def read(name: str) -> "dict[str, object] | None":
    """Read a marker's file; None for what is none. OpenRig's own leaves out what it does not know, which is empty."""
    found = light_json.parse_object(read_small(name, MOST_BYTES))
    if found is None or found.get("version") != VERSION or stamps.seconds(found.get("createdAt")) is None:
        return None
    texts = ("sessionName", "sessionId", "transcriptPath", "cwd", "restoreMapPath")
    return {**found, **{key: value if isinstance(value := found.get(key), str) else "" for key in texts}}


def is_alive(found: "Mapping[str, object]", now: float, life_s: float = LIFE_S) -> bool:
    """Tell whether a marker has not expired; one from a clock far ahead has."""
    created = stamps.seconds(found.get("createdAt"))
    return created is not None and abs(now - created) <= life_s


def _is_of(found: "Mapping[str, object]", seat: str) -> bool:
    """Tell whether a marker is the seat's: OpenRig names none in one that it keys by a session's id."""
    return found["sessionName"] in {seat, ""}


def _is_same(before: "Mapping[str, object]", session_id: str, compaction: str, now: float) -> bool:
    if before["sessionId"] != session_id:
        return False
    if compaction and before.get("compaction"):
        return before["compaction"] == compaction
    return abs(now - (stamps.seconds(before["createdAt"]) or 0.0)) < SAME_S


def _unfinished(before: "Mapping[str, object] | None") -> "list[object]":
    """List the compactions whose restore was not finished, the newest last."""
    if before is None:
        return []
    earlier = before.get("unfinished")
    kept = list(earlier) if isinstance(earlier, list) else []
    one = {key: before[key] for key in ("createdAt", "sessionId", "restoreMapPath")}
    return [*kept, one][-MOST_UNFINISHED:]


def _write(name: str, values: "Mapping[str, object]", *, is_new: bool) -> bool:
    """Write a marker whole; a new one only where nobody else made it meanwhile."""
    os.makedirs(os.path.dirname(name), 0o700, exist_ok=True)
    draft = f"{name}.{os.getpid()}.draft"
    write_small(draft, light_json.format_values(values))
    try:
        if not is_new:
            os.replace(draft, name)
            return True
        os.link(draft, name)
    except FileExistsError:
        return False
    except OSError:
        if not is_new:
            raise
        os.replace(draft, name)  # a file system without hard links
    finally:
        if os.path.lexists(draft):
            os.unlink(draft)
    return True


def _checksum(seat: str) -> str:
    from binascii import crc32

    return f"{crc32(seat.encode('utf-8', 'surrogatepass')):08x}"

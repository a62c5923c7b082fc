"""The prepared restore text of a lane: stored by the background preparation, used while nothing has changed. Light.

`<state>/ready/<lane>.json`, mode 0600, holds the parts and the stamps of the files that they came from.
"""

import os

from distill.agents import light_json
from distill.compaction import parts
from distill.project import read_small, write_small
from distill.restore import stamps
from distill.restore.marker import own_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from distill.compaction.parts import Parts

FOLDER = "ready"
VERSION = 1
LIFE_S = 3_600.0
"""A preparation is used for an hour at most: the summary itself takes minutes."""
MOST_BYTES = 262_144


def path(state: str, lane: str, kind: str = "json") -> str:
    """Name the file of a lane."""
    return os.path.join(state, FOLDER, f"{own_key(lane)}.{kind}")


def stamp(name: str) -> "list[object]":
    """Give what tells that a file has changed; a file that is not there has a stamp too."""
    try:
        found = os.stat(name)
    except OSError:
        return [name, 0, -1]
    return [name, found.st_mtime_ns, found.st_size]


def store(state: str, lane: str, prepared: "Parts", inputs: "Iterable[list[object]]", now: float) -> None:
    """Store parts with the stamps of their inputs, taken before these were read. Raises OSError."""
    values = {"version": VERSION, "made": stamps.utc(now), "inputs": list(inputs)}
    put(path(state, lane), {**values, **parts.packed(prepared)})


def put(name: str, values: "dict[str, object]") -> None:
    """Write a small file of values, whole or not at all. Raises OSError."""
    os.makedirs(os.path.dirname(name), 0o700, exist_ok=True)
    draft = f"{name}.{os.getpid()}.draft"
    write_small(draft, light_json.format_values(values))
    os.replace(draft, name)


def get(name: str) -> "dict[str, object]":
    """Read a small file of values; empty where there is none of ours."""
    found = light_json.parse_object(read_small(name, MOST_BYTES))
    return found if found is not None and found.get("version") == VERSION else {}


def load(state: str, lane: str, now: float) -> "Parts | None":
    """Give the prepared parts; None where there are none, they are old, or a file that they came from has changed."""
    found = get(path(state, lane))
    made, inputs = stamps.seconds(found.get("made")), found.get("inputs")
    if made is None or abs(now - made) > LIFE_S or not isinstance(inputs, list):
        return None
    same = all(isinstance(one, list) and one and stamp(str(one[0])) == one for one in inputs)
    return parts.unpacked(found) if same else None


def tell(state: str, lane: str, values: "dict[str, object]") -> None:
    """Remember what was told to a lane. Raises OSError."""
    put(path(state, lane, "told"), {**values, "version": VERSION})


def told(state: str, lane: str) -> "dict[str, object]":
    """Give what was told to a lane; empty where nothing was."""
    return get(path(state, lane, "told"))


def release(state: str, lane: str) -> None:
    """Let the text be told again at once: another compaction begins."""
    try:
        os.unlink(path(state, lane, "claim"))
    except OSError:
        pass


def claim(state: str, lane: str, now: float, seconds: float) -> bool:
    """Be the only one of several copies of a hook that speaks; tell whether we are it. Raises OSError."""
    name = path(state, lane, "claim")
    os.makedirs(os.path.dirname(name), 0o700, exist_ok=True)
    for _ in range(2):
        try:
            os.close(os.open(name, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        except FileExistsError:
            if abs(now - os.stat(name).st_mtime) < seconds:
                return False
            os.unlink(name)
        else:
            return True
    return False

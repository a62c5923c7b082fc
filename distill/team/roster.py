"""Who lives in a team, and what each did last: `<state>/team/<seat key>.json`, mode 0600. Light: hooks write it.

A member is an object of texts: `id`, `name`, `kind`, `did`, `from` (start, task or team), and `ended` once it stopped.
"""

import os

from distill.agents import light_json
from distill.project import read_small, write_small
from distill.restore.marker import own_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Member = dict[str, str]

FOLDER = "team"
VERSION = 1
MAX_BYTES = 65_536
MOST_MEMBERS = 100
LIFE_S = 43_200
"""Age in seconds beyond which a member that nobody heard of is taken to be gone."""
TRIES, PAUSE_S = 10, 0.01


class Roster:
    """The members of a team, and whether the lead has to be told of them."""

    __slots__ = ("armed", "members", "warned")

    def __init__(self, members: "list[Member]", armed: int = 0, warned: int = 0) -> None:
        """Take the members, the longest known first.

        `armed`: when a compaction made the lead forget them, 0 once it was told of them; `warned`: when that was.
        """
        self.members = members
        self.armed = armed
        self.warned = warned

    def living(self, now: float) -> "list[Member]":
        """List the members that have not stopped, as far as anybody knows."""
        return [one for one in self.members if not one.get("ended") and now - _seen(one) < LIFE_S]

    def member(self, name: str) -> "Member":
        """Give the member with an id, a new one where there is none yet."""
        for one in self.members:
            if one.get("id") == name:
                return one
        self.members.append({"id": name})
        del self.members[: -MOST_MEMBERS - 1]
        return self.members[-1]


def path(state: str, key: str) -> str:
    """Name the file of a team."""
    return os.path.join(state, FOLDER, f"{own_key(key)}.json")


def read(state: str, key: str) -> Roster:
    """Read a roster; an empty one where there is none of ours."""
    found = light_json.parse_object(read_small(path(state, key), MAX_BYTES))
    if found is None or found.get("version") != VERSION or not isinstance(found.get("members"), list):
        return Roster([])
    members = [_texts(one) for one in found["members"] if isinstance(one, dict)]  # type: ignore[attr-defined]
    armed, warned = (at if isinstance(at := found.get(name), int) else 0 for name in ("armed", "warned"))
    return Roster(members[-MOST_MEMBERS:], armed, warned)


def change(state: str, key: str, how: "Callable[[Roster], None]") -> Roster:
    """Change a roster, and write it where that changed anything. Raises OSError.

    Several hooks may be at it at once; who does not get the lock soon goes on without it, for none may wait.
    """
    os.makedirs(os.path.join(state, FOLDER), 0o700, exist_ok=True)
    lock = _locked(path(state, key) + ".lock")
    try:
        roster = read(state, key)
        before = _format(roster)
        how(roster)
        after = _format(roster)
        if after != before:
            draft = f"{path(state, key)}.{os.getpid()}.draft"
            write_small(draft, after)
            os.replace(draft, path(state, key))
        return roster
    finally:
        os.close(lock)


def _locked(name: str) -> int:
    descriptor = os.open(name, os.O_CREAT | os.O_RDWR, 0o600)
    try:
        import fcntl
        import time
    except ImportError:  # not on Windows
        return descriptor
    for _ in range(TRIES):
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            time.sleep(PAUSE_S)
        else:
            break
    return descriptor


def _format(roster: Roster) -> bytes:
    return light_json.format_values(
        {"version": VERSION, "armed": roster.armed, "warned": roster.warned, "members": roster.members}
    )


def _texts(member: "dict[str, object]") -> "Member":
    return {str(name): value for name, value in member.items() if isinstance(value, str)}


def _seen(member: "Member") -> float:
    at = member.get("at", "")
    return float(at) if at.isascii() and at.isdigit() else 0.0

"""The newest restore map of a session, found with a look at names and heads only. Light.

The background preparation knows better (`distill.maps.locate`); this is for when it has not run. In doubt there is no
map: another seat's is never taken.
"""

import os

from distill.compaction.unfilled import is_unfilled
from distill.project import read_small
from distill.restore import stamps

PLACES = (
    ".distill/maps/*.md",
    "RESTORE-MAP*.md",
    "restore-maps/*.md",
    ".openrig/compaction/preparation/*/*/RESTORE-MAP.md",
    "rigs/*/seats/*/RESTORE-MAP-*.md",
)
"""The default of the setting `maps`."""
HEAD_BYTES = 4_096
HEAD_LINES = 12
MOST_FILES = 200
WRITTEN = "written"
SKEW_S = 300.0
"""How far in the future a map may have been written, for clocks that disagree."""
AROUND = "`*_\"'()[]<>.,;:|#"
"""Signs that may stand around a seat or a time."""
TITLE = "# Restore map — {seat}\n"
"""How the template begins: a seat whose name has no "@" is told by nothing else there."""
AROUND_LINE = AROUND + " \t\r-+"
SEAT_WORDS = ("seat", "sitz", "siège", "asiento", "assento", "место", "席位", "シート", "좌석", "מושב", "المقعد")
"""How the line begins that names the seat, in small letters."""


def find(folders: "list[str]", session_id: str, seat: str) -> "tuple[str, float] | None":
    """Give the path and the modification time of the newest map of a session or a seat; None in doubt."""
    paths = {path for folder in folders for place in PLACES for path in _matches(folder, place.split("/"))}
    dated = sorted(((when, path) for path in paths if (when := _modified(path))), reverse=True)[:MOST_FILES]
    heads = [(path, when, head) for when, path in dated if not is_unfilled(head := _head(path))]
    seats = {path: _seats(head) | _of_folder(path) for path, _, head in heads}
    is_one = not seat and len(set().union(*seats.values())) <= 1
    for path, when, head in heads:
        is_named = seat in seats[path] or (seat and head.startswith(TITLE.format(seat=seat)))
        if is_named or is_one or (session_id and session_id in head):
            return path, when
    return None


def written(path: str, modified: float) -> float:
    """Tell when a map was written: as a line of its head says in UTC, else when its file was."""
    for line in _head(path).split("\n")[:HEAD_LINES]:
        if line.lower().startswith(WRITTEN):
            return next((at for word in line.split() if (at := stamps.seconds(word.strip(AROUND)))), modified)
    return modified


def age(path: str, modified: float, now: float) -> float:
    """Tell how many seconds ago a map was written; a time from the future is none, and its file's counts."""
    at = written(path, modified)
    return now - (at if at <= now + SKEW_S else modified)


def _matches(folder: str, parts: "list[str]") -> "list[str]":
    """Look a path up of which each part may hold one `*`."""
    name, rest = parts[0], parts[1:]
    if "*" not in name:
        found = [os.path.join(folder, name)]
    else:
        first, _, last = name.partition("*")
        found = [os.path.join(folder, n) for n in _listed(folder) if _fits(n, first, last)]
    if not rest:
        return found
    return [path for each in found if os.path.isdir(each) for path in _matches(each, rest)]


def _fits(name: str, first: str, last: str) -> bool:
    fits = name.startswith(first) and name.endswith(last) and len(name) >= len(first) + len(last)
    return fits and not name.startswith(".") and not name.lower().startswith("restored")


def _listed(folder: str) -> "list[str]":
    try:
        return os.listdir(folder)
    except OSError:
        return []


def _modified(path: str) -> float:
    try:
        found = os.stat(path)
    except OSError:
        return 0.0
    return found.st_mtime if found.st_size and os.path.isfile(path) else 0.0


def _head(path: str) -> str:
    return read_small(path, HEAD_BYTES).decode("utf-8", "replace")


def _seats(head: str) -> "set[str]":
    """Give the words in the first lines that have the form of a seat, and what a line calls the seat."""
    lines = head.split("\n")[:HEAD_LINES]
    bare = (word.strip(AROUND) for line in lines if "@" in line for word in line.split())
    found = {word for word in bare if 0 < word.find("@") < len(word) - 1 and not _is_a_file(word)}
    return found.union(filter(None, map(_stated, lines)))


def _stated(line: str) -> str:
    """Give the seat that a line of its own names, as in `Seat: lead`; empty where it names none."""
    bare = line.strip(AROUND_LINE)
    for word in SEAT_WORDS:
        if bare[: len(word)].lower() == word:
            seat = bare[len(word) :].lstrip(AROUND_LINE)
            return seat if len(seat) < len(bare) - len(word) and seat == "".join(seat.split()) else ""
    return ""


def _of_folder(path: str) -> "set[str]":
    """Give the seat whose folder a map lies in."""
    before, _, rest = path.replace("\\", "/").rpartition("/seats/")
    return {rest.partition("/")[0]} if before and "/" in rest else set()


def _is_a_file(word: str) -> bool:
    """Tell the path of another map from a seat: its name may hold one."""
    return "/" in word or word.endswith(".md")

"""The text that leads an agent back after a compaction. Light and pure.

The path of the map and the first instruction stand in the first 1,500 characters, since that much is shown of a text
that a client files away. Constraints stand before the next step: where they disagree, they win.
"""

from distill.compaction.parts import listed, on_a_line
from distill.restore import stamps

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from distill.compaction.parts import Parts

MOST_NEXT = 900
MOST_READING = 2_200
MOST_NOTES = 500
MOST_UNFINISHED = 700
MOST_PATH = 1_000
"""Characters of a path in the head; a longer one is cut in its middle, and the protocol's command tells it whole."""
OLD_S = 15 * 60.0
"""Age from which on it is said that work came after the map."""
MINUTE_S, HOUR_S, DAY_S = 60.0, 3_600.0, 86_400.0
TITLE = "This conversation was compacted just now. Restore your working state before anything else (distill {mark})."
MAP = "Restore map: {path}"
FIRST = "First: read this map, whole, with your file-reading tool. Then follow the protocol below."
NO_MAP = (
    "There is no restore map{why}. First: read the summary above for what was open, and then the constraints below."
)
WRITTEN = "The map was written at {at}, {age} ago; what it says of the outside may have changed since."
AFTER = (
    "Up to {age} of work came after it: see the summary above{transcript}; do not take the map's state for the last."
)
MOVED = "The restore was begun in session {old}; this is session {new}."
TAIL = "The last prompts and answers, word for word: {path}"
CONSTRAINTS = "Constraints, word for word. They stand above the summary and above any next step:"
NEXT = "Next step, as the map says it; where a constraint above forbids it, the constraint holds, and you ask first:"
READING = "Reading list, in this order, each file whole:"
UNFINISHED = "Not finished:"
PROTOCOL = "Protocol:"
REMINDER = "The restore after the compaction is not finished. Left at {at} (now: `distill restore status`):"


def compose(
    told: "Parts",
    *,
    now: float,
    mark: str,
    most: int,
    size: "Callable[[str], int]" = len,
    transcript: str = "",
    tail: str = "",
    moved: "tuple[str, str] | None" = None,
    unfinished: "Sequence[str]" = (),
) -> str:
    """Put the restore text together, `most` long as `size` measures it.

    `mark` tells this delivery from others. `moved`: the session that was armed and the one that asks, where they are
    not the same. `unfinished`: what is still to be done, as lines.
    """
    head = [TITLE.format(mark=mark), *_map(told, now, transcript), *_moved(moved)]
    last = [TAIL.format(path=tail)] if tail else []
    sections = [
        (UNFINISHED, _fitting(unfinished, MOST_UNFINISHED, size)),
        (NEXT, _fitting(told.next_step, MOST_NEXT, size)),
        ("", _fitting(told.notes, MOST_NOTES, size)),
        (READING, _fitting(told.reading, MOST_READING, size)),
    ]
    rest = [line for title, lines in sections if lines for line in ([title] if title else []) + lines]
    spent = size("\n".join([*head, PROTOCOL, *told.protocol, CONSTRAINTS, *rest, *last]))
    constraints = _constraints(told, most - spent - 120, size)
    lines = [*head, PROTOCOL, *told.protocol, *constraints, *rest, *last]
    return "\n".join(on_a_line(line) for line in lines)


def _map(told: "Parts", now: float, transcript: str) -> "list[str]":
    if not told.map_path:
        return [NO_MAP.format(why=f" ({told.trouble})" if told.trouble else " of this seat")]
    lines = [MAP.format(path=shortened(told.map_path)), FIRST]
    if told.map_written <= 0:
        return lines
    past = max(0.0, now - told.map_written)
    lines.append(WRITTEN.format(at=stamps.utc(told.map_written), age=age(past)))
    if past > OLD_S:
        where = f" and the end of {shortened(transcript)}" if transcript else ""
        lines.append(AFTER.format(age=age(past), transcript=where))
    return lines


def _moved(moved: "tuple[str, str] | None") -> "list[str]":
    return [MOVED.format(old=moved[0], new=moved[1])] if moved else []


def _constraints(told: "Parts", room: int, size: "Callable[[str], int]") -> "list[str]":
    if not told.constraints:
        return []
    return [CONSTRAINTS, *listed(told.constraints, room, told.registry or told.map_path, size)]


def _fitting(lines: "Sequence[str]", most: int, size: "Callable[[str], int]") -> "list[str]":
    """Take lines from the first on while there is room, and say how many are left out."""
    kept: list[str] = []
    for line in lines:
        most -= size(line) + 1
        if most < 0:
            return [*kept, f"(and {len(lines) - len(kept)} more lines, which the map has)"]
        kept.append(line)
    return kept


def reminder(lines: "Sequence[object]", at: str) -> str:
    """Remind of what was unfinished at a time; empty where nothing was."""
    kept = _fitting([line for line in lines if isinstance(line, str)], MOST_UNFINISHED, len)
    return "\n".join(on_a_line(line) for line in [REMINDER.format(at=at), *kept]) if kept else ""


def age(seconds: float) -> str:
    """Say how long something is ago."""
    if seconds < 2 * MINUTE_S:
        return f"{int(seconds)} seconds"
    if seconds < 2 * HOUR_S:
        return f"{int(seconds / MINUTE_S)} minutes"
    return f"{int(seconds / HOUR_S)} hours" if seconds < 2 * DAY_S else f"{int(seconds / DAY_S)} days"


def shortened(path: str) -> str:
    """Keep a path to a length, with its beginning and its end."""
    half = MOST_PATH // 2
    return path if len(path) <= MOST_PATH else f"{path[:half]}…{path[-half + 1 :]}"

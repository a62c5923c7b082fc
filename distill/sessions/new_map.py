"""What a new map can say before the agent writes: who, when, git, the map before, the first files to read."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from distill import files, git
from distill.config import Settings
from distill.git import Checkout
from distill.maps import facts
from distill.maps.candidates import Candidate, find
from distill.maps.decode import decode, looks_binary
from distill.maps.listed_file import MOST_WHOLE
from distill.maps.template import NewMap, NewRow, render
from distill.model import UNKNOWN_SEAT, Seat

RULES = ("CLAUDE.md", "AGENTS.md")
"""Files of standing rules that clients load; the first that is there is worth a look after a compaction."""
MOST_ROWS = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """For whom a map is begun."""

    seat: Seat
    session: str
    root: Path
    folder: Path
    """The session's own folder, in the checkout that it works in."""
    now: datetime
    team: tuple[str, ...] = ()


def begun(asked: Asked, settings: Settings, env: Mapping[str, str], count: Callable[[str], int]) -> str:
    """Write the template for an agent to fill in."""
    checkout = git.checkout_of(asked.folder, env)
    new = NewMap(
        seat=asked.seat if asked.seat != UNKNOWN_SEAT else asked.root.name,
        session=asked.session,
        written=asked.now,
        previous=previous_of(asked, settings),
        team=asked.team,
        checkout=checkout,
        rows=rows_of(checkout, asked.folder, count),
    )
    return render(new)


def previous_of(asked: Asked, settings: Settings) -> str:
    """Name the seat's last map, from the project's root, and the note of its restore; empty where there is none."""
    found = [c for c in find(settings.maps, (asked.root,)) if isinstance(c, Candidate)]
    mine = [c for c in found if c.seat in {asked.seat, UNKNOWN_SEAT} or asked.seat == UNKNOWN_SEAT]
    if not mine:
        return ""
    last = max(mine, key=lambda candidate: (candidate.written, str(candidate.path)))
    notes = sorted(note.name for note in last.path.parent.glob("RESTORED-*.md"))
    note = f" (note of the last restore: `{notes[-1]}`)" if notes else ""
    return f"`{_below(last.path, asked.root)}`{note}"


def rows_of(checkout: Checkout | None, folder: Path, count: Callable[[str], int]) -> list[NewRow]:
    """Propose what to read: the map, the rules, and what is changed and not committed."""
    top = checkout.top if checkout else folder
    rules = [NewRow(name, size, "Standing rules") for name in RULES if (size := _size(top / name, count))][:1]
    changed = checkout.changed if checkout else ()
    paths = (path for path in changed if path not in RULES and not path.startswith(".distill/"))
    work = (NewRow(path, size, "Changed, not committed") for path in paths if (size := _size(top / path, count)))
    own = NewRow("this map", 0, "Primary restore source")
    return [own, *rules, *(row for row, _ in zip(work, range(MOST_ROWS), strict=False))]


def name_of(seat: Seat, now: datetime) -> str:
    """Name the file of a new map, with the time in UTC as the finder of maps reads it."""
    plain = "".join(c if c.isalnum() or c in "_.@-" else "_" for c in seat) if seat != UNKNOWN_SEAT else ""
    return f"RESTORE-MAP-{now:%Y%m%d-%H%M%S}Z{f'-{plain[:80]}' if plain else ''}.md"


def seat_of(said: str, settings: Settings) -> Seat:
    """Tell the seat: as it is said, else as the settings say, else none."""
    return facts.normal_seat(said or settings.seat or UNKNOWN_SEAT)


def _size(path: Path, count: Callable[[str], int]) -> int:
    """Count a file that can be read whole; 0 for anything else."""
    try:
        data = files.read_bounded(path, MOST_WHOLE)
    except OSError:
        return 0
    return 0 if len(data) > MOST_WHOLE or looks_binary(data) else count(decode(data).text)


def _below(path: Path, root: Path) -> str:
    return str(path.relative_to(root)) if path.is_relative_to(root) else str(path)

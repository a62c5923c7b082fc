"""Find the seat's newest fresh restore map; never another seat's, never a stale or half-written one."""

import dataclasses
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from distill import files
from distill.config import Settings
from distill.maps import facts
from distill.maps.candidates import Begun, Candidate, Unreadable, find
from distill.maps.decode import decode
from distill.model import UNKNOWN_SEAT, Reason, Seat

SKEW = timedelta(minutes=5)
"""How far in the future a map may have been written, for clocks that disagree."""
SETTLED = timedelta(seconds=60)
"""A map that breaks off and was touched within this time is taken to be still in the making."""
MOST_BYTES = 8_000_000
"""A larger file is not read to see whether it breaks off; whether it is too large is said later."""
GROWTH_CHECKS = 4
GROWTH_PAUSE_S = 0.2


@dataclass(frozen=True, slots=True, kw_only=True)
class Located:
    """The map to distil."""

    path: Path
    candidate: Candidate


@dataclass(frozen=True, slots=True, kw_only=True)
class Missed:
    """Why there is none."""

    reason: Reason
    seat: Seat = UNKNOWN_SEAT
    age_s: int | None = None
    path: Path | None = None
    detail: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """Who asks: the seat where it is known, and the session."""

    seat: Seat = UNKNOWN_SEAT
    session_id: str = ""
    folders: tuple[Path, ...] = ()
    now: datetime


def locate(asked: Asked, settings: Settings, sleep: Callable[[float], None] = time.sleep) -> Located | Missed:
    """Choose the map: of the asking seat, newest by the time written inside it, then by modification time."""
    found = find(settings.maps, asked.folders)
    readable = [_believable(c, asked.now) for c in found if isinstance(c, Candidate)]
    seat = seat_asking(asked, readable)
    mine = sorted(_of(seat, asked, readable), key=_newest, reverse=True)
    if not mine:
        return _none(found, readable, seat)
    return _first_usable(mine, asked, settings, sleep)


def seat_asking(asked: Asked, readable: list[Candidate]) -> Seat | None:
    """Tell which seat asks: as said, else by the session its map names, else the only one there is, else None."""
    if asked.seat != UNKNOWN_SEAT:
        return facts.normal_seat(asked.seat)
    of_session = {c.seat for c in readable if asked.session_id and c.session_id == asked.session_id}
    if len(of_session) == 1:
        return of_session.pop()
    seats = {c.seat for c in readable}
    return seats.pop() if len(seats) == 1 else None


def _of(seat: Seat | None, asked: Asked, readable: list[Candidate]) -> list[Candidate]:
    """Take the seat's maps; a map without a seat belongs to who its session says, or to a project without seats."""
    mine = [c for c in readable if c.seat == seat]
    if seat == UNKNOWN_SEAT:
        return [c for c in mine if asked.session_id and c.session_id == asked.session_id] or mine
    return mine + [c for c in readable if c.seat == UNKNOWN_SEAT and c.session_id and c.session_id == asked.session_id]


def _believable(candidate: Candidate, now: datetime) -> Candidate:
    """Set a time from the future aside: the writer got the zone wrong, the file system did not."""
    if candidate.written <= now + SKEW:
        return candidate
    return dataclasses.replace(candidate, written=candidate.modified)


def _newest(candidate: Candidate) -> tuple[datetime, datetime, str]:
    return candidate.written, candidate.modified, str(candidate.path)


def _none(found: list[Candidate | Begun | Unreadable], readable: list[Candidate], seat: Seat | None) -> Missed:
    broken = [c for c in found if isinstance(c, Unreadable)]
    if broken and not readable:
        return Missed(
            reason=Reason.UNREADABLE_MAP, seat=seat or UNKNOWN_SEAT, path=broken[0].path, detail=broken[0].why
        )
    begun = [c.path for c in found if isinstance(c, Begun)]
    if begun and not readable:
        return Missed(
            reason=Reason.EMPTY_MAP, seat=seat or UNKNOWN_SEAT, detail=f"there is one, not filled in yet: {begun[0]}"
        )
    if seat is None and readable:
        return Missed(reason=Reason.NO_MAP, detail="several seats have maps here and the session names none of them")
    return Missed(reason=Reason.NO_MAP, seat=seat or UNKNOWN_SEAT)


def _first_usable(
    mine: list[Candidate], asked: Asked, settings: Settings, sleep: Callable[[float], None]
) -> Located | Missed:
    """Go from the newest to older ones while they are partial; the first stale one ends the search."""
    partial: Candidate | None = None
    for candidate in mine:
        age = asked.now - candidate.written
        if age > timedelta(minutes=settings.fresh_minutes):
            return _partial(partial) or Missed(
                reason=Reason.STALE_MAP, seat=candidate.seat, age_s=int(age.total_seconds()), path=candidate.path
            )
        if candidate.whole or not is_partial(candidate, asked.now, sleep):
            return Located(path=candidate.path, candidate=candidate)
        partial = partial or candidate
    return _partial(partial) or Missed(reason=Reason.NO_MAP)


def _partial(candidate: Candidate | None) -> Missed | None:
    if candidate is None:
        return None
    return Missed(reason=Reason.PARTIAL_MAP, seat=candidate.seat, path=candidate.path)


def is_partial(candidate: Candidate, now: datetime, sleep: Callable[[float], None]) -> bool:
    """Tell whether a map without its end is still being written: it breaks off, or it grows while we look."""
    try:
        if now - candidate.modified > SETTLED or candidate.path.stat().st_size > MOST_BYTES:
            return False
        if facts.looks_cut(decode(files.read_bounded(candidate.path, MOST_BYTES)).text):
            return True
        if now - candidate.modified > timedelta(seconds=GROWTH_CHECKS * GROWTH_PAUSE_S * 2):
            return False
        return _grows(candidate.path, sleep)
    except OSError:
        return True


def _grows(path: Path, sleep: Callable[[float], None]) -> bool:
    before = path.stat()
    for _ in range(GROWTH_CHECKS):
        sleep(GROWTH_PAUSE_S)
        after = path.stat()
        if (after.st_size, after.st_mtime_ns) != (before.st_size, before.st_mtime_ns):
            return True
    return False

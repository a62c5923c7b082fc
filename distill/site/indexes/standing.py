"""What is still open: later sessions of a seat overtake its older ones."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import count

from distill.site.accounts import Account, hashed
from distill.site.details import Left
from distill.site.indexes.parts import ROWS
from distill.site.indexes.wiki import Wiki

Plain = tuple[tuple[str, ...], str, str]
"""An open item, and the names of the first and the last session that stated it."""
LOOKED_BACK = 200
"""Sessions of a seat that are looked at, its newest: what is open is stated again and again."""


@dataclass(frozen=True, slots=True)
class Standing:
    """An open item."""

    item: Left
    """In the words of the newest session that states it."""
    first: Account
    """The session that stated it first."""
    last: Account
    """The newest session that states it."""

    def age(self, until: datetime) -> str:
        """Say in days how long it has been open; pages know no today, so until a session."""
        return str((until.date() - self.first.summary.date.date()).days)


@dataclass(frozen=True, slots=True)
class OpenOfSeat:
    """What a seat has open."""

    seat: str
    stated: tuple[Standing, ...]
    """What its newest session leaves open, the oldest first."""
    gone: tuple[Plain, ...]
    """What an older session left open, and no later one closes or states again; the newest first, and no more than are
    ever shown."""
    unmentioned_count: int


def open_of(seat: str, wiki: Wiki) -> OpenOfSeat:
    """Follow the open items of a seat through its sessions; what the same sessions gave before is taken as it is."""
    looked_at = wiki.seats[seat][:LOOKED_BACK]
    mark = hashed(page.mark for page in looked_at)
    stated, gone, count = wiki.memo(f"open {mark}", lambda: _plain(looked_at))
    return OpenOfSeat(seat, tuple(standing(wiki, each) for each in stated), gone, count)


def unmentioned(states: Iterable[OpenOfSeat], wiki: Wiki, most: int) -> list[Standing]:
    """Give what is not named any more, what was named last first; no more than are asked for are gone through."""
    gone = [plain for state in states for plain in state.gone]
    gone.sort(key=lambda plain: wiki.named[plain[2]].summary.date, reverse=True)
    return [standing(wiki, plain) for plain in gone[:most]]


def _plain(looked_at: Sequence[Account]) -> tuple[tuple[Plain, ...], tuple[Plain, ...], int]:
    """Tell what the newest session leaves open, the oldest first, and what others did, the newest first."""
    found: dict[str, Standing] = {}
    for page in reversed(looked_at):
        _follow(page, found)
    newest = looked_at[0] if looked_at else None
    stated = sorted((each for each in found.values() if each.last is newest), key=lambda each: each.first.summary.date)
    gone = sorted(
        (each for each in found.values() if each.last is not newest), key=lambda e: e.last.summary.date, reverse=True
    )
    return tuple(map(_row, stated)), tuple(map(_row, gone[: ROWS + 1])), len(gone)


def _row(each: Standing) -> Plain:
    return tuple(each.item), each.first.summary.name, each.last.summary.name


def standing(wiki: Wiki, plain: Plain) -> Standing:
    """Give an open item with its sessions."""
    item, first, last = plain
    return Standing(Left(*item), wiki.named[first], wiki.named[last])


def _follow(page: Account, found: dict[str, Standing]) -> None:
    """Take in what a session closes, then what it leaves open; what it does both to is still open."""
    items = page.items
    left = list(_named(items.left))
    for key in set(items.closed) - {item.key for _, item in left}:
        for number in count(1):
            if found.pop(_numbered(key, number), None) is None:
                break
    for name, item in left:
        before = found.get(name)
        found[name] = Standing(item, before.first if before else page, page)


def _named(left: Iterable[Left]) -> Iterator[tuple[str, Left]]:
    """Name items of one page; two of the same ticket are two."""
    seen: Counter[str] = Counter()
    for item in left:
        seen[item.key] += 1
        yield _numbered(item.key, seen[item.key]), item


def _numbered(key: str, number: int) -> str:
    return key if number == 1 else f"{key}\0{number}"

"""What must be known of every page of a wiki when a few have changed: little enough to be there in no time."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import cached_property, partial
from typing import overload

from distill.model import Confidence, Seat
from distill.site.accounts import Account
from distill.site.catalogue import BadPage, Summary
from distill.site.record import CONFIDENCE, Record

Said = tuple[str, str, str, str, str, int, int, int, str, str]
"""Of a session page: title, date, seat, confidence, engine, three counts, mark, session."""
Brief = tuple[str, Said | str | None]
"""Hash of what a page was made from, and what it says, or why it cannot be read; maps and lists say nothing."""
Briefs = Mapping[str, Brief]
LOW = str(Confidence.LOW)


def brief_of(record: Record) -> Brief:
    """Shorten a record."""
    known = record.summary
    if known is None:
        return record.digest, record.problem or None
    counts = (known.accomplished, known.decisions, known.open_items)
    plain = (known.title, known.date.isoformat(), str(known.seat), str(known.confidence), known.engine)
    return record.digest, (*plain, *counts, known.mark, record.ties.session)


def summary_of(path: str, said: Said, items: Callable[[str], str]) -> Summary:
    """Give what the lists say of a page, without tags, ids, facts and constraints; `items` gives its items by path."""
    title, date, seat, confidence, engine, accomplished, decisions, left, mark, _ = said
    who = (path.rpartition("/")[2], title, datetime.fromisoformat(date), Seat(seat), CONFIDENCE[confidence], engine)
    return Summary(*who, (), accomplished, decisions, left, (), ("", partial(items, path), ""), mark)


def bad_of_briefs(briefs: Briefs) -> Iterator[BadPage]:
    """Name the files that cannot be read as pages, in the order in which they are read."""
    bad = [(path, said) for path, (_, said) in briefs.items() if isinstance(said, str)]
    return (BadPage(*each) for each in sorted(bad, reverse=True))


class Shortened(Sequence[Summary]):
    """The session pages by what little is known of all, the newest first; a summary is made when it is asked for."""

    def __init__(self, briefs: Briefs, items: Callable[[str], str]) -> None:
        """Take the pages; `items` gives the items of one by its path."""
        # all dates are in UTC and written alike, so that their texts are in the order of the times
        self._rows = sorted([_row(path, said) for path, (_, said) in briefs.items() if said.__class__ is tuple])
        self._rows.reverse()
        self._items = items
        self._made: dict[int, Summary] = {}

    def __len__(self) -> int:
        return len(self._rows)

    @overload
    def __getitem__(self, at: int) -> Summary: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[Summary, ...]: ...
    def __getitem__(self, at: int | slice) -> Summary | tuple[Summary, ...]:
        if isinstance(at, slice):
            return tuple(self[each] for each in range(*at.indices(len(self))))
        if at not in self._made:
            _, path, said = self._rows[at]
            self._made[at] = summary_of(path, said, self._items)
        return self._made[at]

    @cached_property
    def paths(self) -> list[str]:
        """Where they lie in the wiki."""
        return [path for _, path, _ in self._rows]

    @property
    def seats(self) -> list[str]:
        """The seat of each."""
        return [said[2] for _, _, said in self._rows]

    @property
    def sessions(self) -> list[str]:
        """The session of each; empty where it says none."""
        return [said[9] for _, _, said in self._rows]

    def date(self, at: int) -> datetime:
        """Say when the map of one was written."""
        return datetime.fromisoformat(self._rows[at][0])

    def accounts(self, whole: Callable[[str], Summary] | None) -> list[Account]:
        """Show them as the index pages see them; `whole` gives all of a summary by the name of its page."""
        return [_Short(path, said, at, self, whole) for at, (_, path, said) in enumerate(self._rows)]


class _Short(Account):
    """One of very many pages, of which a list asks little."""

    def __init__(
        self, path: str, said: Said, at: int, pages: Sequence[Summary], whole: Callable[[str], Summary] | None
    ) -> None:
        self._at, self._pages, self._give_whole = at, pages, whole
        _, date, seat, confidence, _, _, self.decisions, _, self.mark, _ = said
        self.path, self.name, self.seat = path, path[path.rfind("/") + 1 :], Seat(seat)
        self.is_low, self.day, self.month = confidence == LOW, date[:10], date[:7]

    @cached_property
    def summary(self) -> Summary:
        return self._pages[self._at]


def _row(path: str, said: Said) -> tuple[str, str, Said]:
    return said[1], path, said

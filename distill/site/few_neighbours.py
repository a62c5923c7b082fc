"""The pages around those that a few others touch."""

from collections.abc import Callable, Collection, Mapping, Sequence

from distill.site.briefs import Shortened
from distill.site.catalogue import Summary
from distill.site.neighbours import NOWHERE, Neighbours, Related
from distill.site.ties import Ties


class FewNeighbours(Neighbours):
    """Knows the pages around those that a few others touch, and reads of these only what it is asked for."""

    def __init__(
        self,
        pages: Shortened,
        touched: Mapping[str, int],
        known: Callable[[str], tuple[Ties, Related | None]],
        holders: Callable[[str], Sequence[str]],
    ) -> None:
        """Take all pages, and the way to the names of those that hold a thing.

        `known` gives the ties of a page by its name, and the related pages that were kept of it.
        """
        self._known, self._holder_names = known, holders
        self._rows: dict[str, list[int]] = {}
        self._shortened, self._last = pages, len(pages) - 1
        names = [path[path.rfind("/") + 1 :] for path in reversed(pages.paths)]
        self._place(names, pages.seats[::-1], pages.sessions[::-1], touched)

    def touched(self, fresh: Collection[str]) -> set[str]:
        """Name the pages around which others may lie now: `fresh` came or changed, or lie beside what is gone."""
        found = set(fresh)
        for at in (self._places[name] for name in fresh):
            steps = (*self._seats.around(at), *self._sessions.around(at))
            found.update(self._page(step).name for step in steps if step != NOWHERE)
        for thing in self._live or ():
            found.update(self._holder_names(thing))
        return found & self._places.keys()

    def _page(self, at: int) -> Summary:
        return self._shortened[self._last - at]

    def _time(self, at: int) -> int:
        return int(self._shortened.date(self._last - at).timestamp())

    def _ties_of(self, at: int) -> Ties:
        return self._known(self._page(at).name)[0]

    def _kept_of(self, at: int) -> Related | None:
        return self._known(self._page(at).name)[1]

    def _holding(self, name: str) -> list[int]:
        if name not in self._rows:
            self._rows[name] = sorted(self._places[page] for page in self._holder_names(name))
        return self._rows[name]

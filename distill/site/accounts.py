"""The pages of a wiki as the index pages see them: what they say is read when it is asked for, and only then."""

import hashlib
from collections.abc import Callable, Iterable
from functools import cached_property

from distill.model import Confidence
from distill.site import details
from distill.site.catalogue import SESSIONS, Summary
from distill.site.details import Facts, ItemsOfPage, Stated
from distill.site.document import Link

MARK_BYTES = 12


class Account:
    """One page."""

    def __init__(self, summary: Summary, whole: Callable[[str], Summary] | None = None) -> None:
        """Take what the catalogue knows; `whole` gives all of it by the name of the page, where that is not all."""
        self.summary = summary
        self._give_whole = whole
        self.name, self.seat = summary.name, summary.seat
        self.is_low = summary.confidence is Confidence.LOW
        """Whether no person has read it yet."""
        self.decisions = summary.decisions
        """How many it tells of."""
        self.day = summary.date.isoformat()[:10]
        """The day on which its map was written, in UTC."""
        self.month = self.day[:7]
        self.path = f"{SESSIONS}/{summary.name}"
        """Where it lies in the wiki."""
        self.mark = summary.mark or mark_of(summary)
        """Hash of all that an index page can say of the page."""

    @cached_property
    def summary(self) -> Summary:
        """What the catalogue knows of it; here where it is given, and made when it is asked for where it is kept."""
        raise NotImplementedError

    @cached_property
    def tags(self) -> tuple[str, ...]:
        """Its tags."""
        return self._whole.tags

    @cached_property
    def ids(self) -> tuple[str, ...]:
        """Tickets, pull requests and issues that it names."""
        return self._whole.ids

    @cached_property
    def facts(self) -> Facts:
        """What it cost, and how far it can be relied on."""
        return details.facts(self._whole.details)

    @cached_property
    def items(self) -> ItemsOfPage:
        """Its decisions and open items."""
        return details.items(self.summary.details)

    @cached_property
    def stated(self) -> tuple[Stated, ...]:
        """Its constraints."""
        return details.stated(self._whole.details)

    @cached_property
    def _whole(self) -> Summary:
        return self._give_whole(self.name) if self._give_whole else self.summary

    @cached_property
    def titled(self) -> Link:
        """Link to it by its title."""
        return Link(self.summary.title, self.path)

    @cached_property
    def dated(self) -> Link:
        """Link to it by its day."""
        return Link(self.day, self.path)

    def on(self, anchor: str) -> Link:
        """Link to one of its sections by its day."""
        return Link(self.day, self.path, anchor)


def mark_of(known: Summary) -> str:
    """Hash all that an index page can say of a page."""
    facts, items, stated = known.details
    parts = [
        known.name, known.title, f"{known.date}", known.seat, known.confidence, known.engine,
        f"{known.accomplished} {known.decisions} {known.open_items}", "\1".join(known.tags), *known.ids, facts,
        items if isinstance(items, str) else items(), stated,
    ]  # fmt: skip
    return hashed(parts)


def hashed(parts: Iterable[str]) -> str:
    """Hash texts."""
    text = "\0".join(parts).encode("utf-8", "surrogatepass")
    return hashlib.blake2b(text, digest_size=MARK_BYTES).hexdigest()

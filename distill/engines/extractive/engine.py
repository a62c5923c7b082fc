"""The deterministic engine: any text to a digest, offline, always the same, and nothing that the text does not say."""

import gc
from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from dataclasses import replace

from distill.engines.extractive.build_items import found_items
from distill.engines.extractive.compose import compose
from distill.engines.extractive.fit import room_for
from distill.engines.extractive.found import Found, text_of
from distill.engines.extractive.outline import entries_of, shape_of
from distill.engines.extractive.places import Place
from distill.engines.extractive.rules import languages_of, rules_for
from distill.engines.extractive.tokens import ids, supported
from distill.engines.interface import Answer, Distillation
from distill.maps.markdown import blocks
from distill.model import Digest, Item, Redacted


class ExtractiveEngine:
    """Copies what a map says into its sections by rules; calls nothing and costs nothing."""

    name = "extractive"

    def distill(self, source: Redacted, *, seconds: float) -> Answer:  # noqa: ARG002 - takes milliseconds
        """Distil one text; never fails, an empty text gives an empty digest."""
        return Distillation(digest=digest_of(source.text), engine=self.name)


def digest_of(text: str) -> Digest:
    """Distil a text by rules alone, in time linear in its size."""
    with _collector_at_rest():
        return _digest_of(text)


@contextmanager
def _collector_at_rest() -> Iterator[None]:
    """Keep the garbage collector from looking again and again at blocks and entries, which hold no cycles."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def _digest_of(text: str) -> Digest:
    rules = rules_for(languages_of(text))
    parsed = blocks(text)
    shape = shape_of(parsed)
    found: list[Found] = []
    mentioned: set[str] = set()
    told: set[Hashable] = set()
    for order, entry in enumerate(entries_of(parsed, shape, rules)):
        if (statement := entry.statement()) in told:
            continue  # a page says nothing twice
        told.add(statement)
        found.extend(found_items(entry, order, rules))
        if entry.place in {Place.SUMMARY, Place.MIXED}:
            mentioned |= ids(entry.text)
    digest = compose(found, rules, frozenset(mentioned), room_for(text, dense=bool(shape)))
    return _checked(digest, text.split("\n"))


def _checked(digest: Digest, lines: list[str]) -> Digest:
    """Drop, and count, what its own lines do not bear out: the guarantee holds whatever the rules do."""
    kept = {
        name: tuple(item for item in getattr(digest, name) if _holds(item, lines))
        for name in ("accomplished", "decisions", "open_items", "constraints")
    }
    dropped = sum(len(getattr(digest, name)) - len(items) for name, items in kept.items())
    headline_holds = supported(digest.headline, "\n".join(lines))
    return replace(digest, **kept, unsupported=dropped, headline=digest.headline if headline_holds else "")


def _holds(item: Item, lines: list[str]) -> bool:
    first, last = item.lines.first, item.lines.last
    if not 1 <= first <= last <= len(lines):
        return False
    return supported(text_of(item), "\n".join(lines[first - 1 : last]))

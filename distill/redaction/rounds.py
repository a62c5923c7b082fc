"""Rounds of detection: replace, look again, until nothing more is found; all places are those of the given text."""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator

from distill.errors import RedactionError
from distill.model import RedactionPolicy
from distill.redaction import (
    detectors,
    ip_addresses,
    kingfisher_adapter,
    own_rules,
    personal,
    pieces,
    private_blocks,
    propagation,
    shadows,
    wrapping,
)
from distill.redaction.excerpts import around
from distill.redaction.placeholders import Ledger, masked, ranges
from distill.redaction.spans import Detector, Span, View, merged

_MOST_ROUNDS = 40
_LONG_PART = 8  # the window of `verify.leaks`: what it would find must go
HOME = "home-path"
_GLUED = re.compile(r"[0-9][A-Za-z0-9]{0,64}")


class Draft:
    """A text and what was found in it so far."""

    def __init__(self, text: str, ledger: Ledger) -> None:
        self.given = text
        self.ledger = ledger
        self.spans: list[Span] = []
        self.homes: dict[tuple[int, int], str] = {}
        self.text = text
        self.issued = ledger
        self._pieces: list[tuple[int, int, int, int]] = []  # new start, new end, given start, given end
        self._looked: set[tuple[int, int]] = set()
        self._told: set[tuple[str, str]] = set()

    def add(self, spans: Iterable[Span]) -> bool:
        """Take over spans of the present text; tell whether there were any that hide more than a placeholder."""
        fresh = self._fresh(spans)
        if fresh:
            self.spans = merged([*self.spans, *(self._unglued(self._given(s)) for s in fresh)])
            self._replace()
        return bool(fresh)

    def add_homes(self) -> None:
        """Take the user's name out of the home paths of the present text."""
        for start, end, instead in personal.homes(self.text):
            place = self._given(Span(start, end, HOME))
            if all(place.end <= s.start or s.end <= place.start for s in self.spans):
                self.homes[place.start, place.end] = instead
                self.spans.append(place)
        if self.homes:
            self.spans.sort(key=lambda s: s.start)
            self._replace()

    def unseen(self) -> list[tuple[int, int]]:
        """List where the present text was changed since this was last asked; the rest of it was looked at already."""
        fresh = [(low, high) for low, high, *given in self._pieces if tuple(given) not in self._looked]
        self._looked = {(start, end) for _, _, start, end in self._pieces}
        return fresh

    def values(self) -> list[tuple[str, str]]:
        """List what was found since this was last asked: (value, kind), and the lines of what is wrapped."""
        all_found = [
            (self.given[s.start : s.end], s.kind) for s in self.spans if s.kind not in (HOME, private_blocks.KIND)
        ]
        found = [pair for pair in dict.fromkeys(all_found) if pair not in self._told]
        self._told.update(found)
        read = [(b, kind) for value, kind in found if not value.isalnum() and (b := shadows.plain(value)) != value]
        return [*found, *read] + [
            (part, kind) for value, kind in found for part in wrapping.parts(value) if len(part) >= _LONG_PART
        ]

    def _fresh(self, spans: Iterable[Span]) -> list[Span]:
        """Drop what lies in a placeholder, stretch what overlaps one."""
        given = merged(spans)
        kept = ranges(self.text) if given else []
        starts = [start for start, _ in kept]
        fresh = []
        for span in given:
            start, end = span.start, span.end
            covered = 0
            for low, high in kept[max(0, bisect_right(starts, start) - 1) : bisect_right(starts, end - 1)]:
                if low < end and start < high:
                    start, end, covered = min(start, low), max(end, high), covered + high - low
            if any(c.isalnum() for c in self.text[start:end]) and end - start > covered:
                fresh.append(Span(start, end, span.kind, span.certainty))
        return fresh

    def _given(self, span: Span) -> Span:
        return Span(self._back(span.start, end=False), self._back(span.end, end=True), span.kind, span.certainty)

    def _unglued(self, span: Span) -> Span:
        """Take the rest of a word along that begins with a digit: it would become part of the ordinal."""
        rest = _GLUED.match(self.given, span.end)
        return Span(span.start, rest.end(), span.kind, span.certainty) if rest else span

    def _back(self, place: int, *, end: bool) -> int:
        at = bisect_right(self._pieces, (place - end, len(self.given) + 1, 0, 0)) - 1
        if at < 0:
            return place
        new_start, new_end, given_start, given_end = self._pieces[at]
        if place < new_end or (end and place == new_end):
            return given_end if end and place > new_start else given_start
        return given_end + place - new_end

    def _replace(self) -> None:
        """Build the text anew, once, from all spans; placeholders are issued by first appearance."""
        self.issued = self.ledger.copy()  # ordinals follow the final places, not the order of discovery
        out, pieces, size, last = [], [], 0, 0
        for span in self.spans:
            instead = self.homes.get((span.start, span.end)) if span.kind == HOME else None
            end = span.end
            if instead is None:
                instead = self.issued.issue(self.given[span.start : end], span.kind)
            out += [self.given[last : span.start], instead]
            size += span.start - last
            pieces.append((size, size + len(instead), span.start, end))
            size, last = size + len(instead), end
        self.text = "".join([*out, self.given[last:]])
        self._pieces = pieces


def _seen(text: str, policy: RedactionPolicy, places: list[tuple[int, int]] | None = None) -> list[Span]:
    """Ask every detector about a text, about what its lines read like, or only about what stands around some places."""
    if places is not None:
        excerpt = around(text, places)
        return [given for span in _seen(excerpt.text, policy) if (given := excerpt.given(span))] if excerpt.text else []
    view = View(text)
    asked = (*detectors.DETECTORS, *_extra(policy))
    found = [span for _, detector in asked for span in detector(view)]
    return own_rules.spared(text, [*found, *shadows.spans(view, asked), *pieces.spans(view, asked)], policy)


def _extra(policy: RedactionPolicy) -> Iterator[tuple[str, Detector]]:
    """Name the detectors that only the settings bring in."""
    if policy.rules:
        yield "own-rules", lambda text: own_rules.spans(text, policy.rules)
    if policy.ip_addresses:
        yield "ip-addresses", ip_addresses.spans
    if policy.deep:
        yield "kingfisher", kingfisher_adapter.spans


def found_in(text: str, known: Iterable[tuple[str, str]], ledger: Ledger, policy: RedactionPolicy) -> Draft:
    """Redact to the fixed point, beginning with private blocks and the (value, kind) pairs of an earlier run.

    Raises RedactionError when rounds do not come to an end, which no text should bring about.
    """
    draft = Draft(text, ledger)
    blocks = list(private_blocks.spans(text))
    inside = [
        (part[s.start : s.end], s.kind) for b in blocks for part in [text[b.start : b.end]] for s in _seen(part, policy)
    ]
    draft.add(blocks)
    draft.add(propagation.spans(draft.text, [*known, *inside]))
    told: set[tuple[str, str]] = set(known)
    draft.unseen()
    for turn in range(_MOST_ROUNDS):
        more = draft.add(_seen(masked(draft.text), policy, draft.unseen() if turn else None))
        new = [pair for pair in draft.values() if pair not in told]
        told.update(new)
        if not draft.add(propagation.spans(draft.text, new)) and not more:
            draft.add_homes()
            return draft
    raise RedactionError("The redaction did not settle; nothing of this text may leave. Please report its shape.")

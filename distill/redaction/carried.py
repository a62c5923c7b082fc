"""Values found in one text, carried to others: what is a secret in one place is one in every place."""

from collections.abc import Iterable
from dataclasses import dataclass

from distill.model import Redacted
from distill.redaction.encodings import forms
from distill.redaction.placeholders import Ledger
from distill.redaction.values import varied

_HEAD = 8  # the shortest form there is


@dataclass(frozen=True, slots=True)
class Carried:
    """Values by the first characters of each form in which they may stand."""

    by_head: dict[str, frozenset[tuple[str, str]]]

    @classmethod
    def of(cls, values: Iterable[tuple[str, str]]) -> "Carried":
        """Take (value, kind) pairs; what is too plain to be told from words is left out."""
        by_head: dict[str, set[tuple[str, str]]] = {}
        for value, kind in values:
            for form in forms(value) if varied(value) else ():
                by_head.setdefault(form[:_HEAD], set()).add((value, kind))
        return cls({head: frozenset(pairs) for head, pairs in by_head.items()})

    def into(self, text: str) -> Redacted | None:
        """Give what a redaction of this text must know: the values that may stand in it, named anew for it."""
        heads = self.by_head.keys()
        here = {text[at : at + _HEAD] for at in range(len(text) - _HEAD + 1)} & heads if heads else set()
        values = sorted({pair for head in here for pair in self.by_head[head]})
        if not values:
            return None
        ledger = Ledger.following((), text)
        for value, kind in values:
            ledger.issue(value, kind)
        return Redacted(text="", secrets=tuple(ledger.by_value.items()))

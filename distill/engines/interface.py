"""What every engine offers: one redacted text in, one digest out, or a reason why not."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

from distill.model import Digest, Reason, Redacted, Usage


@dataclass(frozen=True, slots=True, kw_only=True)
class Distillation:
    """A digest and how it came about."""

    digest: Digest
    engine: str
    model: str = ""
    prompt: str = ""
    """Template and its hash, as in `distill@1a2b3c4d`; empty for engines without a prompt."""
    usage: Usage = field(default_factory=Usage)
    unread_lines: int = 0
    """How many lines of the text the engine was not shown, because there are too many."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Unavailable:
    """An engine that could not answer; an expected outcome, not an exception."""

    reason: Reason
    detail: str
    """One sentence: what happened and what to do; never text of the map, never a key."""
    usage: Usage = field(default_factory=Usage)
    """What was spent all the same."""


Answer = Distillation | Unavailable


class Engine(Protocol):
    """Turns redacted text into a digest."""

    @property
    def name(self) -> str:
        """The name that pages and settings know it by."""
        ...

    def distill(self, source: Redacted, *, seconds: float) -> Answer:
        """Distil one text within `seconds` of wall time; never raise for what the text or a service does."""
        ...


@runtime_checkable
class PricedEngine(Engine, Protocol):
    """An engine that costs."""

    @property
    def model(self) -> str:
        """The model that is asked."""
        ...

    def most_usd(self, source: Redacted) -> float | None:
        """Say what the request for a text may cost at most; None where the model's price is not known."""
        ...


class PricedBulkEngine(PricedEngine, Protocol):
    """An engine that costs and has a way of its own for many texts."""

    def paid(self, sources: Iterable[Redacted]) -> list[bool]:
        """Say of each text whether its answer is paid already, so that asking for it costs nothing more."""
        ...

    def distill_all(self, sources: Iterable[Redacted], *, seconds: float) -> Iterator[Answer]:
        """Distil many texts within `seconds` for all together; one answer a text, in their order; never raise."""
        ...


@runtime_checkable
class BulkEngine(Protocol):
    """An engine that has a way of its own for many texts at once."""

    def distill_all(self, sources: Iterable[Redacted], *, seconds: float) -> Iterator[Answer]:
        """Distil many texts within `seconds` for all together; one answer a text, in their order; never raise."""
        ...


def distill_all(engine: Engine, sources: Iterable[Redacted], *, seconds: float) -> Iterator[Answer]:
    """Distil many texts and give an answer for each, in their order.

    A bulk engine has `seconds` for all of them; any other takes one after the other, each within `seconds`.
    """
    if isinstance(engine, BulkEngine):
        yield from engine.distill_all(sources, seconds=seconds)
        return
    for source in sources:
        yield engine.distill(source, seconds=seconds)

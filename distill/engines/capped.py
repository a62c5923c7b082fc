"""Engines that cost, held to what may be spent."""

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime

from distill.engines.interface import Answer, PricedBulkEngine, PricedEngine, Unavailable
from distill.engines.spending import Purse
from distill.model import Reason, Redacted

PAID_UNSEEN = frozenset({Reason.API_TIMEOUT, Reason.BATCH_OPEN, Reason.UNEXPECTED})
"""Where no answer came, and one may be charged all the same."""


def today() -> date:
    """Give the UTC day."""
    return datetime.now(UTC).date()


@dataclass(frozen=True, slots=True, kw_only=True)
class CappedEngine:
    """Asks its engine only while a request, at the most that it may cost, stays below every limit."""

    engine: PricedEngine
    purses: tuple[Purse, ...]
    day: Callable[[], date] = today

    @property
    def name(self) -> str:
        """The name that pages and settings know it by."""
        return self.engine.name

    @property
    def model(self) -> str:
        """The model that is asked."""
        return self.engine.model

    def most_usd(self, source: Redacted) -> float | None:
        """Say what the request for a text may cost at most, in USD; None where the model's price is not known."""
        return self.engine.most_usd(source)

    def distill(self, source: Redacted, *, seconds: float) -> Answer:
        """Distil one text within `seconds`, or say that the money is spent."""
        day = self.day()
        most = self._allowed(source, day)
        if isinstance(most, Unavailable):
            return most
        answer = self.engine.distill(source, seconds=seconds)
        self._settle(most, answer, day)
        return answer

    def _allowed(self, source: Redacted, day: date) -> float | Unavailable:
        """Reserve the most that a text may cost, and give it; or say why not."""
        most = self.most_usd(source)
        if most is None and any(math.isfinite(purse.usd_per_day) for purse in self.purses):
            return _no_price(self.model)
        most = most or 0.0
        for number, purse in enumerate(self.purses):
            refused = _reserved(purse, most, day)
            if refused:
                _give_back(self.purses[:number], most, day)
                return refused
        return most

    def _settle(self, reserved: float, answer: Answer, day: date) -> None:
        spent = answer.usage.cost_usd
        if spent is None:
            unseen = isinstance(answer, Unavailable) and answer.reason in PAID_UNSEEN
            spent = reserved if unseen else 0.0
        _give_back(self.purses, reserved, day, spent)


@dataclass(frozen=True, slots=True, kw_only=True)
class CappedBulkEngine(CappedEngine):
    """The same for an engine with a way of its own for many texts: as many go out as there is money for."""

    engine: PricedBulkEngine

    def distill_all(self, sources: Iterable[Redacted], *, seconds: float) -> Iterator[Answer]:
        """Distil many texts within `seconds` for all together; those beyond the limits say so."""
        texts, day = list(sources), self.day()
        never = any(purse.usd_per_day == 0 for purse in self.purses)  # then not even what is paid is fetched
        paid = [False] * len(texts) if never else self.engine.paid(texts)
        allowed = [0.0 if done else self._allowed(text, day) for text, done in zip(texts, paid, strict=True)]
        going = [text for text, most in zip(texts, allowed, strict=True) if not isinstance(most, Unavailable)]
        answers = self.engine.distill_all(going, seconds=seconds)
        for most, done in zip(allowed, paid, strict=True):
            if isinstance(most, Unavailable):
                yield most
                continue
            answer = next(answers)
            if not done:
                self._settle(most, answer, day)
            yield answer


def _reserved(purse: Purse, most: float, day: date) -> Unavailable | None:
    try:
        return None if purse.reserve(most, day) else _reached(purse, most, day)
    except OSError as error:
        what = error.strerror or type(error).__name__
        return _stopped(f"What is spent cannot be written down ({what}).")


def _give_back(purses: tuple[Purse, ...], reserved: float, day: date, spent: float = 0.0) -> None:
    for purse in purses:
        try:
            purse.settle(reserved, spent, day)
        except OSError:
            continue  # what was reserved stays spent


def _reached(purse: Purse, most: float, day: date) -> Unavailable:
    spent = purse.spent(day)
    if not math.isfinite(spent):
        return _stopped("What was spent today cannot be read: mend `spending.json` in distill's state folder.")
    if purse.usd_per_day == 0:
        return _stopped(f"`{purse.setting}` is 0: no request is made.")
    return _stopped(
        f"{spent:.4f} USD of {purse.usd_per_day:.4f} are spent, and a request may cost {most:.4f} USD: "
        f"`distill rebuild` makes the page again another day, or raise the limit (`{purse.setting}`)."
    )


def _no_price(model: str) -> Unavailable:
    return _stopped(
        f"The price of {model} is not known, so `max_usd_per_day` cannot be held: set another `model`, "
        "or `max_usd_per_day = inf`."
    )


def _stopped(detail: str) -> Unavailable:
    return Unavailable(reason=Reason.CAP_REACHED, detail=detail)

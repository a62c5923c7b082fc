"""An engine that costs, held to what may be spent a day."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime

from distill.engines.interface import Answer, PricedEngine, Unavailable
from distill.engines.spending import Ledger
from distill.model import Reason, Redacted


def today() -> date:
    """Give the UTC day."""
    return datetime.now(UTC).date()


@dataclass(frozen=True, slots=True, kw_only=True)
class CappedEngine:
    """Asks its engine only while a request, at the most that it may cost, stays below the cap."""

    engine: PricedEngine
    ledger: Ledger
    day: Callable[[], date] = today

    @property
    def name(self) -> str:
        """The name that pages and settings know it by."""
        return self.engine.name

    def distill(self, source: Redacted, *, seconds: float) -> Answer:
        """Distil one text within `seconds`, or say that the day's money is spent."""
        most, day = self.engine.most_usd(source), self.day()
        if most is None and math.isfinite(self.ledger.usd_per_day):
            return _no_price(self.engine.model)
        return self._asked(source, most or 0.0, day, seconds)

    def _asked(self, source: Redacted, most: float, day: date, seconds: float) -> Answer:
        try:
            if not self.ledger.reserve(most, day):
                return self._reached(most, day)
        except OSError as error:
            return _no_ledger(error)
        answer = self.engine.distill(source, seconds=seconds)
        self._settle(most, answer, day)
        return answer

    def _settle(self, reserved: float, answer: Answer, day: date) -> None:
        spent = answer.usage.cost_usd
        if spent is None:  # late answers are paid for, and say nothing
            spent = reserved if isinstance(answer, Unavailable) and answer.reason is Reason.API_TIMEOUT else 0.0
        try:
            self.ledger.settle(reserved, spent, day)
        except OSError:
            return  # what was reserved stays spent

    def _reached(self, most: float, day: date) -> Unavailable:
        spent = self.ledger.spent(day)
        if not math.isfinite(spent):
            detail = f"What was spent today cannot be read from {self.ledger.file}: mend the file or take it away."
        elif self.ledger.usd_per_day == 0:
            detail = "`max_usd_per_day` is 0: no request is made."
        else:
            detail = (
                f"{spent:.4f} USD of {self.ledger.usd_per_day:.4f} were spent today, and a request may cost "
                f"{most:.4f} USD: `distill rebuild` makes the page again tomorrow, or raise `max_usd_per_day`."
            )
        return Unavailable(reason=Reason.CAP_REACHED, detail=detail)


def _no_price(model: str) -> Unavailable:
    detail = (
        f"The price of {model} is not known, so `max_usd_per_day` cannot be held: set another `model`, "
        "or `max_usd_per_day = inf`."
    )
    return Unavailable(reason=Reason.CAP_REACHED, detail=detail)


def _no_ledger(error: OSError) -> Unavailable:
    what = error.strerror or type(error).__name__
    return Unavailable(reason=Reason.CAP_REACHED, detail=f"What is spent cannot be written down ({what}).")

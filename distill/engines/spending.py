"""What one person's workers spent today, in one file: counted before a request is made, put right after its answer.

What a request may cost at most is spent when it begins, so that a worker that dies has not spent in secret, and
many at once do not pass the cap together. Days are UTC; each of the last few has its own amount, so that an answer
that comes after midnight, or a clock that was wrong for a while, does not forget what another day has cost.
"""

import contextlib
import json
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Protocol

from distill import files, locks

NAME = "spending.json"
LOCK_S = 10.0
"""Seconds to wait for the other workers; each holds the file for milliseconds."""
MOST_BYTES = 10_000
MOST_DAYS = 7
"""Days that are kept: those next to the one that is spent on."""


class Purse(Protocol):
    """What holds spending to a limit."""

    @property
    def usd_per_day(self) -> float:
        """The limit in USD."""
        ...

    @property
    def setting(self) -> str:
        """What sets the limit."""
        ...

    def spent(self, day: date) -> float:
        """Say what is spent, in USD."""
        ...

    def reserve(self, usd: float, day: date) -> bool:
        """Count `usd` as spent unless that would pass the limit; tell whether it did not. Raises OSError."""
        ...

    def settle(self, reserved: float, actual: float, day: date) -> None:
        """Put what was really spent in the place of what was reserved. Raises OSError."""
        ...


@dataclass(slots=True, kw_only=True)
class Budget:
    """What one run may spend, beside what a day may cost."""

    usd_per_day: float
    used: float = 0.0
    setting: str = "--limit-usd"

    def spent(self, day: date) -> float:  # noqa: ARG002 - one run, whatever the day
        """Say what the run has spent, in USD."""
        return self.used

    def reserve(self, usd: float, day: date) -> bool:  # noqa: ARG002 - as above
        """Count `usd` as spent unless that would pass the limit; tell whether it did not."""
        fits = self.used + usd <= self.usd_per_day
        self.used += usd if fits else 0.0
        return fits

    def settle(self, reserved: float, actual: float, day: date) -> None:  # noqa: ARG002 - as above
        """Put what was really spent in the place of what was reserved."""
        self.used = max(0.0, self.used - reserved) + actual


@dataclass(frozen=True, slots=True, kw_only=True)
class Ledger:
    """The file of what was spent, and the cap in USD a day; 0 means that nothing may be spent."""

    file: Path
    usd_per_day: float
    setting: str = "max_usd_per_day"

    def spent(self, day: date) -> float:
        """Say what a day has cost, in USD; a file that cannot be read counts as all that may be spent."""
        days = self._days()
        return math.inf if days is None else days.get(day.isoformat(), 0.0)

    def reserve(self, usd: float, day: date) -> bool:
        """Count `usd` as spent unless that would pass the cap; tell whether it did not. Raises OSError."""
        with self._held() as mine:
            days = self._days() if mine else None
            before = math.inf if days is None else days.get(day.isoformat(), 0.0)
            if days is None or not before + usd <= self.usd_per_day:
                return False
            self._write(days, day, before + usd)
            return True

    def settle(self, reserved: float, actual: float, day: date) -> None:
        """Put what was really spent in the place of what was reserved. Raises OSError."""
        with self._held() as mine:
            days = self._days() if mine else None
            if days is not None:
                before = days.get(day.isoformat(), 0.0)
                self._write(days, day, max(0.0, before - reserved) + actual)

    @contextlib.contextmanager
    def _held(self) -> Iterator[bool]:
        with locks.held(self.file.with_suffix(".lock"), seconds=LOCK_S) as mine:
            yield mine

    def _days(self) -> dict[str, float] | None:
        """Read what each day has cost; None for a file that cannot be read."""
        try:
            return _days_in(files.read_bounded(self.file, MOST_BYTES))
        except FileNotFoundError:
            return {}
        except OSError:
            return None

    def _write(self, days: Mapping[str, float], day: date, usd: float) -> None:
        said = {**days, day.isoformat(): round(usd, 9)}
        others = sorted(said.keys() - {day.isoformat()}, key=lambda other: _distance(other, day))
        kept = sorted([day.isoformat(), *others[: MOST_DAYS - 1]])
        text = json.dumps({"usd_by_day": {name: said[name] for name in kept}}) + "\n"
        files.replace(self.file, text, tmp=self.file.parent / "tmp")


def _days_in(data: bytes) -> dict[str, float] | None:
    """Give the amounts by day, also of a file with the one day of old; None for what is somebody's, or broken."""
    try:
        said = json.loads(data)
        days = said["usd_by_day"] if "usd_by_day" in said else {said["day"]: said["usd"]}
        read = {date.fromisoformat(day).isoformat(): float(usd) for day, usd in days.items()}
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError, OverflowError):
        return None  # whoever mends it decides
    return read if all(usd >= 0 and math.isfinite(usd) for usd in read.values()) else None


def _distance(name: str, day: date) -> int:
    return abs((date.fromisoformat(name) - day).days)


def place(env: Mapping[str, str], state: Path) -> Path:
    """Name the file: in the person's own state folder, over all projects; in this project's where there is no home."""
    base, home = Path(env.get("XDG_STATE_HOME", "")), Path(env.get("HOME", ""))
    if not base.is_absolute() and home.is_absolute() and home.is_dir():
        base = home / ".local" / "state"
    return base / "distill" / NAME if base.is_absolute() else state / NAME

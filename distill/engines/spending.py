"""What one person's workers spent today, in one file: counted before a request is made, put right after its answer.

What a request may cost at most is spent when it begins, so that a worker that dies has not spent in secret, and
many at once do not pass the cap together. Days are UTC.
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


class Purse(Protocol):
    """What holds spending to a limit."""

    @property
    def usd_per_day(self) -> float:
        """The limit in USD."""
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

    def spent(self, day: date) -> float:
        """Say what a day has cost, in USD; a file that cannot be read counts as all that may be spent."""
        try:
            data = files.read_bounded(self.file, MOST_BYTES)
        except FileNotFoundError:
            return 0.0
        except OSError:
            return math.inf
        return _spent_in(data, day)

    def reserve(self, usd: float, day: date) -> bool:
        """Count `usd` as spent unless that would pass the cap; tell whether it did not. Raises OSError."""
        with self._held() as mine:
            before = self.spent(day) if mine else math.inf
            if not before + usd <= self.usd_per_day:
                return False
            self._write(day, before + usd)
            return True

    def settle(self, reserved: float, actual: float, day: date) -> None:
        """Put what was really spent in the place of what was reserved. Raises OSError."""
        with self._held() as mine:
            before = self.spent(day)
            if mine and math.isfinite(before):
                self._write(day, max(0.0, before - reserved) + actual)

    @contextlib.contextmanager
    def _held(self) -> Iterator[bool]:
        with locks.held(self.file.with_suffix(".lock"), seconds=LOCK_S) as mine:
            yield mine

    def _write(self, day: date, usd: float) -> None:
        text = json.dumps({"day": day.isoformat(), "usd": round(usd, 9)}) + "\n"
        files.replace(self.file, text, tmp=self.file.parent / "tmp")


def _spent_in(data: bytes, day: date) -> float:
    try:
        said = json.loads(data)
        usd = float(said["usd"]) if said["day"] == day.isoformat() else 0.0
    except (ValueError, KeyError, TypeError):
        return math.inf  # somebody's, or broken: whoever mends it decides
    return usd if usd >= 0 else math.inf


def place(env: Mapping[str, str], state: Path) -> Path:
    """Name the file: in the person's own state folder, over all projects; in this project's where there is no home."""
    base, home = Path(env.get("XDG_STATE_HOME", "")), Path(env.get("HOME", ""))
    if not base.is_absolute() and home.is_absolute() and home.is_dir():
        base = home / ".local" / "state"
    return base / "distill" / NAME if base.is_absolute() else state / NAME

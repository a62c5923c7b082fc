"""Charts in letters, for Markdown that is read without the site."""

from collections.abc import Mapping, Sequence
from datetime import date

STEPS = "▁▂▃▄▅▆▇█"
BAR = "█"
WIDTH = 20


def sparkline(values: Sequence[int]) -> str:
    """Draw numbers over time; nothing that happened is a dot."""
    most = max(values, default=0)
    return "".join(STEPS[(value * len(STEPS) - 1) // most] if value > 0 else "·" for value in values)


def bar(amount: float, most: float) -> str:
    """Draw an amount beside the largest one; what is not nothing is seen."""
    return BAR * max(1, round(WIDTH * amount / most)) if amount > 0 and most > 0 else ""


def by_month(days: Mapping[date, int]) -> dict[str, list[int]]:
    """Sort counts of days into months, the newest first, each with all of its days up to the last that counts."""
    found: dict[str, list[int]] = {}
    for day in sorted(days, reverse=True):
        counts = found.setdefault(f"{day:%Y-%m}", [0] * day.day)
        counts[day.day - 1] += days[day]
    return found

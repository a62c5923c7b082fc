"""Times as text and back, without what `datetime` costs a hook."""

import time

MONTHS = 12
DAY_S = 86_400
LONGEST = 40


def utc(seconds: float) -> str:
    """Write a time as in 2026-10-18T18:21:07Z."""
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(seconds))


def seconds(text: object) -> "float | None":
    """Read a time in UTC as `utc` or JavaScript's `toISOString` writes it, in seconds since 1970; None for all else."""
    if not isinstance(text, str) or len(text) > LONGEST or not text.endswith("Z") or text[10:11] != "T":
        return None
    date, clock = text[:10].split("-"), text[11:-1].split(":")
    if len(date) != 3 or len(clock) != 3 or not all(p.isascii() and p.isdigit() for p in (*date, *clock[:2])):  # noqa: PLR2004 - year, month, day; hour, minute, second
        return None
    try:
        return _days(*map(int, date)) * DAY_S + int(clock[0]) * 3600 + int(clock[1]) * 60 + float(clock[2])
    except ValueError:
        return None


def _days(year: int, month: int, day: int) -> int:
    """Count the days since 1970 (Gregorian, from a year that begins in March, so that a leap day comes last)."""
    if not 1 <= month <= MONTHS:
        raise ValueError(month)
    shifted = year - (month <= 2)  # noqa: PLR2004 - January and February belong to the year before
    of_year = (153 * (month + (-3 if month > 2 else 9)) + 2) // 5 + day - 1  # noqa: PLR2004 - likewise
    return shifted * 365 + shifted // 4 - shifted // 100 + shifted // 400 + of_year - 719_468

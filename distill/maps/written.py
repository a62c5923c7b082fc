"""When a map was written, as the map itself says."""

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone

HEAD_LINES = 40
ZONES = {  # names that people write beside a time, in hours from UTC
    "Z": 0, "UTC": 0, "GMT": 0, "CET": 1, "CEST": 2, "MEZ": 1, "MESZ": 2, "EET": 2, "EEST": 3, "MSK": 3,
    "IST": 5.5, "JST": 9, "KST": 9, "EST": -5, "EDT": -4, "CST": -6, "CDT": -5, "MST": -7, "MDT": -6,
    "PST": -8, "PDT": -7, "北京时间": 8, "北京時間": 8,
}  # fmt: skip
TIME = re.compile(
    r"(?<![\w-])(?:(?P<y>\d{4})[-/.](?P<m>\d{1,2})[-/.](?P<d>\d{1,2})|(?P<d2>\d{1,2})\.(?P<m2>\d{1,2})\.(?P<y2>\d{4}))"
    r"(?:[Tt, ]{1,3}(?:um |at )?(?P<H>\d{1,2}):(?P<M>\d{2})(?::(?P<S>\d{2})(?:[.,]\d{1,9})?)?)"
    r"[ \uff08(]{0,2}(?P<zone>[Zz]|[+-]\d{2}:?\d{2}|[A-Z]{2,4}(?![A-Za-z])|北京[时時][间間])?",
)
LABEL = re.compile(
    r"written|updated|created|saved|as of|stand\b|geschrieben|aktualisiert|записан|обновлен|作成|更新|写于|寫於|时间|"
    r"작성|נכתב|كُتب|écrit|rédigé|escrito|actualizado|atualizado|scritto|date|datum|fecha|data",
    re.IGNORECASE,
)
EARLIER = re.compile(
    r"previous|prior|last map|predecessor|vorherig|vorig|предыдущ|前回|上一|"
    r"이전|קודמת|السابق|précédent|anterior|precedente",
    re.IGNORECASE,
)
COMPACT_NAME = re.compile(r"(?<!\d)(\d{4})(\d{2})(\d{2})[-T](\d{2})(\d{2})(?:(\d{2}))?Z?(?!\d)")


@dataclass(frozen=True, slots=True)
class WrittenTime:
    """A point in time, and whether its zone was said or is taken to be UTC."""

    at: datetime
    zoned: bool


def written_in(text: str) -> WrittenTime | None:
    """Find when a map says it was written: a labelled time in its head first, else the first time there."""
    first: WrittenTime | None = None
    for line in text.split("\n", HEAD_LINES)[:HEAD_LINES]:
        head = EARLIER.split(line[:400], maxsplit=1)[0]
        for match in TIME.finditer(head):
            found = _time_of(match)
            if found is not None and LABEL.search(head[: match.start()]):
                return found
            first = first or found
    return first


def written_in_name(name: str) -> WrittenTime | None:
    """Read the UTC time that OpenRig puts into a map's file name, `RESTORE-MAP-<yyyymmdd-hhmm>.md`."""
    match = COMPACT_NAME.search(name)
    if match is None:
        return None
    year, month, day, hour, minute, second = (int(part or 0) for part in match.groups())
    return _checked(year, month, day, hour, minute, second, 0.0, zoned=True)


def _time_of(match: re.Match[str]) -> WrittenTime | None:
    part = match.groupdict()
    zone = (part["zone"] or "").strip()
    offset = _offset(zone)
    return _checked(
        int(part["y"] or part["y2"]),
        int(part["m"] or part["m2"]),
        int(part["d"] or part["d2"]),
        int(part["H"]),
        int(part["M"]),
        int(part["S"] or 0),
        offset or 0.0,
        zoned=offset is not None,
    )


def _checked(
    year: int, month: int, day: int, hour: int, minute: int, second: int, offset: float, *, zoned: bool
) -> WrittenTime | None:
    try:
        local = datetime(year, month, day, hour, minute, second, tzinfo=timezone(timedelta(hours=offset)))
        return WrittenTime(local.astimezone(UTC), zoned)
    except (ValueError, OverflowError):
        return None


def _offset(zone: str) -> float | None:
    """Give hours from UTC, or None where the zone is not said or not known."""
    if zone[:1] in {"+", "-"}:
        hours = int(zone[1:3]) + int(zone[-2:]) / 60
        return hours if zone[0] == "+" else -hours
    return ZONES.get(zone.upper())

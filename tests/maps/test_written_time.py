"""When a map says it was written."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from distill.maps.written import written_in, written_in_name


def utc(*parts: int) -> datetime:
    return datetime(*parts, tzinfo=UTC)  # type: ignore[misc,arg-type]


@pytest.mark.parametrize(
    ("text", "at", "zoned"),
    [
        ("Written: 2026-03-14T16:42:08Z · session x", utc(2026, 3, 14, 16, 42, 8), True),
        ("# RESTORE MAP · dev-impl@harbor · 2026-03-14 17:05Z", utc(2026, 3, 14, 17, 5), True),
        ("---\nwritten: 2026-03-14T15:50:00+02:00\n---", utc(2026, 3, 14, 13, 50), True),
        ("# Übergabe, Stand 14.03.2026, 17:30 Uhr", utc(2026, 3, 14, 17, 30), False),
        ("写于：2026-03-14 21:10（北京时间）。上一份地图：x", utc(2026, 3, 14, 13, 10), True),
        ("作成: 2026-03-14T11:02:00Z ／ 前回: なし", utc(2026, 3, 14, 11, 2), True),
        ("Updated: 2026-03-14T18:20:31.123Z", utc(2026, 3, 14, 18, 20, 31), True),
        ("saved 2026-03-14 18:20 EST", utc(2026, 3, 14, 23, 20), True),
        ("2026-01-01 10:00Z a start\nWritten: 2026-03-14T16:42Z", utc(2026, 3, 14, 16, 42), True),
        ("Previous map: 2026-01-01T10:00Z\nlater 2026-03-14T16:42Z", utc(2026, 3, 14, 16, 42), True),
    ],
)  # fmt: skip
def test_a_time_in_the_head_is_understood(text: str, at: datetime, zoned: bool) -> None:
    found = written_in(text)

    assert found is not None
    assert (found.at, found.zoned) == (at, zoned)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "no time at all",
        "2026-03-14",
        "Written: 2026-13-40T16:42Z",
        "v2026-03-14-16:42",
        "a\n" * 60 + "Written: 2026-03-14T16:42Z",
    ],
)
def test_what_is_no_time_is_none(text: str) -> None:
    assert written_in(text) is None


def test_the_name_of_an_openrig_map_holds_its_time() -> None:
    found = written_in_name("RESTORE-MAP-20260314-1642.md")

    assert found is not None
    assert (found.at, found.zoned) == (utc(2026, 3, 14, 16, 42), True)
    assert written_in_name("RESTORE-MAP.md") is None


@given(st.text())
def test_any_text_is_looked_through(text: str) -> None:
    found = written_in("Written: " + text)

    assert found is None or found.at.tzinfo is UTC

"""Names of pages: MT09, MT11, MT12, MT13, MT20, MK06."""

import json
import re
import unicodedata
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from distill.model import Seat
from distill.pages.naming import SEAT_LENGTH, page_name, seat_part
from distill.pages.text import nfc

BUGS = Path(__file__).parent.parent / "bugs"
AT = datetime(2026, 10, 18, 18, 21, 7, tzinfo=UTC)
SHA = "5243fdcd" + "0" * 56
RESERVED = re.compile(r"(?i)^(con|prn|aux|nul|com\d|lpt\d)(\.|$)")


def seats(bug):
    return json.loads((BUGS / bug / "seats.json").read_text("utf-8"))


def test_the_name_is_date_seat_and_hash():
    assert page_name(AT, Seat("orch-lead@openrig"), SHA) == "2026-10-18-orch-lead@openrig-5243fdcd.md"
    assert page_name(AT, Seat("a"), SHA, digits=16) == "2026-10-18-a-5243fdcd00000000.md"


def test_mt11_names_differ_when_lower_cased():
    names = {page_name(AT, Seat(seat), SHA).lower() for seat in seats("MT11")}
    assert len(names) == 3


def test_mt12_both_unicode_forms_are_one_name():
    composed, decomposed = seats("MT12")
    assert composed != decomposed
    assert unicodedata.normalize("NFC", decomposed) == composed
    assert page_name(AT, Seat(composed), SHA) == page_name(AT, Seat(decomposed), SHA)


@pytest.mark.parametrize("seat", seats("MT13") + seats("MK06"))
def test_mt13_names_are_safe_on_every_system(seat):
    name = page_name(AT, Seat(seat), SHA)
    assert re.fullmatch(r"[A-Za-z0-9_.@-]+\.md", name)
    assert not RESERVED.match(name)
    assert name.rstrip(". ") == name


def test_mt13_seats_that_differ_keep_names_that_differ():
    names = [page_name(AT, Seat(seat), SHA).lower() for seat in [*seats("MT13"), "team_lead_a", "a_2Fb", "_00"]]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("case", json.loads((BUGS / "MT20" / "cases.json").read_text("utf-8")))
def test_mt20_the_date_is_that_of_utc(case, monkeypatch):
    monkeypatch.setenv("TZ", case["TZ"])
    local = datetime.fromtimestamp(case["epoch"], timezone(timedelta(hours=8 if "Asia" in case["TZ"] else -7)))
    assert local.strftime("%Y-%m-%d %H:%M") == case["local"]
    assert page_name(local, Seat("a"), SHA).startswith(case["utc"][:10])


def test_a_placeholder_stays_readable():
    assert "REDACTED-github-token-1" in page_name(AT, Seat("Lead-REDACTED-github-token-1"), SHA)


@given(st.text(max_size=200), st.text(max_size=200))
def test_any_two_seats_have_safe_bounded_and_different_parts(one, other):
    parts = [seat_part(Seat(seat)) for seat in (one, other)]
    for part in parts:
        assert re.fullmatch(r"[A-Za-z0-9_.@-]+", part)
        assert len(part) <= SEAT_LENGTH
    if (nfc(one) or "unknown") != (nfc(other) or "unknown"):
        assert parts[0].lower() != parts[1].lower()

"""What a map says about itself."""

from datetime import UTC, datetime

import pytest
from worlds import fixture_text

from distill.maps import facts
from distill.model import SourceKind

MODIFIED = datetime(2026, 10, 18, 18, 21, 7, tzinfo=UTC)


@pytest.mark.parametrize(
    ("name", "seat"),
    [
        ("orchestrator", "orch-lead@harbor"),
        ("implementation-seat", "dev-impl@harbor"),
        ("review-seat", "qa-review@harbor"),
        ("zh", "orch-lead@lotus"),
        ("ja", "dev-impl@sakura"),
        ("de", "planung@elbe"),
        ("ru", "dev-impl@volga"),
        ("rtl", "orch-lead@carmel"),
        ("injection", "dev-impl@reef"),
        ("long", "orch-lead@harbor"),
        ("minimal", "unknown"),
        ("brain-dump", "unknown"),
        ("codex-summary", "unknown"),
    ],
)
def test_the_seat_is_read(name: str, seat: str) -> None:
    assert facts.seat_of(fixture_text(name)[0], "x/RESTORE-MAP.md") == seat


@pytest.mark.parametrize(
    ("text", "path", "seat"),
    [
        ("seat: no\n", "", "no"),
        ("**Seat:** `team-lead`\n", "", "team-lead"),
        ("# Map\nnothing", "rigs/r/seats/qa2-agent@shop/RESTORE-MAP-20260314-1642.md", "qa2-agent@shop"),
        ("# Restore map - lead@花屋", "", "lead@花屋"),
        ("# Map\nI am e\u0301quipe@paris.", "", "\u00e9quipe@paris"),
        ("# Map\nask joe.doe@example.com", "", "joe.doe@example.com"),
    ],
)
def test_a_seat_may_stand_in_many_places(text: str, path: str, seat: str) -> None:
    assert facts.seat_of(text, path) == seat


def test_session_time_and_kind_are_read() -> None:
    about = facts.facts_of(fixture_text("orchestrator")[0], path="m.md", modified=MODIFIED)

    assert about.session_id == "7c1d9f3e-52ab-4a0e-9b1f-0c6f2d8e4a11"
    assert about.written == datetime(2026, 3, 14, 16, 42, 8, tzinfo=UTC)
    assert about.source is SourceKind.RESTORE_MAP


def test_without_a_time_the_file_decides() -> None:
    about = facts.facts_of(fixture_text("handoff-nine-part")[0], path="m.md", modified=MODIFIED)

    assert about.written == MODIFIED
    assert about.source is SourceKind.HANDOFF


@pytest.mark.parametrize("text", ["- a\n| 2 | thi", "x\n```\ncode", "| a | b\n"[:-1]])
def test_a_text_that_breaks_off_is_seen(text: str) -> None:
    assert facts.looks_cut(text)


@pytest.mark.parametrize("name", ["messy", "orchestrator", "minimal", "injection", "ja"])
def test_whole_maps_do_not_look_cut(name: str) -> None:
    assert not facts.looks_cut(fixture_text(name)[0])


def test_our_own_pages_are_known() -> None:
    assert facts.is_page('---\ntitle: "x"\nconfidence: low\n---\n\n## Accomplished\n\n- Merged #31\n')
    assert not facts.is_page("---\nseat: a@b\n---\n\n## Accomplished\n")
    assert not facts.is_page(fixture_text("review-seat")[0])


@pytest.mark.parametrize("said", ["2126-01-01T00:00Z", "0001-01-01T00:00Z", "0500-01-01T00:00Z", "9999-12-31T23:59Z"])
def test_a_time_that_cannot_be_is_no_time(said: str) -> None:
    about = facts.facts_of(f"# Map\n\nWritten: {said}\n", path="m.md", modified=MODIFIED)

    assert about.written == MODIFIED


@pytest.mark.parametrize(
    "label",
    ["Sitzung", "Sesión", "Sessão", "Sessione", "Сессия", "セッション", "会话", "세션", "Session", "Session ID"],
)
def test_the_session_is_read_in_other_languages_and_a_date_is_none(label: str) -> None:
    session = "7c1d9f3e-52ab-4a0e-9b1f-0c6f2d8e4a11"

    assert facts.session_of(f"# x\n\n- {label}: `{session}`\n") == session
    assert label.startswith("Session") or facts.session_of(f"# x\n\n{label}: 2026-10-18, 120 PR\n") == ""

"""Which map is taken, and why none is."""

import time
from datetime import UTC, datetime
from pathlib import Path

import pytest
from worlds import END, a_map, put_map

from distill.config import Settings
from distill.maps.locate import Asked, Located, Missed, locate
from distill.model import UNKNOWN_SEAT, Reason, Seat

SETTINGS = Settings()


def ask(project: Path, seat: str = UNKNOWN_SEAT, session: str = "", settings: Settings = SETTINGS) -> Located | Missed:
    asked = Asked(seat=Seat(seat), session_id=session, folders=(project,), now=datetime.now(UTC))
    return locate(asked, settings, sleep=lambda _: None)


def taken(found: Located | Missed) -> str:
    assert isinstance(found, Located), found
    return found.path.name


def missed(found: Located | Missed) -> Reason:
    assert isinstance(found, Missed), found
    return found.reason


def test_another_seats_map_is_never_taken(project: Path) -> None:
    put_map(project, a_map("lead@a"), "map_a.md", age_s=40)
    put_map(project, a_map("lead@b", age_s=1), "map_b.md", age_s=30)

    assert taken(ask(project, "lead@a")) == "map_a.md"
    assert missed(ask(project, "lead@c")) is Reason.NO_MAP


def test_two_seats_without_a_word_who_asks_is_no_map(project: Path) -> None:
    put_map(project, a_map("lead@a", session="aaaaaaaa-0000"), "map_a.md")
    put_map(project, a_map("lead@b", session="bbbbbbbb-0000"), "map_b.md")

    assert missed(ask(project)) is Reason.NO_MAP
    assert taken(ask(project, session="aaaaaaaa-0000")) == "map_a.md"
    assert taken(ask(project, session="bbbbbbbb-0000")) == "map_b.md"


def test_the_only_seat_of_a_project_needs_no_name(project: Path) -> None:
    put_map(project, a_map("lead@a"))

    assert taken(ask(project, session="another-session-1")) == "RESTORE-MAP.md"


def test_the_time_inside_decides_when_the_files_are_of_one_moment(project: Path) -> None:
    put_map(project, a_map(age_s=90), "map_z.md", age_s=60)
    put_map(project, a_map(age_s=50), "map_a.md", age_s=60)

    assert {taken(ask(project)) for _ in range(5)} == {"map_a.md"}


def test_the_time_inside_wins_over_the_file(project: Path) -> None:
    put_map(project, a_map(age_s=300), "older.md", age_s=1)
    put_map(project, a_map(age_s=60), "newer.md", age_s=200)

    assert taken(ask(project)) == "newer.md"


def test_a_stale_map_is_named_with_its_age(project: Path) -> None:
    put_map(project, a_map(age_s=4210), age_s=1)
    found = ask(project)

    assert missed(found) is Reason.STALE_MAP
    assert isinstance(found, Missed)
    assert found.age_s is not None
    assert 4200 < found.age_s < 4230
    assert taken(ask(project, settings=Settings(fresh_minutes=120))) == "RESTORE-MAP.md"


def test_a_time_from_the_future_is_a_wrong_zone_and_the_file_decides(project: Path) -> None:
    put_map(project, a_map(age_s=-7200), age_s=60)
    assert taken(ask(project)) == "RESTORE-MAP.md"

    put_map(project, a_map(age_s=-7200), age_s=4000)
    assert missed(ask(project)) is Reason.STALE_MAP


def test_a_map_that_breaks_off_leaves_the_word_to_the_whole_one(project: Path) -> None:
    cut = a_map(age_s=5).removesuffix(END) + "\n| # | Path |\n|---|---|\n| 2 | thi"
    put_map(project, a_map(age_s=360), "older.md", age_s=360)
    put_map(project, cut, "newer.md", age_s=5)
    assert taken(ask(project)) == "older.md"

    (project / "restore-maps" / "older.md").unlink()
    assert missed(ask(project)) is Reason.PARTIAL_MAP


def test_a_map_without_its_end_that_still_grows_is_partial(project: Path) -> None:
    path = put_map(project, a_map(end=False), age_s=0)
    asked = Asked(folders=(project,), now=datetime.now(UTC))

    def grow(_: float) -> None:
        with path.open("a") as stream:
            stream.write("- more\n")

    assert missed(locate(asked, SETTINGS, sleep=grow)) is Reason.PARTIAL_MAP
    assert taken(locate(asked, SETTINGS, sleep=lambda _: None)) == path.name


def test_a_map_with_its_end_is_not_waited_for(project: Path) -> None:
    put_map(project, a_map(), age_s=0)

    def never(_: float) -> None:
        raise AssertionError("waited")

    assert isinstance(locate(Asked(folders=(project,), now=datetime.now(UTC)), SETTINGS, sleep=never), Located)


def test_notes_drafts_pages_and_handoffs_are_no_maps(project: Path) -> None:
    folder = project / "restore-maps"
    put_map(project, "---\ntitle: x\nconfidence: low\n---\n\n## Accomplished\n\n- Merged #31\n", "page-copy-map.md")
    put_map(project, "# Handoff\n\n1. Goal\nnothing\n", "handoff.md")
    put_map(project, a_map(), "RESTORED-20260314-1642.md")
    put_map(project, a_map(), ".hidden.md")
    put_map(project, a_map(), "RESTORE-MAP.md.tmp")
    assert folder.is_dir()
    assert missed(ask(project)) is Reason.NO_MAP

    put_map(project, a_map(), "map-lead.md")
    assert taken(ask(project)) == "map-lead.md"


def test_openrigs_places_are_looked_into(project: Path) -> None:
    for place in (
        ".openrig/compaction/preparation/s1/2/RESTORE-MAP.md",
        "rigs/shop/seats/lead@a/RESTORE-MAP-20260314-1642.md",
    ):
        path = project / place
        path.parent.mkdir(parents=True)
        path.write_text(a_map("lead@a"))
        assert taken(ask(project, "lead@a")) == path.name
        path.unlink()


def test_maps_outside_the_project_are_found_by_an_absolute_glob(project: Path, tmp_path: Path) -> None:
    (tmp_path / "topology" / "seats").mkdir(parents=True)
    (tmp_path / "topology" / "seats" / "m.md").write_text(a_map())

    assert taken(ask(project, settings=Settings(maps=(f"{tmp_path}/topology/*/m.md",)))) == "m.md"


def test_folders_broken_links_and_closed_files_are_named(project: Path) -> None:
    folder = project / "restore-maps"
    folder.mkdir()
    (folder / "link.md").symlink_to(folder / "nowhere")
    found = ask(project)
    assert missed(found) is Reason.UNREADABLE_MAP
    assert isinstance(found, Missed)
    assert found.path == folder / "link.md"

    (folder / "dir.md").mkdir()
    put_map(project, a_map())
    assert taken(ask(project)) == "RESTORE-MAP.md"


def test_a_map_without_a_seat_serves_a_project_without_seats(project: Path) -> None:
    put_map(project, "# Restore map\n- Done: x (#12)\n")
    assert taken(ask(project)) == "RESTORE-MAP.md"
    assert missed(ask(project, "lead@a")) is Reason.NO_MAP


def test_a_map_without_a_seat_belongs_to_the_session_it_names(project: Path) -> None:
    put_map(project, "# Restore map\nSession: aaaaaaaa-0001\n- Done: x (#12)\n", "a.md", age_s=60)
    put_map(project, "# Restore map\nSession: bbbbbbbb-0002\n- Done: y (#13)\n", "b.md", age_s=30)

    assert taken(ask(project, session="aaaaaaaa-0001")) == "a.md"
    assert taken(ask(project, "lead@a", session="aaaaaaaa-0001")) == "a.md"


@pytest.mark.parametrize("seat", ["e\u0301quipe@x", "\u00e9quipe@x"])
def test_one_word_in_two_encodings_is_one_seat(project: Path, seat: str) -> None:
    put_map(project, a_map("e\u0301quipe@x"))

    assert taken(ask(project, seat)) == "RESTORE-MAP.md"


def test_many_maps_are_looked_through_quickly_enough_for_a_worker(project: Path) -> None:
    for number in range(300):
        put_map(project, a_map(f"lead@{number}"), f"m{number}.md")
    started = time.process_time()

    assert taken(ask(project, "lead@250")) == "m250.md"
    assert time.process_time() - started < 5

"""The look at names and heads: what is taken for the newest map, and when it was written."""

import os
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from worlds import END, a_map, put_map

from distill.compaction import newest_map
from distill.compaction.unfilled import FIRST_PARTS, is_unfilled
from distill.maps.template import NewMap, render
from distill.model import Seat

NOW = datetime(2026, 11, 30, 14, 0, tzinfo=UTC)
PREVIOUS = "`restore-maps/RESTORE-MAP-20261130-1350Z-lead@plantshop.md`"


def begun(seat: str = "plantshop", session: str = "") -> str:
    return render(NewMap(seat=Seat(seat), session=session, written=NOW, previous=PREVIOUS))


@pytest.mark.parametrize("seat", ["", "lead@plantshop"])
def test_a_template_that_nobody_filled_in_is_passed_over(project: Path, seat: str) -> None:
    filled = put_map(project, a_map(), age_s=240)
    put_map(project, begun("lead@plantshop", "session-2"), "begun.md", age_s=1)

    found = newest_map.find([str(project)], "session-2", seat)

    assert found is not None
    assert found[0] == str(filled)


def test_the_name_of_the_map_before_is_no_second_seat(project: Path) -> None:
    put_map(project, a_map(), age_s=240)
    later = begun().replace("## Summary\n", "## Summary\n\nI hold PLT-19.\n")
    newest = put_map(project, later, "later.md", age_s=1)

    found = newest_map.find([str(project)], "session-2", "")

    assert found is not None
    assert found[0] == str(newest)


def test_the_time_that_a_map_names_counts_before_that_of_its_file(project: Path) -> None:
    path = put_map(project, begun())
    os.utime(path, (1e9, 1e9))

    assert newest_map.written(str(path), 1e9) == NOW.timestamp()

    path.write_text("# Restore map\n\nWritten: this morning\n", "utf-8")
    assert newest_map.written(str(path), 1e9) == 1e9
    assert newest_map.written(str(project / "none.md"), 2e9) == 2e9


@given(filled=st.sets(st.sampled_from(FIRST_PARTS)), later=st.timedeltas(timedelta(0), timedelta(days=9)))
def test_a_map_is_unfilled_until_one_of_its_first_parts_says_something(filled: set[str], later: timedelta) -> None:
    text = render(NewMap(seat=Seat("lead@plantshop"), session="", written=NOW + later))
    for part in filled:
        text = text.replace(f"## {part}\n", f"## {part}\n\nNone.\n")

    assert is_unfilled(text) is not bool(filled)


def test_a_map_of_another_form_is_no_template() -> None:
    assert not is_unfilled(a_map())
    assert not is_unfilled("# Notes\n" + END)
    assert not is_unfilled("")


def test_a_seat_without_an_at_sign_is_found_by_its_line_or_its_folder(project: Path) -> None:
    lines = {"lead": "Seat: lead", "dev": "- **Seat:** `dev`", "ops": "Sitz: ops"}
    maps = {
        seat: put_map(project, f"# Restore map\n\n{line}\n\n## Summary\nI hold it.\n{END}", f"{seat}.md")
        for seat, line in lines.items()
    }
    folder = project / "rigs" / "shop" / "seats" / "qa"
    folder.mkdir(parents=True)
    maps["qa"] = folder / "RESTORE-MAP-1.md"
    maps["qa"].write_text(f"# Restore map\n\n## Summary\nI hold it.\n{END}", "utf-8")

    for seat, path in maps.items():
        found = newest_map.find([str(project)], "", seat)
        assert found is not None, seat
        assert found[0] == str(path)
    assert newest_map.find([str(project)], "", "hold") is None
    assert newest_map.find([str(project)], "", "") is None  # four seats, and nobody says which


def test_a_map_begun_for_a_seat_without_an_at_sign_is_that_seats(project: Path) -> None:
    mine = put_map(project, begun("lead").replace("## Summary\n", "## Summary\n\nI hold it.\n"), "a.md", age_s=90)
    put_map(project, begun("dev").replace("## Summary\n", "## Summary\n\nI hold it.\n"), "b.md", age_s=9)

    found = newest_map.find([str(project)], "", "lead")

    assert found is not None
    assert found[0] == str(mine)


def test_prose_about_a_seat_names_none(project: Path) -> None:
    put_map(project, f"# Restore map\n\nSeat of the shop is the old mill.\nThe lead waits.\n{END}")

    assert newest_map.find([str(project)], "", "lead") is None
    assert newest_map.find([str(project)], "", "") is not None

"""The line on a page about a restore: put there once, kept when the page is made again, never over a person's words."""

from worlds import a_map

from distill import config, pipeline
from distill.maps import facts
from distill.model import Confidence
from distill.outcome import Written
from distill.pages.read import parse
from distill.pages.restored import MOST, START, noted, notes_of
from distill.pages.review import reviewed
from distill.pages.seal import is_as_written


def a_page(project: "object") -> str:
    from datetime import UTC, datetime
    from pathlib import Path

    root = Path(str(project))
    raw = pipeline.RawMap(data=a_map().encode(), path="", modified=datetime.now(UTC))
    place = pipeline.Place(wiki=root / "wiki", state=root / "state")
    made = pipeline.run(raw, config.load(root, env={}), place, env={})
    assert isinstance(made, Written)
    assert facts.seat_of(a_map(), "") == made.seat
    return made.page.read_text("utf-8")


def test_a_note_is_put_on_the_page_and_nothing_else_changes(project: "object") -> None:
    before = a_page(project)
    after = noted(before, f"{START}, once <b>.")

    assert notes_of(parse(after).notes) == (f"{START}, once <b>.",)
    assert parse(after).sections == parse(before).sections
    assert is_as_written(after)
    assert noted(after, f"{START}, once <b>.") == after


def test_only_the_last_restores_are_told(project: "object") -> None:
    text = a_page(project)
    for number in range(6):
        text = noted(text, f"{START}, {number}.")

    assert notes_of(parse(text).notes) == tuple(f"{START}, {n}." for n in range(6 - MOST, 6))


def test_a_page_that_a_person_changed_or_reviewed_is_left_alone(project: "object") -> None:
    from datetime import UTC, datetime

    before = a_page(project)

    assert noted(before + "\nMine.\n", f"{START}, once.") == ""
    assert noted(reviewed(before, Confidence.REVIEWED, by="Ann", at=datetime.now(UTC)), f"{START}, once.") == ""

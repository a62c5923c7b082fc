"""The seal tells a person's changes; a review raises the confidence, a later change drops it."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from worlds import a_map, pages, put_map

from distill import pipeline
from distill.config import Settings
from distill.errors import PageError
from distill.model import Confidence
from distill.outcome import Written
from distill.pages import review, seal
from distill.pages.read import parse

AT = datetime(2026, 11, 30, 9, 15, tzinfo=UTC)


@pytest.fixture
def text(project: Path) -> str:
    """Give the text of a page as it was written."""
    raw = pipeline.read_map(put_map(project, a_map()), Settings())
    assert isinstance(raw, pipeline.RawMap)
    place = pipeline.Place(wiki=project / "wiki", state=project / ".distill")
    assert isinstance(pipeline.run(raw, Settings(engine="extractive"), place, env={}), Written)
    return pages(project)[0].read_text("utf-8")


def test_a_page_is_sealed_as_it_is_written(text: str) -> None:
    assert parse(text).meta.seal == seal.seal_of(text)
    assert seal.is_as_written(text)


def test_line_ends_and_a_mark_that_an_editor_adds_are_no_change(text: str) -> None:
    assert seal.is_as_written("\ufeff" + text.replace("\n", "\r\n"))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("PLT-19", "PLT-20"),
        ("- None", "- None"),
        ("## Decisions", "## Decisions\n- Mine."),
        ("title: '", "title: 'Mine: "),
        ("engine: extractive", "engine: extractive\nmine: 1"),
        ("seal: '", "seal: '0"),
    ],
)
def test_a_change_by_a_person_is_seen(text: str, before: str, after: str) -> None:
    changed = text.replace(before, after, 1)

    assert seal.is_as_written(changed) is (changed == text)


def test_a_page_without_a_seal_may_have_been_changed(text: str) -> None:
    assert not seal.is_as_written("\n".join(line for line in text.split("\n") if not line.startswith("seal:")))
    assert not seal.is_as_written("no page at all")


@given(st.integers(0, 10_000), st.characters(exclude_categories=("Cs",)))
def test_any_letter_that_is_put_in_breaks_the_seal(at: int, letter: str) -> None:
    at %= len(PAGE)
    changed = PAGE[:at] + letter + PAGE[at:]

    assert not seal.is_as_written(changed) or seal.normal(changed) == seal.normal(PAGE)


PAGE_BODY = """---
title: 'A page'
date: 2026-11-30T09:15:00Z
seat: lead@plant
confidence: low
seal: '{}'
schema: 1
---
# A page
lead@plant · 2026-11-30 09:15Z · confidence low: verify before acting

## Accomplished
- Done. (L1)
"""
PAGE = PAGE_BODY.format(seal.seal_of(PAGE_BODY.format("0" * 16)))


def test_a_review_says_who_and_when_and_is_no_change(text: str) -> None:
    read = review.reviewed(text, Confidence.VERIFIED, by="  Ada   L. ", at=AT)

    meta = parse(read).meta
    assert (meta.confidence, meta.reviewed_by, meta.reviewed_at) == ("verified", "Ada L.", "2026-11-30T09:15:00Z")
    assert "· confidence verified: checked by a person\n" in read
    assert seal.is_as_written(read)
    assert not review.outlived(read, meta)


def test_a_later_change_outlives_the_review_and_drops_it(text: str) -> None:
    changed = review.reviewed(text, Confidence.REVIEWED, by="Ada", at=AT).replace("PLT-19", "PLT-20")

    assert review.outlived(changed, parse(changed).meta)
    lowered = review.dropped(changed)
    assert parse(lowered).meta.confidence is Confidence.LOW
    assert parse(lowered).meta.reviewed_by == "Ada"
    assert "PLT-20" in lowered
    assert "· confidence low: verify before acting\n" in lowered
    assert not review.outlived(lowered, parse(lowered).meta)


def test_all_else_on_the_page_stays_to_the_letter(text: str) -> None:
    mine = text.replace("confidence: low\n", "# a remark\nconfidence: low\nmine: [1,  2]\n").replace(
        "## Dec", "Mine.\n\n## Dec"
    )

    read = review.reviewed(mine, Confidence.REVIEWED, by="Ada", at=AT)

    def rest(page: str) -> list[str]:
        return [
            line
            for line in page.split("\n")
            if not line.startswith(("confidence:", "reviewed_")) and "· conf" not in line
        ]

    assert rest(read) == rest(mine)


def test_a_second_review_takes_the_place_of_the_first(text: str) -> None:
    once = review.reviewed(text, Confidence.REVIEWED, by="Ada", at=AT)
    twice = review.reviewed(once, Confidence.VERIFIED, by="Grace", at=AT)

    assert twice.count("reviewed_by:") == 1
    assert parse(twice).meta.reviewed_by == "Grace"


@pytest.mark.parametrize("name", ["", "  ", "---"])
def test_a_review_needs_a_name(text: str, name: str) -> None:
    with pytest.raises(PageError, match="needs a name"):
        review.reviewed(text, Confidence.REVIEWED, by=name, at=AT)


@given(st.text(max_size=200))
def test_any_name_can_be_read_back(name: str) -> None:
    try:
        read = review.reviewed(PAGE, Confidence.REVIEWED, by=name, at=AT)
    except PageError:
        return
    assert parse(read).meta.confidence is Confidence.REVIEWED
    assert seal.is_as_written(read)


def test_what_is_no_page_is_refused() -> None:
    with pytest.raises(PageError):
        review.reviewed("# A page", Confidence.REVIEWED, by="Ada", at=AT)


def test_after_a_change_that_is_not_a_persons_the_seal_is_put_right(text: str) -> None:
    changed = seal.resealed(text.replace("PLT-19", "REDACTED-x-1"))

    assert seal.is_as_written(changed)
    assert "REDACTED-x-1" in changed

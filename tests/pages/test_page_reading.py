"""Reading pages that people edited or broke: FM01, FM02, FM04, FM05, FM06, FM08, FM09, FM10, FM12, FM13, MK02."""

import contextlib
import dataclasses
import json
import runpy
import time
from datetime import UTC, datetime
from pathlib import Path

import frontmatter
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from distill.errors import PageError
from distill.model import Confidence, Lines, Seat, Section
from distill.pages.page import Bullet, Page, PageMeta
from distill.pages.read import parse
from distill.pages.render import render

BUGS = Path(__file__).parent.parent / "bugs"
AT = datetime(2026, 10, 18, 18, 21, 7, tzinfo=UTC)
TITLES = json.loads((BUGS / "FM01" / "titles.json").read_text("utf-8"))
WORDS = json.loads((BUGS / "FM08" / "seats.json").read_text("utf-8"))
DATES = ["2026-10-18", "20261018", "1.10", "yes", "0123456", "12:30:45", "1e3", "0x1f", "0o17", ".inf", "=", "<<"]
BODY = "# x\n\n## Accomplished\n- a\n## Decisions\n## Open Items\n"


def page(**meta):
    return Page(PageMeta(**{"title": "t", "date": AT, "seat": Seat("a"), **meta}))


def text(front, body=BODY):
    return f"---\n{front}\n---\n{body}"


@pytest.mark.parametrize("value", dict.fromkeys([*TITLES, *WORDS, *DATES]))
def test_fm01_fm08_mk02_text_stays_text(value):
    made = page(title=value, seat=Seat(value), tags=(value,), session_id=value)
    assert parse(render(made)) == made
    read = frontmatter.loads(render(made)).metadata
    assert isinstance(read["title"], str)
    assert isinstance(read["seat"], str)
    assert all(isinstance(tag, str) for tag in read["tags"])


def test_fm02_keys_we_do_not_know_are_kept_as_they_stand():
    own = (BUGS / "FM02" / "page.md").read_text("utf-8").replace("title: x\n", "title: x\nseat: a\n")
    written = render(parse(own))
    for line in ("started: 2026-10-18T23:39:45-04:00", "sleep: 10:00", "wake: 06:20", "version: 1.10"):
        assert f"\n{line}\n" in written
    nested = text("title: x\ndate: 2026-10-18\nseat: a\nmine:\n  - one: {a: b} # why\n  - two\nlast: yes")
    assert "\nmine:\n  - one: {a: b} # why\n  - two\nlast: yes\n---\n" in render(parse(nested))


@pytest.mark.parametrize("value", ["2026-10-18T18:21:07Z", "'2026-10-18 20:21:07+02:00'", '"2026-10-18T18:21:07.5"'])
def test_fm02_dates_are_read_quoted_or_not(value):
    assert parse(text(f"title: x\ndate: {value}\nseat: a")).meta.date == AT


@pytest.mark.parametrize("ends", ["\r\n", "\r"])
def test_fm04_fm05_marks_and_line_ends_change_nothing(ends):
    made = Page(page().meta, ("note",), ((Section.DECISIONS, (Bullet("d", Lines(1, 2)),)),))
    assert parse("\ufeff" + render(made).replace("\n", ends)) == made


def test_fm06_only_the_first_block_is_front_matter():
    body = BODY + "---\ntitle: second\nconfidence: verified\n---\n"
    assert parse(text("title: x\ndate: 2026-10-18\nseat: a", body)).meta.confidence is Confidence.LOW


def test_fm09_a_key_given_twice_is_named():
    own = (BUGS / "FM09" / "page.md").read_text("utf-8")
    with pytest.raises(PageError, match=r"page\.md: .*'status' twice"):
        parse(own, name="page.md")


def test_fm10_alias_bombs_are_refused_at_once(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    runpy.run_path(str(BUGS / "FM10" / "gen.py"))
    bombs = [
        (tmp_path / "page.md").read_text("utf-8"),
        text("a: " + "[" * 20_000 + "]" * 20_000),
        text("a: " + "{a: " * 2_000 + "}" * 2_000),
        text("- " * 20_000),
        text("\n".join(f"k{n}: v" for n in range(20_000))),
        text("title: x\ndate: 2026-10-18\nseat: a\ninput_tokens: " + "9" * 5_000),
        text("title: x\ndate: 2026-13-40\nseat: a"),
        text("? - a\n: b"),
    ]
    for bomb in bombs:
        start = time.monotonic()
        with pytest.raises(PageError):
            parse(bomb)
        assert time.monotonic() - start < 1


@pytest.mark.parametrize(
    ("front", "named"),
    [
        ("title: Fix: x", "line 1"),
        ("title: x\nseat: a", "'date'"),
        ("title: x\ndate: yesterday\nseat: a", "'date'"),
        ("title: [x]\ndate: 2026-10-18\nseat: a", "'title'"),
        ("title: x\ndate: 2026-10-18\nseat: a\nconfidence: high", "'confidence'"),
        ("title: x\ndate: 2026-10-18\nseat: a\nredactions: [1]", "'redactions'"),
        ("title: x\ndate: 2026-10-18\nseat: a\ncost_usd: .nan", "'cost_usd'"),
        ("[a, b]", "key: value"),
        ("{title: x}", "key: value"),
    ],
)
def test_what_cannot_be_read_names_page_and_key(front, named):
    with pytest.raises(PageError, match=r"^p\.md: ") as error:
        parse(text(front), name="p.md")
    assert named in str(error.value)


@pytest.mark.parametrize("own", ["", "# x\n", "---\ntitle: x\n", "--- \n"])
def test_a_page_without_front_matter_is_named(own):
    with pytest.raises(PageError, match="does not begin with front matter"):
        parse(own)


def test_a_section_given_twice_is_named():
    with pytest.raises(PageError, match="'Decisions' twice"):
        parse(text("title: x\ndate: 2026-10-18\nseat: a", BODY + "## Decisions\n"))


def test_what_people_write_is_understood():
    body = "# x\nfacts\n\n> my note\n\n"
    body += "## Open Items\n* [X] done **now** &copy; (L3-5)\n+ [ ] next\nprose\n\n## Mine\n- not ours\n"
    read = parse(text("title: R&amp;D\ndate: 2026-10-18\nseat: null\ntags: one", body))
    assert read.meta.title == "R&D"
    assert read.meta.seat == "null"
    assert read.meta.tags == ("one",)
    assert read.notes == ("my note",)
    assert read.bullets(Section.OPEN_ITEMS) == (
        Bullet("done **now** ©", Lines(3, 5), box=True),
        Bullet("next", box=False),
    )
    assert [name for name, _ in read.sections] == ["Accomplished", "Decisions", "Open Items"]


def test_fm12_terminal_codes_are_taken_out_and_the_rest_is_whole():
    ugly = (
        "build \x1b[32mok\x1b[0m\x07 nul \x00 and back\x08space link \x1b]8;;https://example.test\x07text\x1b]8;;\x07"
    )
    written = render(page(title=ugly, seat=Seat(ugly)))
    assert "build ok nul and backspace link text" in written
    assert not any(ord(char) < 32 and char != "\n" for char in written)


def test_fm13_one_changed_field_is_one_changed_line():
    made = page(title="🌱 完成", tags=("session",))
    changed = dataclasses.replace(made, meta=dataclasses.replace(made.meta, confidence=Confidence.REVIEWED))
    before, after = render(made).split("\n"), render(changed).split("\n")
    assert "title: '🌱 完成'" in before
    differing = [(b, a) for b, a in zip(before, after, strict=True) if b != a]
    assert [a for _, a in differing] == [
        "confidence: reviewed",
        "a · 2026-10-18 18:21Z · confidence reviewed: read by a person",
    ]


def test_reserved_keys_of_the_theme_never_come_from_us():
    keys = frontmatter.loads(render(page())).metadata.keys()
    assert not keys & {"template", "icon", "hide", "status", "search", "description"}


HEAD = "---\ntitle: T\ndate: 2026-10-18T18:21:07Z\nseat: a@b\n---\n# T\n\n## Accomplished\n"


@given(st.lists(st.sampled_from(["- ", "* [x] ", "## Open Items", "> ", "\n"]) | st.text(max_size=8), max_size=30))
@example(["- ", "\x1b"])
@example(["- ", "\u2066 (L3)"])
def test_whatever_stands_below_the_front_matter_is_read_or_refused(parts):
    with contextlib.suppress(PageError):  # a section that is there twice
        page = parse(HEAD + "".join(parts))
        assert all(bullet.text for _, bullets in page.sections for bullet in bullets)

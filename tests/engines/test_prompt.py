"""The map in the request: one block of numbered data that it cannot leave."""

import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from distill.engines.prompt import lines_of, prompt_id, render, schema
from distill.engines.shorten import LeftOut, Shown, shorten
from distill.model import Redacted

MT05 = (Path(__file__).parent.parent / "bugs" / "MT05" / "map.md").read_text("utf-8")
FENCE = re.compile(r"^<(/?restore_map-[0-9a-f]{12})>$", re.MULTILINE)


def user(text: str, budget: int = 400_000) -> str:
    return render(Redacted(text=text), structured=True, budget=budget).user


def test_lines_are_numbered_as_the_page_cites_them():
    assert "\n1| # A\n2| \n3| b\n" in user("# A\n\nb\n")


def test_mt05_a_map_that_copies_the_fence_stays_inside_it():
    shown = user(MT05)

    assert len(re.findall(r"<\s*/\s*restore_map", shown, re.IGNORECASE)) == 1
    assert len(re.findall(r"<\s*restore_map", shown, re.IGNORECASE)) == 1
    assert "remember this rule" in shown.partition("</restore_map")[0]


@given(
    st.lists(
        st.sampled_from(
            [
                "</restore_map",
                "<",
                "/",
                "restore_map-",
                "RESTORE_MAP>",
                "0123456789ab>",
                "\n",
                "\u2028",
                " ",
                "$map",
                "${tag}",
                "x",
            ]
        )
    )
)
def test_no_map_can_close_or_open_a_fence(pieces):
    shown = user("".join(pieces))
    opening, closing = FENCE.findall(shown)

    assert closing == f"/{opening}"
    assert len(re.findall(r"<\s*/?\s*restore_map", shown, re.IGNORECASE)) == 2


@given(st.text())
def test_any_text_can_be_sent_and_keeps_its_lines(text):
    shown = user(text)
    shown.encode("utf-8")
    block = shown[shown.index(">\n") + 2 : shown.rindex("\n</restore_map")]

    assert block.count("\n") + 1 == len(lines_of(text))


def test_the_same_map_gives_the_same_request():
    assert user(MT05) == user(MT05)
    assert FENCE.findall(user(MT05)) != FENCE.findall(user(MT05 + "."))


def test_the_rules_are_in_the_system_prompt():
    system = render(Redacted(text="a"), structured=True).system

    for word in ("obeyed", "REDACTED-", "never raised", "lines", "language of the map"):
        assert word in system


def test_without_structured_output_the_schema_is_in_words():
    system = render(Redacted(text="a"), structured=False).system

    assert json.dumps(schema(), separators=(",", ":")) in system


def test_the_prompt_has_a_name_that_follows_its_files():
    assert re.fullmatch(r"distill@[0-9a-f]{8}", prompt_id())


def test_a_map_that_fits_is_shown_whole():
    prompt = render(Redacted(text=MT05), structured=True)

    assert prompt.unread_lines == 0
    assert "left out" not in prompt.user


def section(title: str, lines: int) -> list[str]:
    return [f"## {title}", *(f"{title} {n} {'x' * 40}" for n in range(lines))]


def test_a_map_that_is_too_long_keeps_its_headings_its_short_sections_and_both_ends():
    lines = [*section("Now", 5), *section("Old (superseded)", 50), *section("Log", 500), *section("Open", 5)]
    shown = shorten(lines, 6_000)
    texts = [part.text for part in shown if isinstance(part, Shown)]

    assert [t for t in texts if t.startswith("##")] == ["## Now", "## Old (superseded)", "## Log", "## Open"]
    assert [t for t in texts if t.startswith(("Now", "Open"))] == [*section("Now", 5)[1:], *section("Open", 5)[1:]]
    assert not [t for t in texts if t.startswith("Old")]
    assert any(t.startswith("Log 0 ") for t in texts)
    assert any(t.startswith("Log 499 ") for t in texts)


@pytest.mark.parametrize(
    ("superseded", "files", "open_"),
    [
        ("Superseded plan", "Reading list", "Open"),
        ("ÜBERHOLT: der alte Plan", "Dateien", "Offen"),
        ("已废弃", "文件", "待办"),
    ],
)
def test_what_weighs_least_goes_first_in_any_language(superseded, files, open_):
    lines = [*section(superseded, 20), *section(files, 60), *section(open_, 60)]
    shown = [part.text for part in shorten(lines, 4_500) if isinstance(part, Shown)]

    assert [t for t in shown if t.startswith("##")] == [f"## {t}" for t in (superseded, files, open_)]
    assert sum(t.startswith(superseded) for t in shown) == 0
    assert sum(t.startswith(open_) for t in shown) == 60
    assert 0 < sum(t.startswith(files) for t in shown) < 60


@given(
    st.lists(st.sampled_from(["# a", "## Superseded", "```", "text", "", "y" * 300, "z" * 3000]), max_size=60),
    st.integers(0, 4000),
)
def test_a_shortened_map_keeps_its_budget_and_accounts_for_every_line(lines, budget):
    if not lines:
        return
    shown = shorten(lines, budget)
    numbers = [
        n for part in shown for n in (range(part.first, part.last + 1) if isinstance(part, LeftOut) else [part.number])
    ]

    assert numbers == list(range(1, len(lines) + 1))
    superseded = sum(len(line) + 1 for line in lines if line == "## Superseded")
    assert sum(len(part.text) + 1 for part in shown if isinstance(part, Shown)) <= max(budget, superseded)
    assert all(part.text in {line := lines[part.number - 1], line[:2000]} for part in shown if isinstance(part, Shown))

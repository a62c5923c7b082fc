"""The reading list as people and agents write it: tables, lists, figures, tiers, entries of all kinds."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from worlds import REPOSITORY

from distill.maps.decode import decode
from distill.maps.entry import EntryKind, entry_of
from distill.maps.figures import figure_in
from distill.maps.reading_list import ReadingList, reading_list
from distill.model import Lines

TABLE = """# Map

## Ranked Reading List
| # | Path | ~tokens | Why |
|---|------|---------|-----|
{rows}
"""


def listed(*rows: str) -> ReadingList:
    return reading_list(TABLE.format(rows="\n".join(rows)))


def test_the_canonical_table() -> None:
    text = decode((REPOSITORY / "tests/fixtures/maps/orchestrator.md").read_bytes()).text

    found = reading_list(text)

    assert [row.rank for row in found.rows] == [1, 2, 3, 4, 5, 6, 7, 8]
    assert [row.entry for row in found.to_tier(1)] == [
        "world pack",
        "this map",
        ".factory.yml",
        "lantern/webhook/retry.py",
        "tests/webhook/test_retry_signature.py",
    ]
    assert [(tier.label, tier.total) for tier in found.tiers] == [("Tier 1 line", 8200), ("Tier 2 line", 21700)]
    assert sum(row.tokens or 0 for row in found.to_tier(1)) == 8200
    assert found.to_tier(9) == found.rows
    assert text.split("\n")[found.rows[3].line - 1].startswith("| 4 | lantern/webhook/retry.py")


def test_a_row_after_the_last_line_is_of_a_tier_of_its_own() -> None:
    found = listed(
        "| — | Tier 1 line | ~0 | |", "| 1 | a.md | ~10 | x |", "| — | Tier 2 line | ~10 | |", "| 2 | b.md | | |"
    )

    assert [(row.entry, row.tier) for row in found.rows] == [("a.md", 2), ("b.md", 3)]
    assert found.to_tier(1) == ()


@pytest.mark.parametrize("dash", ["—", "–", "-", "---", "―", "─", "−"])
def test_any_dash_makes_a_tier_line(dash: str) -> None:
    found = listed("| 1 | a.md | 5 | |", f"| {dash} | Tier 1 line | ~5 | |")

    assert [tier.total for tier in found.tiers] == [5]


def test_a_dash_before_a_file_is_no_tier_line() -> None:
    found = listed("| - | `docs/a.md` | ~5 | no rank |")

    assert [(row.rank, row.entry) for row in found.rows] == [(None, "docs/a.md")]


@pytest.mark.parametrize(
    ("heading", "header"),
    [
        ("阅读清单", "| 序号 | 路径 | 令牌 | 原因 |"),
        ("読むファイル", "| 順位 | ファイル | トークン | 理由 |"),
        ("읽기 목록", "| 순위 | 경로 | 토큰 | 이유 |"),
        ("Leseliste", "| Rang | Datei | ~Token | Warum |"),
        ("Список для чтения", "| № | Файл | Токены | Почему |"),
        ("קריאה", "| מס | קובץ | רמז ~tokens | למה |"),
        ("Anything at all", "| # | Path | ~tokens | Why |"),
        ("Reading List", "| A | B | C | D |"),
    ],
)
def test_headings_and_headers_of_other_languages(heading: str, header: str) -> None:
    found = reading_list(f"## {heading}\n\n{header}\n|:-:|---|--:|---|\n| 1 | `src/a.py` | ~1.3k | 核心 |\n")

    assert [(row.rank, row.entry, row.tokens, row.why) for row in found.rows] == [(1, "src/a.py", 1300, "核心")]


def test_columns_in_another_order_and_without_a_rank() -> None:
    found = reading_list(
        "## Reading list\n| Why | ~tokens | File |\n|-|-|-|\n| core | 2k | a/b.py |\n| stop | ~2k | Tier 1 |\n"
    )

    assert [(row.rank, row.entry, row.tokens, row.why) for row in found.rows] == [(None, "a/b.py", 2000, "core")]
    assert [(tier.label, tier.total) for tier in found.tiers] == [("Tier 1", 2000)]


def test_a_numbered_list_with_notes_and_tiers() -> None:
    found = reading_list(
        "**Read first:**\n1. `docs/tides.md` (3k)\n2. api/forecast.go — ~9,000 tokens — the heart\n   - a note\n"
        "3. [plan](a/b.md) why it is so\n--- Tier 1 line (~12k) ---\n4. world pack\n5. `git diff main` (~500)\n"
        "### Next\n1. c.md\n"
    )

    assert [(row.rank, row.entry, row.tokens, row.why, row.tier) for row in found.rows] == [
        (1, "docs/tides.md", 3000, "", 1),
        (2, "api/forecast.go", 9000, "the heart", 1),
        (3, "a/b.md", None, "why it is so", 1),
        (4, "world pack", None, "", 2),
        (5, "git diff main", 500, "", 2),
    ]
    assert [tier.total for tier in found.tiers] == [12_000]


def test_tiers_that_are_headings_open_what_is_below_them() -> None:
    found = reading_list("## Leseliste\n### Stufe 1 (~50k)\n- a.md\n- b.md\n### Stufe 2\n- c.md\n")

    assert [(row.entry, row.tier) for row in found.rows] == [("a.md", 1), ("b.md", 1), ("c.md", 2)]


def test_what_is_fenced_is_no_list() -> None:
    fenced = "```\n" + TABLE.format(rows="| 1 | a.md | 5 | |") + "```\n"

    assert reading_list(fenced) == ReadingList()
    assert [row.entry for row in reading_list(fenced + TABLE.format(rows="| 1 | b.md | 5 | |")).rows] == ["b.md"]


def test_other_tables_and_lists_are_left_alone() -> None:
    assert (
        reading_list("## Merged\n| PR | Ticket | What | Merged |\n|-|-|-|-|\n| #1 | A-1 | b.md | 09:12Z |\n")
        == ReadingList()
    )
    assert reading_list("## Next\n1. a.md\n2. b.md\n") == ReadingList()


@pytest.mark.parametrize(
    ("cell", "text", "kind", "ranges"),
    [
        ("lantern/webhook/retry.py", "lantern/webhook/retry.py", EntryKind.PATH, ()),
        ("`src/a.py:12-80`", "src/a.py", EntryKind.PATH, (Lines(12, 80),)),
        ("`src/a.py`:12–80", "src/a.py", EntryKind.PATH, (Lines(12, 80),)),
        ("`src/a.py` (lines 5-6)", "src/a.py", EntryKind.PATH, (Lines(5, 6),)),
        ("src/a.py:12-80,100-120", "src/a.py", EntryKind.PATH, (Lines(12, 80), Lines(100, 120))),
        ("src/a.py:7", "src/a.py", EntryKind.PATH, (Lines(7, 7),)),
        ("[the plan](docs/plan.md#L3-L9)", "docs/plan.md", EntryKind.PATH, (Lines(3, 9),)),
        ("**docs/plan.md** — section 3", "docs/plan.md", EntryKind.PATH, ()),
        ("@docs/plan.md", "docs/plan.md", EntryKind.PATH, ()),
        ("docs/my plan.md", "docs/my plan.md", EntryKind.PATH, ()),
        ("docs\\plan.md", "docs\\plan.md", EntryKind.PATH, ()),
        ("~/notes", "~/notes", EntryKind.PATH, ()),
        ("Makefile", "Makefile", EntryKind.PATH, ()),
        ("文档/计划.md:3-4", "文档/计划.md", EntryKind.PATH, (Lines(3, 4),)),
        ("`git log -5`", "git log -5", EntryKind.COMMAND, ()),
        ("`touch pwned`", "touch pwned", EntryKind.COMMAND, ()),
        ("$ ./run.sh", "./run.sh", EntryKind.COMMAND, ()),
        ("git diff main...HEAD", "git diff main...HEAD", EntryKind.COMMAND, ()),
        ("world pack", "world pack", EntryKind.NAME, ()),
        ("this map", "this map", EntryKind.NAME, ()),
        ("make the plan clear", "make the plan clear", EntryKind.NAME, ()),
        ("https://example.org/a.md", "https://example.org/a.md", EntryKind.NAME, ()),
        ("N/A", "N/A", EntryKind.NAME, ()),
        ("", "", EntryKind.NAME, ()),
    ],
)
def test_entries(cell: str, text: str, kind: EntryKind, ranges: tuple[Lines, ...]) -> None:
    found = entry_of(cell)

    assert (found.text, found.kind, found.ranges) == (text, kind, ranges)


@pytest.mark.parametrize("name", ["this map", "This restore map", "本图", "このマップ", "diese Karte", "эта карта"])
def test_the_map_itself_is_known(name: str) -> None:
    assert [row.means_this_map for row in listed(f"| 1 | {name} | ~5 | |").rows] == [True]


@pytest.mark.parametrize(
    ("written", "tokens"),
    [
        ("~2000", 2000),
        ("2k", 2000),
        ("~2,000", 2000),
        ("2.000", 2000),
        ("1 200", 1200),
        ("4500 tok", 4500),
        ("1.5K", 1500),
        ("~1.3万", 13000),
        ("２０００", 2000),
        ("٢٠٠٠", 2000),
        ("~0", 0),
        ("", None),
        ("lookup only", None),
    ],
)
def test_figures(written: str, tokens: int | None) -> None:
    found = figure_in(written)

    assert (found.tokens if found else None) == tokens


HEADER = "| # | Path | ~tokens | Why |\n|---|---|---|---|\n"
MARKS = [*"`~[)(\\ \t\n層９²½", "| ", "|---|", "``", "1. ", "- ", "— ", "**", "](", "```", "\\|"]
WORDS = ["Tier 1", "## Reading list", "a/b.md", ":12-80", "\n\n", HEADER, "~2k", "阅读清单", "9" * 30]
PIECES = st.sampled_from([*MARKS, *WORDS])


@settings(max_examples=400)
@given(st.lists(PIECES | st.text(max_size=5), max_size=40).map("".join))
def test_no_text_raises_and_each_row_leads_to_its_line(text: str) -> None:
    found = reading_list(text)

    lines = [row.line for row in found.rows]
    assert lines == sorted(set(lines))
    assert all(1 <= line <= text.count("\n") + 1 for line in lines)
    assert all(row.tier >= 1 for row in found.rows)


HOSTILE = {
    "backticks": "| `" * 3,
    "runs of ticks": "`a``b```c",
    "brackets": "[(",
    "blanks": " " * 8,
    "digits": "1,",
    "pipes": "|",
    "headings": "\n## Reading list\n| # | Path | ~tokens | Why |\n|---|---|---|---|\n",
    "labels": "\n**Reading list:**\n",
    "rows": "\n| 1 | a.md:" + "1-2," * 30 + " | ~2k | x |",
    "items": "\n1. a.md — ",
}


def seconds(text: str) -> float:
    """Measure the least of five runs: whatever else the machine does only adds to one."""
    return min(_once(text) for _ in range(5))


def _once(text: str) -> float:
    started = time.process_time()
    reading_list(text)
    return time.process_time() - started


@pytest.mark.parametrize("piece", HOSTILE.values(), ids=HOSTILE.keys())
def test_eight_times_the_text_costs_about_eight_times(piece: str) -> None:
    head = "## Reading list\n| # | Path | ~tokens | Why |\n|---|---|---|---|\n| 1 | "
    small, large = (head + piece * (size // len(piece)) for size in (25_000, 200_000))
    seconds(small)

    assert seconds(large) < 24 * max(seconds(small), 0.002)  # a quadratic would be 64 times

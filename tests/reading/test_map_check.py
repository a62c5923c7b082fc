"""`distill map check` and `--fix`: what is wrong at which line, and figures written with nothing else changed."""

import json
import os
import subprocess
import sys
import time
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from made_secrets import made
from worlds import REPOSITORY

from distill.maps.brain_dump import check_dump, is_dump
from distill.maps.check import Checked, Question, check
from distill.maps.list_check import check_list, rounded
from distill.maps.listed_file import Behind, Look
from distill.maps.part_check import check_parts
from distill.maps.problem import MENDED, ProblemKind
from distill.maps.raw_text import RawText, raw_text
from distill.maps.reading_lines import reading_lines
from distill.tokens import estimate

BUGS = REPOSITORY / "tests/bugs"
MAP = """# Restore map — lead@harbor

Written: 2026-11-30T10:00:00Z · session 7c1d9f3e-52ab-4a0e-9b1f-0c6f2d8e4a11

## Summary
Two lines.
They say what matters.

## Active Work
### HBR-1 — a thing
- State: open

## Session Totals
- none

## Decisions
- None.

## Standing directives
- Never push to main.

## External state
None.

## Blockers
None.

## Findings
None.

## Team
None.

## Ruled out
None.

## Ranked Reading List
| # | Path | ~tokens | Why |
|---|------|---------|-----|
{rows}

<!-- end of restore map -->
"""
TEXT = "All work and no play.\n" * 40


def raw(text: str) -> RawText:
    found = raw_text(text.encode("utf-8", "surrogateescape"))
    assert found is not None
    return found


def checked(folder: Path, text: str, tier: int | None = None) -> Checked:
    path = folder / "map.md"
    path.write_bytes(text.encode("utf-8", "surrogateescape"))
    return check(Question(path=path, raw=raw(text), folders=(folder,), count=estimate, tier=tier))


def kinds(found: Checked) -> list[tuple[int, ProblemKind]]:
    return [(problem.line, problem.kind) for problem in found.problems if problem.is_wrong]


def with_rows(*rows: str) -> str:
    return MAP.format(rows="\n".join(rows))


FIRST = MAP[: MAP.index("{rows}")].count("\n") + 1
"""The line of the first row."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/plan.md").write_text(TEXT, "utf-8")
    (tmp_path / "a.py").write_text("x = 1\n" * 30, "utf-8")
    return tmp_path


GOOD = (
    f"| 1 | docs/plan.md | ~{rounded(estimate(TEXT))} | the plan |",
    f"| — | Tier 1 line | ~{rounded(estimate(TEXT))} | |",
)


def test_a_whole_map_is_right(folder: Path) -> None:
    found = checked(folder, with_rows(*GOOD))

    assert kinds(found) == []
    assert found.is_right
    assert found.totals == (rounded(estimate(TEXT)),)


def test_each_part_that_is_gone_is_named(folder: Path) -> None:
    text = with_rows(*GOOD)
    for heading in ("Summary", "Active Work", "Decisions", "Standing directives", "Team", "Ruled out", "Findings"):
        assert ProblemKind.MISSING_PART in {
            kind for _, kind in kinds(checked(folder, text.replace(f"## {heading}", "")))
        }


def test_an_empty_part_is_not_nothing(folder: Path) -> None:
    text = with_rows(*GOOD).replace("## Team\nNone.", "## Team\n<!-- who is alive -->")

    assert kinds(checked(folder, text)) == [(text[: text.index("## Team")].count("\n") + 1, ProblemKind.EMPTY_PART)]


def test_a_summary_of_more_than_ten_lines_is_told_at_the_eleventh(folder: Path) -> None:
    lines = "\n".join(f"Line {n}" for n in range(1, 13))
    text = with_rows(*GOOD).replace("Two lines.\nThey say what matters.", lines)

    assert kinds(checked(folder, text)) == [(text[: text.index("Line 11")].count("\n") + 1, ProblemKind.LONG_SUMMARY)]


def test_the_end_mark_is_the_last_line(folder: Path) -> None:
    text = with_rows(*GOOD)
    marked = text.count("\n")

    assert kinds(checked(folder, text + "One thing more.\n")) == [(marked + 1, ProblemKind.AFTER_END)]
    assert kinds(checked(folder, text.replace("<!-- end of restore map -->\n", ""))) == [
        (FIRST + 1, ProblemKind.NO_END)
    ]


def test_the_head_names_seat_and_time(folder: Path) -> None:
    text = with_rows(*GOOD)

    assert kinds(checked(folder, text.replace("# Restore map — lead@harbor", ""))) == [(1, ProblemKind.NO_TITLE)]
    noted = checked(folder, text.replace("lead@harbor", "the lead"))
    assert (noted.is_right, [problem.kind for problem in noted.problems]) == (True, [ProblemKind.NO_TITLE])
    assert kinds(checked(folder, text.replace("T10:00:00Z", ""))) == [(1, ProblemKind.NO_TIME)]
    assert kinds(checked(folder, text.replace("T10:00:00Z", " 10:00"))) == [(1, ProblemKind.NO_TIME)]


def test_a_time_long_before_the_last_change_is_noted() -> None:
    text = with_rows(*GOOD)

    def noted(minutes: int) -> list[ProblemKind]:
        modified = datetime(2026, 11, 30, 10, minutes, tzinfo=UTC)
        return [problem.kind for problem in check_parts(text, modified) if not problem.is_wrong]

    assert (noted(9), noted(12)) == ([], [ProblemKind.OLD_TIME])


def test_rows_are_counted_summed_and_looked_for(folder: Path) -> None:
    text = with_rows(
        "| 1 | docs/plan.md | ~10 | too low |",
        "| 2 | docs/gone.md | ~100 | |",
        "| 3 | a.py:1-10 | | no figure |",
        "| 4 | a.py:20-99 | ~50 | beyond |",
        "| — | Tier 1 line | ~110 | |",
    )

    assert kinds(checked(folder, text)) == [
        (FIRST, ProblemKind.FIGURE),
        (FIRST + 1, ProblemKind.MISSING_FILE),
        (FIRST + 2, ProblemKind.NO_FIGURE),
        (FIRST + 3, ProblemKind.BEYOND_END),
        (FIRST + 4, ProblemKind.TOTAL),
    ]


def test_a_range_is_counted_alone(folder: Path) -> None:
    tokens = rounded(estimate("x = 1\n" * 9 + "x = 1"))

    assert kinds(checked(folder, with_rows(f"| 1 | `a.py:1-10` | ~{tokens} | |"))) == []


def test_tiers_rise_and_rows_after_the_last_are_noted(folder: Path) -> None:
    rows = [*GOOD, GOOD[1].replace("Tier 1", "Tier 2"), "| 2 | world pack | ~5 | lookup only |"]
    found = checked(folder, with_rows(*rows))

    assert kinds(found) == [(FIRST + 2, ProblemKind.EMPTY_TIER)]
    assert (FIRST + 3, False) in [(problem.line, problem.is_wrong) for problem in found.problems]


def test_with_a_tier_the_rows_below_it_are_not_looked_at(folder: Path) -> None:
    text = with_rows(*GOOD, "| 2 | docs/gone.md | ~5 | |", "| — | Tier 2 line | ~1 | |")

    assert kinds(checked(folder, text, tier=1)) == []
    assert len(kinds(checked(folder, text, tier=2))) == 2


def test_ho04_sums_are_made_anew_and_no_row_is_lost() -> None:
    text = (BUGS / "HO04/wrong_sums.md").read_text("utf-8")
    lines = reading_lines(text)
    found = check_list(lines, dict.fromkeys(range(20), Look(behind=Behind.NOTHING)))

    said = "\n".join(problem.message for problem in found.problems)
    assert found.totals == [4200, 8700, 9400]
    assert "says 8900 tokens, the rows add up to 4200" in said
    assert "says 28200 tokens, the rows add up to 8700, and 1 without a figure" in said
    assert "docs/later.md: stands after the last tier line" in said
    fixed = raw(text).edited(found.edits).text
    assert fixed == text.replace("~8900", "~4200").replace("~28200", "~8700")


def test_ho04_a_tier_line_first_closes_nothing() -> None:
    lines = reading_lines((BUGS / "HO04/tier_first.md").read_text("utf-8"))
    found = check_list(lines, dict.fromkeys(range(20), Look(behind=Behind.NOTHING)))

    assert found.totals == [0, 10]
    assert found.edits == []


def test_ho14_what_is_no_text_is_marked_and_left_out_and_no_command_runs(folder: Path) -> None:
    subprocess.run([sys.executable, BUGS / "HO14/gen.py"], cwd=folder, check=True)
    listing = (BUGS / "HO14/list.md").read_text("utf-8")
    text = MAP.split("## Ranked", maxsplit=1)[0] + listing + "\n<!-- end of restore map -->\n"

    found = checked(folder, text)
    marked = [problem for problem in found.problems if problem.kind is ProblemKind.NOT_COUNTED]

    assert [problem.message.partition(":")[0].split(", ")[1] for problem in marked] == [
        "pic.png",
        "big.log",
        "prog.o",
        "folder",
        "loop1",
    ]
    assert [p.line for p in found.problems if p.kind is ProblemKind.MISSING_FILE] == [marked[0].line + 4]
    assert found.totals == (rounded(estimate("# fine\n" * 50)) + 10 + 10,)
    assert not (folder / "pwned").exists()


def test_ho15_a_brain_dump_with_gaps_and_with_what_was_said_before() -> None:
    dump = (BUGS / "HO15/dump_missing.md").read_text("utf-8")
    earlier = (BUGS / "HO15/earlier_summary.md").read_text("utf-8")

    assert is_dump(dump)
    found = list(check_dump(dump, earlier))
    assert [problem.message.split(":")[0] for problem in found if problem.kind is ProblemKind.MISSING_PART] == [
        "there is no section Findings",
        "there is no section Team",
    ]
    assert [problem.line for problem in found if problem.kind is ProblemKind.REPEATED_LINE] == [1, 3]


def test_a_whole_brain_dump_is_right() -> None:
    dump = (REPOSITORY / "tests/fixtures/maps/brain-dump.md").read_text("utf-8")

    assert is_dump(dump)
    assert list(check_dump(dump)) == []
    assert not is_dump(with_rows(*GOOD))


def command(*args: object, cwd: Path) -> "subprocess.CompletedProcess[str]":
    words = [sys.executable, "-m", "distill", "map", "check", *map(str, args)]
    return subprocess.run(words, cwd=cwd, env=dict(os.environ), capture_output=True, text=True, timeout=60, check=False)


def test_the_command_names_lines_and_ends_with_one(project: Path) -> None:
    (project / "map.md").write_text(with_rows("| 1 | docs/gone.md | ~5 | |"), "utf-8")

    done = command("map.md", cwd=project)

    assert done.returncode == 1
    assert f"map.md:{FIRST}: row 1, docs/gone.md: does not exist" in done.stdout


def test_the_command_speaks_json(project: Path) -> None:
    (project / "map.md").write_text(with_rows("| 1 | docs/gone.md | ~5 | |"), "utf-8")

    told = json.loads(command("map.md", "--json", cwd=project).stdout)

    assert (told["ok"], told["fixed"], told["rows"]) == (False, False, 1)
    assert [(p["line"], p["kind"]) for p in told["problems"] if p["wrong"]] == [(FIRST, "missing-file")]


def test_fix_keeps_line_ends_the_mark_the_mode_and_the_link(project: Path) -> None:
    real = project / "real.md"
    text = "\ufeff" + with_rows("| 1 | this map | 5 | a\x1b[31mred\x1b[0m 5 |", "| — | Tier 1 line | | |").replace(
        "\n", "\r\n"
    )
    real.write_bytes(text.encode())
    real.chmod(0o600)
    (project / "map.md").symlink_to("real.md")

    done = command("map.md", "--fix", cwd=project)

    assert done.returncode == 0, done.stdout
    figure = done.stdout.partition("~")[2].partition(" ")[0]
    expected = text.replace("| this map | 5 |", f"| this map | {figure} |").replace(
        "Tier 1 line | |", f"Tier 1 line | ~{figure}|"
    )
    assert real.read_bytes() == expected.encode()
    assert (project / "map.md").is_symlink()
    assert real.stat().st_mode & 0o777 == 0o600


def test_no_key_of_a_list_is_shown(project: Path) -> None:
    token = "gh" + "p_" + made(36)
    (project / "map.md").write_text(with_rows(f"| 1 | docs/{token}.md | ~5 | |"), "utf-8")

    done = command("map.md", cwd=project)

    assert token not in done.stdout + done.stderr
    assert done.returncode == 1


def test_a_map_that_is_no_text_ends_with_four(project: Path) -> None:
    (project / "map.md").write_bytes(b"\x00\xff" * 4000)

    assert command("map.md", cwd=project).returncode == 4
    assert command("gone.md", cwd=project).returncode == 4


ENTRIES = st.sampled_from(
    ["docs/plan.md", "a.py", "a.py:3-9", "this map", "world pack", "gone.md", "`git log`", "docs", "map.md"]
)
FIGURES = st.sampled_from(["", "~5", "12k", "~2,000", "4500 tok", "?", "—", "２０", "lookup only", "1.3万", "~"])
ROWS = st.builds(
    lambda entry, figure, why: f"| 3 | {entry} | {figure} | {why} |",
    ENTRIES,
    FIGURES,
    st.sampled_from(["x", "~7 tok", ""]),
)
TIERS = st.builds(
    lambda figure, why: f"| — | Tier 1 line | {figure} | {why} |", FIGURES, st.sampled_from(["", "~8 tokens", "stop"])
)
JUNK = st.sampled_from(["", "text", "\x1b[31m| 4 | a.py | ~3 | r |\x1b[0m", "| 5 | a.py | 7\x07 | |", "\udc80", "```"])
ENDS = st.sampled_from(["\n", "\r\n", "\r", "\u2028"])


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.lists(ROWS | TIERS | JUNK, max_size=8), ENDS)
def test_fix_mends_all_figures_once_and_changes_nothing_else(folder: Path, rows: list[str], end: str) -> None:
    text = with_rows(*rows).replace("\n", end)
    first = checked(folder, text)

    fixed = raw(text).edited(first.edits).raw
    second = checked(folder, fixed)

    assert not [problem for problem in second.problems if problem.kind in MENDED]
    assert second.edits == ()
    assert len(fixed.split(end)) == len(text.split(end))
    for old, new in zip(text.split(end), fixed.split(end), strict=True):
        assert old == new or _without_figures(old) == _without_figures(new)


def _without_figures(line: str) -> str:
    return "".join(c for c in line if not (c.isdecimal() or c in "~.,k万 ?—"))


@settings(max_examples=200)
@given(st.binary(max_size=400))
def test_bytes_come_back_as_they_were(data: bytes) -> None:
    found = raw_text(data)

    assert found is None or found.data() == data
    assert found is None or found.edited([]).data() == data


@pytest.mark.parametrize(
    "piece", ["| 1 | a.py | ~3 | x |\n", "## Summary\n", "# a@b\n", "<!--", "| — | Tier 1 | ~3 | |\n", "\r", "\x1b["]
)
def test_eight_times_the_map_costs_about_eight_times(folder: Path, piece: str) -> None:
    def cost(size: int) -> float:
        text = with_rows(piece * (size // len(piece)))
        started = time.process_time()
        check(Question(path=folder / "map.md", raw=raw(text), folders=(), count=len))
        return time.process_time() - started

    cost(10_000)

    assert cost(80_000) < 24 * max(cost(10_000), 0.003)

"""The journal: its form, its bound, and several writers at once."""

import multiprocessing
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st
from worlds import fields

from distill import journal


def test_a_line_is_a_utc_time_two_blanks_and_logfmt() -> None:
    line = journal.line(1792347667.0, {"outcome": "written", "page": "a.md", "cost_usd": 0.0072, "none": None, "e": ""})

    assert line == "2026-10-18T18:21:07Z  outcome=written page=a.md cost_usd=0.0072\n"


def test_what_is_not_plain_is_quoted() -> None:
    assert journal.line(0, {"detail": 'a "b" \\ c'}).endswith('detail="a \\"b\\" \\\\ c"\n')


@given(st.text(max_size=200))
def test_any_value_stays_on_its_line_and_comes_back(value: str) -> None:
    line = journal.line(0, {"a": "1", "detail": value, "z": "2"})

    assert line.count("\n") == 1
    assert line.endswith("\n")
    read = fields(line.rstrip("\n"))
    assert read["a"] == "1"
    assert read["z"] == "2"
    assert read.get("detail", "") == "".join(c if c.isprintable() else " " for c in value)


def test_the_journal_stays_under_its_bound_and_keeps_the_newest(tmp_path: Path) -> None:
    for number in range(50_000):
        journal.append(str(tmp_path), {"outcome": "skipped", "reason": "duplicate", "number": number}, now=0)

    files = sorted(tmp_path.glob("journal.log*"))
    assert sum(f.stat().st_size for f in files) <= 2 * journal.MAX_BYTES
    assert (tmp_path / "journal.log").read_text().splitlines()[-1].endswith("number=49999")


def _write(state: str, writer: int) -> None:
    for number in range(3_000):
        journal.append(state, {"outcome": "written", "writer": writer, "number": number, "detail": "x" * 100}, now=0)


def test_writers_at_once_lose_no_line_even_while_it_is_put_aside(tmp_path: Path) -> None:
    context = multiprocessing.get_context("fork")
    writers = [context.Process(target=_write, args=(str(tmp_path), w)) for w in range(4)]
    for process in writers:
        process.start()
    for process in writers:
        process.join()

    lines = [line for f in tmp_path.glob("journal.log*") if f.suffix != ".lock" for line in f.read_text().splitlines()]
    seen = {(r["writer"], r["number"]) for r in map(fields, lines)}
    assert len(seen) == 4 * 3_000


def test_the_journal_is_the_owners(tmp_path: Path) -> None:
    journal.append(str(tmp_path), {"outcome": "written"})

    assert (tmp_path / "journal.log").stat().st_mode & 0o777 == 0o600


def test_no_room_for_the_journal_is_no_error(tmp_path: Path) -> None:
    assert journal.append(str(tmp_path / "missing"), {"outcome": "written"}) is False

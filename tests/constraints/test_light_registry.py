"""The light reader of the registry: what holds for a seat, and what a person's hand may have done to the file."""

import os
import subprocess
import sys
from datetime import date
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st
from worlds import REPOSITORY

from distill.constraints import light
from distill.constraints.entry import Entry, mark, normal, render
from distill.model import Force, Lines
from distill.pages.text import one_line

TEXTS = (
    st.text(min_size=1, max_size=200)
    | st.text(alphabet='ab"·`~\\&;# *_[]()<>C-', min_size=1, max_size=60)
    | st.sampled_from(
        ["`a` `b", 'x" · all · since 2026-01-01', '`x" · y`', "a~~b", "``x` y``", "&amp; &#183;", "ends\\", '"quoted"']
    )
)
NAMES = st.text(min_size=1, max_size=40) | st.text(alphabet='ab"·`[], &;#', min_size=1, max_size=20)


def entry_of(text: str, **more: object) -> Entry:
    return Entry(text=text, since=date(2026, 11, 14), **more)  # type: ignore[arg-type]


def written(tmp_path: Path, text: str) -> str:
    path = tmp_path / "constraints.md"
    path.write_text(text, "utf-8")
    return str(path)


def test_the_line_of_a_constraint_has_its_form() -> None:
    entry = entry_of("Never force-push main.", page="2026-11-14-lead@lantern-7eb4e32a.md", lines=Lines(70, 70))

    line = render(entry, mark(entry.text))

    assert line == (
        f'- ({mark(entry.text)}) **must** "Never force-push main." · all · '
        "[2026-11-14-lead@lantern-7eb4e32a](sessions/2026-11-14-lead@lantern-7eb4e32a.md) L70 · since 2026-11-14"
    )


@given(text=TEXTS, seat=NAMES, force=st.sampled_from(Force), by=NAMES)
def test_what_is_written_is_read_back_word_for_word(text: str, seat: str, force: Force, by: str) -> None:
    if not normal(one_line(text)):
        return
    entry = entry_of(text, seat=seat, force=force, by=by)

    line = render(entry, "C-0a1b2c")
    read = light.lines(line)

    assert [(one.text, one.force, one.seat, one.mark, one.revoked) for one in read] == [
        (entry.text, force, entry.seat, "C-0a1b2c", "")
    ]


@given(text=TEXTS)
def test_a_line_is_one_line(text: str) -> None:
    if normal(one_line(text)):
        assert "\n" not in render(entry_of(text), "C-0a1b2c")


RULES = """\
- (C-1) **should** "Short commits." · all · since 2026-01-01
- (C-2) **must** "Mine." · lead@x · since 2026-01-01
- (C-3) **must** "Yours." · impl@x · since 2026-01-01
- ~~(C-4) **must** "Gone." · all · since 2026-01-01~~ revoked 2026-02-02 by Ana: done
- By hand
- ~~struck by hand~~
"""


def test_only_what_holds_for_the_seat_is_listed_and_the_musts_come_first(tmp_path: Path) -> None:
    path = written(tmp_path, RULES)

    assert light.active(path, "lead@x") == [("must", "Mine."), ("must", "By hand"), ("should", "Short commits.")]
    assert [text for _, text in light.active(path)] == ["Mine.", "Yours.", "By hand", "Short commits."]


def test_what_a_person_puts_around_the_constraints_is_none() -> None:
    text = (
        "---\ntags:\n- one\n---\n# Rules\n\nProse - with a dash.\n<!-- a note\n- not this\n-->\n```\n- nor this\n```\n"
        "- This one\n  goes on here.\n  - a remark\n* **should** And this\n"
    )

    assert [(line.force, line.text) for line in light.lines(text)] == [
        ("must", "This one goes on here."),
        ("should", "And this"),
    ]


def test_a_constraint_said_twice_is_listed_once_with_its_stronger_force(tmp_path: Path) -> None:
    path = written(tmp_path, '- **should** "One rule." · a@x\n- **must** "One rule." · b@x\n')

    assert light.active(path) == [("must", "One rule.")]


def test_a_file_that_cannot_be_read_holds_none(tmp_path: Path) -> None:
    (tmp_path / "folder.md").mkdir()
    (tmp_path / "loop.md").symlink_to(tmp_path / "loop.md")

    assert [light.active(str(tmp_path / name)) for name in ("none.md", "folder.md", "loop.md")] == [[], [], []]


def test_a_pipe_holds_nobody(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "constraints.md")

    assert light.active(str(tmp_path / "constraints.md")) == []


def test_no_more_than_the_bound_is_read_and_no_line_by_half(tmp_path: Path) -> None:
    line = '- (C-0a1b2c) **must** "Rule number {:06}." · all · since 2026-01-01\n'
    path = written(tmp_path, "".join(line.format(n) for n in range(2000)))

    found = light.active(path)

    assert 0 < len(found) < 2000
    assert all(text.endswith(".") and len(text) == len("Rule number 000000.") for _, text in found)


@given(st.binary(max_size=400))
def test_any_bytes_are_read(data: bytes) -> None:
    for line in light.lines(data.decode("utf-8", "replace")):
        assert line.text


def test_the_reader_costs_a_hook_no_import() -> None:
    code = (
        "import os, sys; sys.path.insert(0, sys.argv[1]); before = set(sys.modules); import distill.constraints.light; "
        "print(*sorted(set(sys.modules) - before))"
    )
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", code, str(REPOSITORY)], capture_output=True, text=True, check=True
    )

    assert done.stdout.split() == ["distill", "distill.constraints", "distill.constraints.light"]

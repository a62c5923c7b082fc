"""The audit against sessions that were recorded with the real clients: every row right."""

from pathlib import Path

import pytest
from restore_worlds import a_list, a_project, examined, put, recorded, rules, verdicts

CLAUDE = {
    "docs/whole.md": ("FULL", ""),
    "docs/part.md": ("PARTIAL", "L41–60"),
    "docs/two.md": ("FULL", ""),
    "docs/huge.md": ("PARTIAL", "L20–4000"),
    "docs/one.md": ("FULL", ""),
    "docs/other.md": ("FULL", ""),
    "docs/searched.md": ("NOT_READ", "L1–20"),
    "docs/numbered.md": ("FULL", ""),
    "docs/by_program.md": ("NOT_READ", "L1–3"),
    "docs/tail.md": ("PARTIAL", "L1–200"),
    "docs/capped.md": ("PARTIAL", "L933–1400"),
    "docs/changed.md": ("FULL", ""),
    "docs/before.md": ("FULL", ""),  # attached again by the client
    "docs/again.md": ("FULL", ""),
    "docs/loop.md": ("NOT_READ", "L1–4"),
    "docs/unread.md": ("NOT_READ", "L1–30"),  # a subagent read it
    "docs/missing.md": ("NOT_READ", ""),
    "docs/tail.md:201-300": ("FULL", ""),
    "docs/part.md:41-45": ("NOT_READ", "L41–45"),
    "git log --oneline -3": ("FULL", ""),
    "make test": ("UNVERIFIABLE", ""),
    "the world pack": ("UNVERIFIABLE", ""),
    "docs/": ("UNVERIFIABLE", ""),
}
CODEX = {
    "docs/whole.md": ("FULL", ""),
    "docs/part.md": ("PARTIAL", "L41–60"),
    "docs/two.md": ("FULL", ""),
    "docs/huge.md": ("PARTIAL", "L51–3951"),
    "docs/one.md": ("FULL", ""),
    "docs/searched.md": ("NOT_READ", "L1–20"),
    "docs/numbered.md": ("FULL", ""),
    "docs/by_program.md": ("NOT_READ", "L1–3"),
    "docs/inside.md": ("FULL", ""),
    "docs/tail.md": ("PARTIAL", "L1–200"),
    "docs/changed.md": ("FULL", ""),
    "docs/before.md": ("NOT_READ", "L1–9"),  # read before the compaction only
    "docs/unread.md": ("NOT_READ", "L1–30"),
    "missing.md": ("NOT_READ", ""),
    "git log --oneline -3": ("FULL", ""),
    "false --now": ("UNVERIFIABLE", ""),
}


def audited(project: Path, transcript: Path, wanted: dict[str, tuple[str, str]]) -> dict[str, tuple[str, str]]:
    path = put(project / "RESTORE-MAP.md", a_list(*wanted))
    found = examined(project, path, transcript)
    rows = [row for row in found.rows if row.row.line]
    assert len(rows) == len(wanted)
    told = [(str(row.verdict), ", ".join(map(str, row.missing))) for row in rows]
    return dict(zip(wanted, told, strict=True))


def test_every_row_of_a_session_of_claude_code(tmp_path: Path) -> None:
    project = a_project(tmp_path / "proj", numbered=40)
    transcript = recorded("restore-commands.jsonl", project, of="/lab/proj")

    assert audited(project, transcript, CLAUDE) == CLAUDE


def test_every_row_of_a_session_of_codex(tmp_path: Path) -> None:
    project = a_project(tmp_path / "proj")
    transcript = recorded("rollout_restore.jsonl", project, of="/LAB/work")

    assert audited(project, transcript, CODEX) == CODEX


@pytest.fixture
def lab(tmp_path: Path) -> Path:
    """The project of the session that was made for the audit."""
    project = tmp_path / "proj"
    put(project / "notes.txt", "".join(f"line {i} of the notes\n" for i in range(1, 401)))
    put(project / "small.txt", "alpha\nbeta\ngamma\n")
    put(project / "big.txt", rules(6000))
    put(project / "long.txt", "z" * 5000 + "\nshort\n")
    put(project / "empty.txt", "")
    put(project / "nonl.txt", "one\nthree")
    put(project / "new.txt", "fresh\n")
    put(project / "huge.txt", rules(2000))
    put(project / "pic.png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR")
    put(project / "data.bin", b"\0\1\2\n\0")
    return project


LAB = ("notes.txt", "small.txt", "big.txt", "long.txt", "empty.txt", "nonl.txt", "huge.txt", "missing.txt", "pic.png")


def test_reads_errors_images_and_attached_files_after_the_first_compaction(lab: Path) -> None:
    map_path = put(lab / "maps" / "restore-map.md", a_list(*LAB, "data.bin"))
    transcript = recorded("restore-session.jsonl", lab, of="/lab/proj", rows=slice(0, 158))

    assert verdicts(examined(lab, map_path, transcript)) == {
        "restore-map.md": "FULL", "notes.txt": "FULL", "small.txt": "FULL", "big.txt": "NOT_READ", "long.txt": "FULL",
        "empty.txt": "FULL", "nonl.txt": "FULL", "huge.txt": "NOT_READ", "missing.txt": "NOT_READ", "pic.png": "FULL",
        "data.bin": "NOT_READ",
    }  # fmt: skip


def test_after_a_second_compaction_what_was_read_before_counts_no_more(lab: Path) -> None:
    map_path = put(lab / "maps" / "restore-map.md", a_list(*LAB, "new.txt"))
    transcript = recorded("restore-session.jsonl", lab, of="/lab/proj")

    found = verdicts(examined(lab, map_path, transcript))

    assert {name for name, verdict in found.items() if verdict == "FULL"} == {
        "restore-map.md", "new.txt", "nonl.txt", "empty.txt", "long.txt",
    }  # fmt: skip
    assert found["notes.txt"] == "NOT_READ"


def test_rows_that_the_compaction_kept_word_for_word_are_still_known(lab: Path) -> None:
    map_path = put(lab / "RESTORE-MAP.md", a_list("small.txt", "notes.txt:5-34"))
    transcript = recorded("auto-compact-mid-turn.jsonl", lab, of="/lab/proj")

    found = verdicts(examined(lab, map_path, transcript))

    assert found == {"RESTORE-MAP.md": "NOT_READ", "small.txt": "FULL", "notes.txt": "NOT_READ"}


def test_after_a_compaction_by_a_mod(lab: Path) -> None:
    map_path = put(lab / "RESTORE-MAP.md", a_list("small.txt"))

    assert verdicts(examined(lab, map_path, recorded("mod-compact.jsonl", lab, of="/lab/proj")))["small.txt"] == "FULL"


def test_what_a_subagent_read_is_not_the_sessions(lab: Path) -> None:
    map_path = put(lab / "RESTORE-MAP.md", a_list("small.txt"))
    for name in ("main-with-subagent.jsonl", "subagent-that-compacted.jsonl"):
        transcript = recorded(name, lab, of="/lab/proj")
        assert verdicts(examined(lab, map_path, transcript))["small.txt"] == "NOT_READ"

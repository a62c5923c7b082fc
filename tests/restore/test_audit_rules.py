"""What makes a row FULL, PARTIAL, NOT_READ, STALE or UNVERIFIABLE."""

import json
import subprocess
from datetime import UTC, datetime
from pathlib import Path

import pytest
from restore_worlds import a_list, a_project, examined, put, recorded, rules, verdicts
from sessions_made import Transcript

from distill.errors import MapError
from distill.restore.audit import Audited
from distill.restore.examine import Examined

BUGS = Path(__file__).parent.parent / "bugs"
LISTED = datetime.fromisoformat("2026-10-18T18:00:00+00:00")
START = datetime.fromisoformat("2026-10-18T18:10:00+00:00")
"""When the made sessions begin: ten minutes after their map."""
EARLY = LISTED.timestamp() - 3600


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "proj"
    for name, count in {"a": 20, "b": 30}.items():
        put(folder / "docs" / f"{name}.md", rules(count), at=EARLY)
    return folder


def session(project: Path) -> Transcript:
    return Transcript(project.parent / "session.jsonl", START).boundary()


def read(transcript: Transcript, path: Path, first: int = 1, count: int | None = None, **more: object) -> Transcript:
    """Read a file as the client does, and count as it counts."""
    text = path.read_text("utf-8")
    total = text.count("\n") + 1
    number = min(count or total, total - first + 1)
    shown = "\n".join(f"{n}\trule {n}" for n in range(first, first + number))
    details = {"filePath": str(path), "content": shown, "startLine": first, "numLines": number, "totalLines": total}
    transcript.tool("Read", {"file_path": str(path)}, shown)
    lines = transcript.path.read_text("utf-8").splitlines()
    row = json.loads(lines[-1]) | {"toolUseResult": {"type": "text", "file": details}} | more
    transcript.path.write_text("\n".join([*lines[:-1], json.dumps(row)]) + "\n", "utf-8")
    return transcript


def audited(project: Path, transcript: Transcript, *entries: str, **more: object) -> Examined:
    written = f"{LISTED:%Y-%m-%dT%H:%M:%SZ}"
    path = put(project / "RESTORE-MAP.md", a_list(*entries, written=written, **more), at=LISTED.timestamp())  # type: ignore[arg-type]
    return examined(project, path, transcript.path)


def row(project: Path, transcript: Transcript, entry: str) -> Audited:
    return audited(project, transcript, entry).rows[-1]


def test_the_map_itself_is_to_be_read_first(project: Path) -> None:
    transcript = session(project)
    before = audited(project, transcript, "docs/a.md")
    read(transcript, project / "RESTORE-MAP.md")
    after = audited(project, transcript, "docs/a.md")

    assert [(r.row.entry, str(r.verdict)) for r in before.rows] == [
        ("RESTORE-MAP.md", "NOT_READ"),
        ("docs/a.md", "NOT_READ"),
    ]
    assert verdicts(after)["RESTORE-MAP.md"] == "FULL"


def test_a_file_in_two_parts_is_full_and_a_gap_is_told(project: Path) -> None:
    transcript = read(session(project), project / "docs/b.md", 1, 10)
    read(transcript, project / "docs/b.md", 21, 11)
    partial = row(project, transcript, "docs/b.md")
    read(transcript, project / "docs/b.md", 11, 10)

    assert (str(partial.verdict), [str(m) for m in partial.missing]) == ("PARTIAL", ["L11–20"])
    assert row(project, transcript, "docs/b.md").verdict == "FULL"


def test_only_the_lines_that_the_row_means_are_asked_for(project: Path) -> None:
    transcript = read(session(project), project / "docs/b.md", 5, 6)

    assert row(project, transcript, "docs/b.md:5-10").verdict == "FULL"
    assert [str(m) for m in row(project, transcript, "docs/b.md:5-12").missing] == ["L11–12"]
    beyond = row(project, transcript, "docs/b.md:500-600")
    assert beyond.verdict == "PARTIAL"
    assert "30 lines only" in beyond.note


def test_a_file_that_changed_before_it_was_read_whole_is_stale_and_settled(project: Path) -> None:
    put(project / "docs/a.md", rules(22), at=START.timestamp() - 60)
    found = row(project, read(session(project), project / "docs/a.md"), "docs/a.md")

    assert (str(found.verdict), found.is_settled, found.missing) == ("STALE", True, ())
    assert "changed since listed" in found.note


def test_a_file_that_changed_after_it_was_read_has_to_be_read_again(project: Path) -> None:
    transcript = read(session(project), project / "docs/a.md")
    put(project / "docs/a.md", rules(25), at=transcript.now.timestamp() + 60)
    stale = row(project, transcript, "docs/a.md")
    transcript.now = datetime.fromtimestamp(transcript.now.timestamp() + 120, UTC)
    read(transcript, project / "docs/a.md")
    again = row(project, transcript, "docs/a.md")

    assert (str(stale.verdict), stale.is_settled) == ("STALE", False)
    assert "read it again" in stale.note
    assert (str(again.verdict), again.is_settled) == ("STALE", True)


def test_what_the_agent_changed_itself_after_reading_it_is_known(project: Path) -> None:
    transcript = read(session(project), project / "docs/a.md")
    transcript.tool("Edit", {"file_path": str(project / "docs/a.md"), "old_string": "x", "new_string": "y"})
    put(project / "docs/a.md", rules(20), at=transcript.now.timestamp())
    found = row(project, transcript, "docs/a.md")

    assert (str(found.verdict), found.is_settled) == ("STALE", True)


def test_a_file_that_is_gone_after_it_was_read_is_stale(project: Path) -> None:
    transcript = read(session(project), project / "docs/a.md")
    (project / "docs/a.md").unlink()
    found = row(project, transcript, "docs/a.md")

    assert (str(found.verdict), found.is_settled) == ("STALE", False)


def test_a_checkout_that_only_wrote_a_file_anew_changed_nothing(project: Path) -> None:
    def git(*words: str, at: float = EARLY) -> None:
        stamp = f"{int(at)} +0000"
        env = {"GIT_AUTHOR_DATE": stamp, "GIT_COMMITTER_DATE": stamp, "PATH": "/usr/local/bin:/usr/bin:/bin"}
        name = ["git", "-c", "user.name=t", "-c", "user.email=t@example.invalid"]
        subprocess.run([*name, *words], cwd=project, env=env, check=True, capture_output=True)

    git("init", "-q")
    git("add", "docs")
    git("commit", "-qm", "one")
    later = START.timestamp() - 30
    put(project / "docs/a.md", rules(20), at=later)
    put(project / "docs/b.md", rules(31), at=later)
    transcript = read(read(session(project), project / "docs/a.md"), project / "docs/b.md")
    found = verdicts(audited(project, transcript, "docs/a.md", "docs/b.md"))
    git("commit", "-qam", "two", at=later)
    committed = verdicts(audited(project, transcript, "docs/a.md", "docs/b.md"))

    assert (found["docs/a.md"], found["docs/b.md"]) == ("FULL", "STALE")
    assert (committed["docs/a.md"], committed["docs/b.md"]) == ("FULL", "STALE")


def test_while_a_map_is_being_written_nothing_is_stale(project: Path) -> None:
    transcript = read(session(project), project / "docs/a.md")
    put(project / "docs/a.md", rules(20), at=LISTED.timestamp() + 120)
    path = put(
        project / "RESTORE-MAP.md", a_list("docs/a.md", written="2026-10-18T18:00:00Z"), at=LISTED.timestamp() + 180
    )

    assert verdicts(examined(project, path, transcript.path))["docs/a.md"] == "FULL"


def test_a_command_is_proven_by_its_run(project: Path) -> None:
    transcript = session(project).bash("git log --oneline", "abc one")
    transcript.bash("cd docs && ls -la 2>&1").bash("make check", code=2).bash("make docs | tail -3")

    found = audited(project, transcript, "git log --oneline", "ls -la", "make check", "make docs", "make all")
    assert [(str(r.verdict), r.is_settled) for r in found.rows[1:]] == [
        ("FULL", True), ("FULL", True), ("UNVERIFIABLE", False), ("PARTIAL", False), ("UNVERIFIABLE", False),
    ]  # fmt: skip


def test_a_failed_read_is_none(project: Path) -> None:
    transcript = session(project).tool("Read", {"file_path": str(project / "docs/a.md")}, "no", failed=True)
    transcript.bash(f"cat {project}/docs/a.md; exit 1", "rule 1", code=1)

    assert row(project, transcript, "docs/a.md").verdict == "NOT_READ"


def test_a_command_that_runs_in_the_background_shows_nothing(project: Path) -> None:
    given = {"command": f"cat {project}/docs/a.md", "run_in_background": True}

    assert row(project, session(project).tool("Bash", given), "docs/a.md").verdict == "NOT_READ"


def test_what_is_read_without_being_counted_is_named(project: Path) -> None:
    transcript = session(project).bash("python3 -c 'print(open(\"docs/a.md\").read())'", "rule 1")
    found = row(project, transcript, "docs/a.md")

    assert found.verdict == "NOT_READ"
    assert found.note.startswith("not counted: python3 -c")


def test_results_without_the_clients_own_count_are_read_by_their_numbers(tmp_path: Path) -> None:
    """HO06: a limit, a cut result, a preview, two parts, not at all."""
    wanted = json.loads((BUGS / "HO06" / "expect.json").read_text("utf-8"))
    for name, count in {"a": 200, "b": 4000, "c": 900, "d": 60, "e": 10}.items():
        put(tmp_path / "docs" / f"{name}.md", "".join(f"line {i}\n" for i in range(1, count + 1)))
    path = put(tmp_path / "RESTORE-MAP.md", a_list(*wanted))
    found = verdicts(examined(tmp_path, path, BUGS / "HO06" / "transcript.jsonl"))

    assert {entry: found[entry] for entry in wanted} == wanted


def test_the_audit_of_the_agent_stands_beside_ours(project: Path) -> None:
    transcript = read(session(project), project / "docs/a.md", 1, 5)
    transcript.answer("Audit:\n| 1 | `docs/a.md` | FULL | all of it |\n| 2 | b.md | NOT READ | — |")
    found = audited(project, transcript, "docs/a.md", "docs/b.md").rows

    assert [(str(r.verdict), r.claim, r.is_contradicted) for r in found[1:]] == [
        ("PARTIAL", "FULL", True),
        ("NOT_READ", "NOT_READ", False),
    ]


def test_the_last_claim_counts_and_one_from_before_the_compaction_does_not(project: Path) -> None:
    transcript = Transcript(project.parent / "session.jsonl", START).answer("- docs/a.md: FULL")
    transcript.boundary().answer("- docs/b.md: PARTIAL").answer("- docs/b.md: FULL now")
    found = {r.row.entry: r.claim for r in audited(project, transcript, "docs/a.md", "docs/b.md").rows}

    assert (found["docs/a.md"], found["docs/b.md"]) == ("", "FULL")


def test_only_the_rows_up_to_the_tier_line_are_asked_for(project: Path) -> None:
    transcript = session(project)
    names = [
        set(verdicts(audited(project, transcript, "docs/a.md", more=("docs/b.md",), said=said))) - {"RESTORE-MAP.md"}
        for said in ("", "Read the ranked list to the Tier 1 line before acting.")
    ]
    path = project / "RESTORE-MAP.md"

    assert names == [{"docs/a.md", "docs/b.md"}, {"docs/a.md"}]
    assert "docs/b.md" in verdicts(examined(project, path, transcript.path, tier=2))
    assert "docs/b.md" not in verdicts(examined(project, path, transcript.path, tier=1))


def test_in_a_worktree_its_own_files_are_meant(project: Path) -> None:
    worktree = project.parent / "tree"
    put(worktree / ".git", "gitdir: elsewhere\n")
    mine = put(worktree / "docs" / "a.md", rules(20))
    path = put(project / "RESTORE-MAP.md", a_list("docs/a.md"))
    transcript = read(session(project), mine)

    from distill.restore.examine import Question, examine

    asked = Question(map=path, transcript=str(transcript.path), cwd=str(worktree / "docs"), root=project)
    assert verdicts(examine(asked))["docs/a.md"] == "FULL"


def test_links_lead_to_the_same_file(project: Path) -> None:
    (project.parent / "link").symlink_to(project)
    transcript = read(session(project), project.parent / "link" / "docs" / "a.md")

    assert row(project, transcript, "docs/a.md").verdict == "FULL"


@pytest.mark.parametrize("transcript", ["", "/nowhere/x.jsonl"])
def test_without_a_transcript_nothing_is_proven(project: Path, transcript: str) -> None:
    path = put(project / "RESTORE-MAP.md", a_list("docs/a.md"))
    found = examined(project, path, transcript)

    assert set(verdicts(found).values()) == {"NOT_READ"}
    assert found.session.rows == 0


def test_a_map_that_is_missing_empty_or_a_folder_is_said(project: Path) -> None:
    """HO08."""
    for path in (project / "none.md", put(project / "empty.md", ""), project / "docs"):
        with pytest.raises(MapError, match="the pending marker stays"):
            examined(project, path, "")


def test_a_list_of_odd_entries_is_told_apart(tmp_path: Path) -> None:
    """HO14: a picture, a folder, a missing path, a loop of links, a pattern, a command that we never run."""
    project = a_project(tmp_path / "proj")
    (project / "loop").symlink_to(project / "loop")
    put(project / "blob.o", b"\x7fELF\0\0\0")
    entries = ("blob.o", "docs/", "docs/none.md", "./loop", "docs/*.md", "touch made-by-the-audit", "the world pack")
    path = put(project / "RESTORE-MAP.md", a_list(*entries))
    transcript = recorded("restore-commands.jsonl", project, of="/lab/proj")
    found = [str(r.verdict) for r in examined(project, path, transcript).rows[1:]]

    assert found == [
        "NOT_READ", "UNVERIFIABLE", "NOT_READ", "NOT_READ", "UNVERIFIABLE", "UNVERIFIABLE", "UNVERIFIABLE",
    ]  # fmt: skip
    assert not (project / "made-by-the-audit").exists()

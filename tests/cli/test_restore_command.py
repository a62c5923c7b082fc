"""`distill restore`, as an agent that was compacted uses it."""

import json
import os
import re
import subprocess
import sys
import time
from datetime import UTC, datetime
from pathlib import Path

import pytest
from restore_worlds import a_list, put, rules
from sessions_made import Transcript
from worlds import a_map, github_token, journal

from distill.pages.read import parse
from distill.pages.seal import is_as_written
from distill.restore import marker

SEAT = "lead@plantshop"


def distill(project: Path, *args: object, **env: str) -> "subprocess.CompletedProcess[str]":
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("CLAUDE", "DISTILL", "ANTHROPIC"))}
    return subprocess.run(
        [sys.executable, "-m", "distill", *map(str, args)],
        cwd=project,
        env={**kept, **env},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


class World:
    """A project whose seat was compacted a moment ago."""

    def __init__(self, project: Path) -> None:
        self.project = project
        self.now = time.time()
        self.map = project / "restore-maps" / "RESTORE-MAP.md"
        for name in ("a", "b"):
            put(project / "docs" / f"{name}.md", rules(10), at=self.now - 3600)
        self.write_map(a_list("docs/a.md", "docs/b.md", written=self.stamp(-300)))
        self.transcript = Transcript(project.parent / "session-1.jsonl", datetime.now(UTC)).boundary()
        self.arm()

    def stamp(self, seconds: float) -> str:
        return datetime.fromtimestamp(self.now + seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")

    def write_map(self, text: str) -> None:
        put(self.map, text, at=self.now - 300)

    def arm(self, seat: str = SEAT, session: str = "session-1") -> None:
        state = str(self.project / ".distill")
        told = (str(self.transcript.path), str(self.project), str(self.map))
        marker.arm(state, seat, session, *told, time.time())

    def read(self, *names: str) -> None:
        for name in names:
            self.transcript.bash(f"cat {self.project / name}", "rule 1")

    def status(self, *args: str, **env: str) -> dict[str, object]:
        done = distill(self.project, "restore", "status", "--json", *args, **env)
        assert done.returncode == 0, done.stderr
        told: dict[str, object] = json.loads(done.stdout)
        return told

    def marker(self, seat: str = SEAT) -> "dict[str, object] | None":
        return marker.load(str(self.project / ".distill"), seat, time.time())


@pytest.fixture
def world(project: Path) -> World:
    return World(project)


def verdicts(told: dict[str, object]) -> list[tuple[str, str]]:
    return [(row["entry"], row["verdict"]) for row in told["rows"]]  # type: ignore[index, attr-defined]


def test_status_shows_what_is_proven_and_what_is_owed(world: World) -> None:
    world.read("restore-maps/RESTORE-MAP.md", "docs/a.md")
    world.transcript.answer("| 2 | docs/b.md | FULL |")

    told, text = world.status(), distill(world.project, "restore", "status").stdout

    assert verdicts(told) == [("RESTORE-MAP.md", "FULL"), ("docs/a.md", "FULL"), ("docs/b.md", "NOT_READ")]
    assert (told["settled"], told["seat"], told["tier"]) == (False, SEAT, 1)
    assert told["pending"]["seat"] == SEAT  # type: ignore[index]
    assert re.search(r"^2 +NOT_READ +docs/b\.md +L1–10 +FULL \(!\)$", text, re.MULTILINE)
    assert "1 of 3 rows are not proven" in text


def test_status_changes_nothing(world: World) -> None:
    before = {p: p.stat().st_mtime_ns for p in world.project.rglob("*")}
    world.status()

    assert {p: p.stat().st_mtime_ns for p in world.project.rglob("*")} == before


def test_done_refuses_while_a_row_is_owed_and_changes_nothing(world: World) -> None:
    world.read("restore-maps/RESTORE-MAP.md", "docs/a.md")
    done = distill(world.project, "restore", "done")

    assert done.returncode == 1
    assert "docs/b.md" in done.stdout
    assert "docs/a.md" not in done.stdout
    assert list(world.map.parent.glob("RESTORED*")) == []
    assert world.marker() is not None
    assert journal(world.project) == []


def test_done_writes_the_note_clears_the_marker_and_journals(world: World) -> None:
    world.read("restore-maps/RESTORE-MAP.md", "docs/a.md")
    done = distill(world.project, "restore", "done", "--accept", "2", "--why", "its part was merged")

    assert done.returncode == 0, done.stdout + done.stderr
    (note,) = world.map.parent.glob("RESTORED-*.md")
    text = note.read_text("utf-8")
    assert re.fullmatch(r"RESTORED-\d{8}-\d{4}\.md", note.name)
    for part in (
        "# RESTORED — lead@plantshop", "`docs/a.md`: FULL", "`docs/b.md`: NOT_READ", "Accepted: its part was merged",
        "## Next step", "Wait for the dev-seat result",
    ):  # fmt: skip
        assert part in text
    assert world.marker() is None
    (line,) = journal(world.project)
    assert (line["outcome"], line["seat"], line["accepted"], line["note"]) == ("restored", SEAT, "1", note.name)
    assert distill(world.project, "restore", "status").stdout == "No restore is pending.\n"
    assert distill(world.project, "restore", "done").returncode == 1


def test_an_acceptance_needs_its_row_and_its_reason(world: World) -> None:
    for words in (("--accept", "2"), ("--accept", "2", "--why", " "), ("--why", "so")):
        assert distill(world.project, "restore", "done", *words).returncode == 2
    world.read("restore-maps/RESTORE-MAP.md", "docs/a.md", "docs/b.md")
    done = distill(world.project, "restore", "done", "--accept", "9", "--why", "so")

    assert done.returncode == 1
    assert "9" in done.stdout
    assert world.marker() is not None


def test_a_second_note_of_a_minute_takes_nothings_place(world: World) -> None:
    for _ in range(2):
        world.read("restore-maps/RESTORE-MAP.md", "docs/a.md", "docs/b.md")
        assert distill(world.project, "restore", "done").returncode == 0
        world.arm()

    assert len(list(world.map.parent.glob("RESTORED-*.md"))) == 2


def test_the_note_stands_on_the_page_and_a_rebuild_keeps_it(world: World) -> None:
    assert distill(world.project, "run", world.map).returncode == 0
    (page,) = (world.project / "wiki" / "sessions").glob("*.md")
    world.read("restore-maps/RESTORE-MAP.md", "docs/a.md")
    done = distill(world.project, "restore", "done", "--accept", "L21", "--why", "no", "--accept", "2", "--why", "old")
    assert done.returncode == 1
    done = distill(world.project, "restore", "done", "--accept", "2", "--why", "it is old")
    assert done.returncode == 0, done.stdout + done.stderr

    text = page.read_text("utf-8")
    (told,) = [note for note in parse(text).notes if note.startswith("Restored")]
    assert "2 of 3 rows of the reading list proven read" in told
    assert "NOT_READ docs/b.md: it is old." in told
    assert is_as_written(text)
    assert distill(world.project, "rebuild").returncode == 0
    assert page.read_text("utf-8") == text


def test_a_page_that_a_person_changed_is_not_touched(world: World) -> None:
    assert distill(world.project, "run", world.map).returncode == 0
    (page,) = (world.project / "wiki" / "sessions").glob("*.md")
    page.write_text(page.read_text("utf-8") + "\nMy own words.\n", "utf-8")
    before = page.read_bytes()
    world.read("restore-maps/RESTORE-MAP.md", "docs/a.md", "docs/b.md")
    done = distill(world.project, "restore", "done", "--json")

    assert done.returncode == 0
    assert json.loads(done.stdout)["on_page"] is False
    assert page.read_bytes() == before
    assert world.marker() is None


def test_no_secret_gets_into_the_note_the_page_the_journal_or_the_table(world: World) -> None:
    token = github_token()
    world.write_map(a_list("docs/a.md", f"curl -H token:{token} x", written=world.stamp(-300)))
    assert distill(world.project, "run", world.map).returncode == 0
    world.read("restore-maps/RESTORE-MAP.md", "docs/a.md")
    shown = [distill(world.project, "restore", "status", *more).stdout for more in ((), ("--json",))]
    done = distill(world.project, "restore", "done", "--accept", "2", "--why", f"the key {token} is spent")

    assert done.returncode == 0, done.stdout + done.stderr
    (note,) = world.map.parent.glob("RESTORED-*.md")
    (page,) = (world.project / "wiki" / "sessions").glob("*.md")
    texts = [*shown, done.stdout, *(p.read_text("utf-8") for p in (note, page, world.project / ".distill/journal.log"))]
    assert [token in text for text in texts] == [False] * 6
    assert "REDACTED" in note.read_text("utf-8")


def test_a_map_that_is_gone_keeps_the_marker_until_that_is_accepted(world: World) -> None:
    """HO08: said plainly, the marker stays for another try, and no note claims a restore."""
    world.map.unlink()
    shown = distill(world.project, "restore", "status")
    refused = distill(world.project, "restore", "done", "--accept", "2", "--why", "so")

    assert (shown.returncode, refused.returncode) == (4, 4)
    assert "cannot be read" in shown.stderr
    assert world.marker() is not None
    done = distill(world.project, "restore", "done", "--accept", "map", "--why", "somebody removed it")
    assert done.returncode == 0, done.stderr
    assert world.marker() is None
    assert list(world.map.parent.glob("RESTORED*")) == []
    assert journal(world.project)[-1]["map"] == "none"


def test_nobody_takes_another_seats_restore(world: World) -> None:
    """HK28, HK06: who is somebody else sees nothing; who has a new session id, but the seat, sees its own."""
    assert world.status(DISTILL_SEAT="rev@plantshop") == {"pending": None, "others": [SEAT]}
    assert world.status(CLAUDE_CODE_SESSION_ID="session-9") == {"pending": None, "others": [SEAT]}
    assert world.status(DISTILL_SEAT=SEAT, CLAUDE_CODE_SESSION_ID="session-9")["pending"] is not None
    assert world.status(CLAUDE_CODE_SESSION_ID="session-1")["pending"] is not None
    world.arm("rev@plantshop", "session-2")
    several = distill(world.project, "restore", "status")
    assert several.returncode == 2
    assert f"Say which one is meant:\n  --seat {SEAT}\n  --seat rev@plantshop\n" in several.stderr
    assert world.status("--seat", SEAT)["pending"] is not None


def test_the_transcript_of_the_session_as_it_is_called_now_is_read(world: World) -> None:
    moved = Transcript(world.project.parent / "session-2.jsonl", datetime.now(UTC)).boundary()
    moved.bash(f"cat {world.project}/docs/a.md", "rule 1")
    told = world.status(DISTILL_SEAT=SEAT, CLAUDE_CODE_SESSION_ID="session-2")

    assert ("docs/a.md", "FULL") in verdicts(told)


def test_audit_needs_no_marker_and_ends_with_what_it_found(world: World) -> None:
    marker.clear(str(world.project / ".distill"), SEAT)
    words = ("restore", "audit", "--map", world.map, "--transcript", world.transcript.path)
    before = distill(world.project, *words)
    world.read("restore-maps/RESTORE-MAP.md", "docs/a.md", "docs/b.md")
    after = distill(world.project, *words, "--json")

    assert (before.returncode, after.returncode) == (1, 0)
    assert json.loads(after.stdout)["settled"] is True


def test_a_map_without_a_list_asks_for_itself(world: World) -> None:
    world.write_map(a_map())
    assert verdicts(world.status()) == [("RESTORE-MAP.md", "NOT_READ")]
    world.read("restore-maps/RESTORE-MAP.md")

    assert distill(world.project, "restore", "done").returncode == 0


def test_files_that_the_next_step_changes_are_told_though_the_list_leaves_them_out(world: World) -> None:
    """HO05: an edit of a file that counts as unread fails."""
    text = a_list("docs/a.md", written=world.stamp(-300))
    world.write_map(
        text.replace("Wait for the dev-seat result", "Change `docs/b.md` and `docs/none.md`, then docs/a.md")
    )
    told, shown = world.status(), distill(world.project, "restore", "status").stdout

    assert [(row["entry"], row["verdict"]) for row in told["unlisted"]] == [("docs/b.md", "NOT_READ")]  # type: ignore[attr-defined]
    assert "not on the list; read them before you edit them: docs/b.md (NOT_READ)" in shown


def test_the_work_after_the_map_is_told(world: World) -> None:
    """HO07: twenty minutes of work came after the map."""
    world.write_map(a_list("docs/a.md", written=world.stamp(-1260)))

    assert re.search(r"2[01] min before the compaction", distill(world.project, "restore", "status").stdout)


def test_status_and_doctor_show_a_pending_restore(world: World) -> None:
    text = distill(world.project, "status").stdout
    told = json.loads(distill(world.project, "status", "--json").stdout)

    assert f"restore  of {SEAT} is pending since" in text
    assert [each["seat"] for each in told["pending"]] == [SEAT]
    from distill.health.storage import pending

    (finding,) = pending(world.project / ".distill", time.time())
    assert "is pending" in finding.what
    world.map.unlink()
    (finding,) = pending(world.project / ".distill", time.time())
    assert "is not there" in finding.what

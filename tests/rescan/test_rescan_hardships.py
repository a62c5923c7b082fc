"""`distill rescan --fix` where it is hard: cut off in the middle, links that lead away, folders that say no."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from made_secrets import left_of, made, password
from sites import add_page, digest_of, new_wiki

from distill import project
from distill.errors import PageError
from distill.redaction.octets import decoded
from distill.rescan import mend, mending, run, targets

TOKEN = "gh" + "p_" + made(36, "hardships")
WORD = password("hardships")
BARE = f"It was {WORD} all along.\n"
KEYED = f"password: {WORD}\n"
CLEAN = "It was REDACTED-password-1 all along.\n"


@pytest.fixture
def world(tmp_path: Path) -> Path:
    (tmp_path / ".git").mkdir()
    wiki = new_wiki(tmp_path)
    add_page(wiki, digest_of(["RIG-9 moved the pumps"]), text="# Restore map\n\nPumps moved.\n")
    project.make_state(str(tmp_path))
    return tmp_path


def rescan(root: Path, *args: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "distill", "rescan", *args]
    return subprocess.run(command, cwd=root, capture_output=True, text=True, timeout=100, check=False)


def units(root: Path) -> list[targets.Unit]:
    return list(targets.units(root / "wiki", root / ".distill", None, root=root))


def mended(root: Path) -> list[run.Named]:
    return run.rescan(units(root), root, state=root / ".distill", fix=lambda: None)


def test_a_run_that_dies_between_two_files_is_finished_by_the_next(world, monkeypatch):
    (world / "wiki" / "a.md").write_text(KEYED, "utf-8")
    (world / "wiki" / "b.md").write_text(BARE, "utf-8")
    put = mend.write

    def dying(target, *rest):
        if target.path.name == "b.md":
            raise KeyboardInterrupt
        return put(target, *rest)

    monkeypatch.setattr(mend, "write", dying)
    with pytest.raises(KeyboardInterrupt):
        mended(world)
    monkeypatch.undo()
    assert WORD not in (world / "wiki" / "a.md").read_text("utf-8")
    assert (world / "wiki" / "b.md").read_text("utf-8") == BARE

    seen = rescan(world)
    assert seen.returncode == 7
    assert "cut off" in seen.stdout

    assert rescan(world, "--fix").returncode == 0
    assert (world / "wiki" / "b.md").read_text("utf-8") == CLEAN
    assert not (world / ".distill" / mending.FOLDER).exists()
    assert rescan(world).returncode == 0


def test_a_run_that_dies_before_all_drafts_are_there_has_changed_nothing(world, monkeypatch):
    def dying(_):
        raise KeyboardInterrupt

    (world / "wiki" / "a.md").write_text(KEYED, "utf-8")
    monkeypatch.setattr(mending, "seal", dying)
    with pytest.raises(KeyboardInterrupt):
        mended(world)
    assert list((world / ".distill" / mending.FOLDER).glob("*.draft"))
    assert (world / "wiki" / "a.md").read_text("utf-8") == KEYED

    monkeypatch.undo()
    assert rescan(world, "--fix").returncode == 0
    assert not (world / ".distill" / mending.FOLDER).exists()


def test_killed_at_any_moment_nothing_is_torn_and_the_next_run_takes_all_out(world):
    wiki = world / "wiki"
    for at in range(2):
        for n in range(6):
            (wiki / f"{n}.md").write_text(KEYED if n % 2 else BARE, "utf-8")
        with subprocess.Popen(
            [sys.executable, "-m", "distill", "rescan", "--fix"], cwd=world, stdout=subprocess.DEVNULL
        ) as child:
            while child.poll() is None and not (world / ".distill" / mending.FOLDER).exists():
                time.sleep(0.001)
            time.sleep(at * 0.01)
            child.kill()
        held = {(wiki / f"{n}.md").read_text("utf-8") for n in range(6)}
        assert held <= {KEYED, BARE, CLEAN, "password: REDACTED-password-1\n"}

        assert rescan(world, "--fix").returncode == 0
        assert {(wiki / f"{n}.md").read_text("utf-8") for n in range(0, 6, 2)} == {CLEAN}


def test_drafts_for_files_that_are_not_looked_at_go_nowhere(world):
    other = world / "bashrc"
    other.write_text("", "utf-8")
    folder = mending.begin(world / ".distill")
    mending.prepare(targets.Target(other, targets.Role.PEOPLE, strict=False), b"", b"echo bad\n", folder)
    mending.seal(folder)

    assert mending.finish(world / ".distill", units(world)) == {}
    assert other.read_text("utf-8") == ""


def test_a_file_that_a_person_changed_before_the_run_is_finished_keeps_that(world):
    page = world / "wiki" / "b.md"
    page.write_text(BARE, "utf-8")
    folder = mending.begin(world / ".distill")
    target = next(t for unit in units(world) for t in unit if t.path == page)
    mending.prepare(target, BARE.encode(), CLEAN.encode(), folder)
    mending.seal(folder)
    page.write_text("Written anew.\n", "utf-8")

    assert mending.finish(world / ".distill", units(world)) == {page: mending.CHANGED}
    assert page.read_text("utf-8") == "Written anew.\n"


def test_a_file_that_changes_while_drafts_are_made_is_looked_at_anew(world, monkeypatch):
    page = world / "wiki" / "a.md"
    page.write_text(KEYED, "utf-8")
    seal = mending.seal

    def meanwhile(folder):
        seal(folder)
        page.write_text(KEYED + "A person's line.\n", "utf-8")

    monkeypatch.setattr(mending, "seal", meanwhile)

    assert [n.examined.fixed for n in mended(world) if n.name == "wiki/a.md"] == [True]
    assert page.read_text("utf-8") == "password: REDACTED-password-1\nA person's line.\n"


def test_two_at_once_do_not_disturb_each_other(world, monkeypatch):
    (world / "wiki" / "a.md").write_text(KEYED, "utf-8")
    monkeypatch.setattr(mending, "WAIT_S", 0.0)
    with mending.alone(world / ".distill"), pytest.raises(PageError, match="Another"):
        mended(world)
    assert (world / "wiki" / "a.md").read_text("utf-8") == KEYED


def test_copies_of_pages_in_the_state_folder_go_before_the_first_file_is_mended(world):
    (world / "wiki" / "a.md").write_text(KEYED, "utf-8")
    state = world / ".distill"
    for name in ("index.db", "index.db-wal", "index-pages.sqlite", "site-0123456789ab.sqlite"):
        (state / name).write_text(WORD, "utf-8")
    told = []
    run.rescan(
        units(world),
        world,
        state=state,
        fix=lambda: told.append((world / "wiki" / "a.md").read_text("utf-8") == KEYED),
    )
    assert told == [True, False]

    (world / "wiki" / "a.md").write_text(KEYED, "utf-8")
    assert rescan(world, "--fix").returncode == 0
    assert not [path for path in state.rglob("*") if path.is_file() and WORD.encode() in path.read_bytes()]


def test_a_link_out_of_the_project_is_named_and_what_it_leads_to_stays(world, tmp_path_factory):
    away = tmp_path_factory.mktemp("away")
    (away / "notes.md").write_text(KEYED, "utf-8")
    (world / "wiki" / "notes.md").symlink_to(away / "notes.md")
    (world / "wiki" / "linked").symlink_to(away)
    (world / "wiki" / "loop").symlink_to(world / "wiki")

    done = rescan(world, "--fix")

    assert done.returncode == 7
    assert done.stdout.count("a link leads to it out of the project") == 2
    assert "loop" not in done.stdout
    assert (away / "notes.md").read_text("utf-8") == KEYED
    assert left_of(WORD, done.stdout + done.stderr) == []


@pytest.mark.parametrize("name", ["k.pem", "Dockerfile", ".env", "a.patch", "x.sql"])
def test_whatever_mkdocs_copies_as_text_is_looked_at(world, name):
    (world / "wiki" / name).write_text(KEYED, "utf-8")

    assert rescan(world, "--fix").returncode == 0
    assert WORD not in (world / "wiki" / name).read_text("utf-8")


@pytest.mark.parametrize(
    ("encoding", "head", "tail"),
    [("utf-16-le", b"", b"A"), ("utf-16-be", b"\xd8\x00", b""), ("utf-32-le", b"", b"ab"), ("utf-32-be", b"", b"")],
)
def test_wide_text_is_read_also_where_it_is_broken(world, encoding, head, tail):
    mark = "\ufeff".encode(encoding)
    page = world / "wiki" / "wide.txt"
    page.write_bytes(mark + head + KEYED.encode(encoding) + tail)

    assert rescan(world, "--fix").returncode == 0
    assert page.read_bytes() == mark + head + "password: REDACTED-password-1\n".encode(encoding) + tail


@pytest.mark.parametrize(
    "data", [b"", b"\xff\xfe", b"\xff\xfe\x00", b"\xff\xfe\x00\x00\x01", b"\xfe\xff\xd8", b"\xef\xbb\xbf"]
)
def test_bytes_come_back(data):
    octets = decoded(data)

    assert octets.encode(octets.text) == data


def test_a_private_block_that_is_not_closed_does_not_reach_into_the_page_of_its_map(world):
    page = next((world / "wiki" / "sessions").glob("*.md"))
    archive = world / "wiki" / "maps" / page.name
    archive.write_text(archive.read_text("utf-8") + "\n<private>\nthe plans for the pumps\n", "utf-8")
    held = page.read_text("utf-8")
    page.write_text(held + f"\n{KEYED}the plans for the pumps\n", "utf-8")

    assert rescan(world, "--fix").returncode == 0
    assert page.read_text("utf-8") == held + "\npassword: REDACTED-password-1\nthe plans for the pumps\n"
    assert archive.read_text("utf-8").endswith("REDACTED-private-1\n\n")


def test_a_line_break_in_a_name_is_no_secret(world):
    (world / "wiki" / "two\nlines.md").write_text("Pumps.\n", "utf-8")

    assert rescan(world).returncode == 0


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads and writes everything")
def test_folders_that_may_not_be_read_or_written_are_named(world):
    for name, mode in (("closed", 0o000), ("listed", 0o400), ("fixed", 0o500)):
        folder = world / "wiki" / name
        folder.mkdir()
        (folder / "a.md").write_text(KEYED, "utf-8")
        folder.chmod(mode)

    done = rescan(world, "--fix")

    for name in ("closed", "listed", "fixed"):
        (world / "wiki" / name).chmod(0o700)
    assert done.returncode == 7
    assert "wiki/closed: it cannot be read" in done.stdout
    assert "wiki/listed/a.md: it cannot be read" in done.stdout
    assert "wiki/fixed/a.md: it cannot be written" in done.stdout
    assert left_of(WORD, done.stdout + done.stderr) == []

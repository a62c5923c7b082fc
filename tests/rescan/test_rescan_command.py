"""`distill rescan` as a person uses it: what lies on the disk, today's rules, and what a person changed."""

import json
import os
import shutil
import subprocess
import sys
import threading
import time
from datetime import UTC, datetime
from pathlib import Path

import pytest
from made_secrets import key_block, left_of, made, password
from sites import add_page, build_site, digest_of, new_wiki
from worlds import FIXTURES, REPOSITORY, fixture_text

from distill import journal, locks, project, spool
from distill.agents.events import HookEvent
from distill.model import Confidence
from distill.pages import review, seal
from distill.pages.read import parse

DISTILL = [sys.executable, "-m", "distill", "rescan"]
TOKEN = "gh" + "p_" + made(36, "rescan")
WORD = password("rescan")


@pytest.fixture
def world(tmp_path: Path) -> Path:
    """Make a project with a wiki of one page, a state folder, and nothing bad in it."""
    (tmp_path / ".git").mkdir()
    wiki = new_wiki(tmp_path)
    add_page(wiki, digest_of(["RIG-9 moved the pumps"]), text="# Restore map\n\nPumps moved.\n\nLine five.\n")
    project.make_state(str(tmp_path))
    journal.append(str(tmp_path / ".distill"), {"outcome": "written", "page": "x.md"})
    return tmp_path


def run(root: Path, *args: object) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [*DISTILL, *map(str, args)], cwd=root, capture_output=True, text=True, timeout=100, check=False
    )


def told(root: Path, *args: object) -> tuple[int, dict]:
    done = run(root, "--json", *args)
    assert left_of(TOKEN, done.stdout + done.stderr) + left_of(WORD, done.stdout + done.stderr) == []
    return done.returncode, json.loads(done.stdout)


def page_of(root: Path) -> Path:
    return next((root / "wiki" / "sessions").glob("*.md"))


def map_of(root: Path) -> Path:
    return root / "wiki" / "maps" / page_of(root).name


def add(path: Path, text: str) -> str:
    """Append to a file and return what it held then."""
    whole = path.read_text("utf-8") + text
    path.write_text(whole, "utf-8")
    return whole


def test_what_was_found_does_not_stay_in_the_index_of_the_search(world):
    """The index holds the lines of pages; it is thrown away with what was in them."""
    add(page_of(world), f"The key is {TOKEN}")
    search = [sys.executable, "-m", "distill", "search", "pumps"]
    subprocess.run(search, cwd=world, capture_output=True, timeout=60, check=True)
    index = world / ".distill" / "index.db"
    assert left_of(TOKEN, index.read_text("utf-8", "replace"))
    run(world)
    assert index.exists()
    assert told(world, "--fix")[0] == 0
    assert not index.exists()
    subprocess.run(search, cwd=world, capture_output=True, timeout=60, check=True)
    assert left_of(TOKEN, index.read_text("utf-8", "replace")) == []


def test_a_clean_project_is_clean(world):
    done = run(world)

    assert (done.returncode, done.stdout) == (0, "clean: 4 files\n")


def test_the_wiki_of_this_repository_and_the_fixtures_pages_are_clean(tmp_path):
    (tmp_path / ".git").mkdir()
    shutil.copytree(REPOSITORY / "wiki", tmp_path / "wiki")
    for path in sorted(FIXTURES.glob("*.md")):
        text, _ = fixture_text(path.stem)
        (tmp_path / path.name).write_text(text, "utf-8")
    made_pages = subprocess.run(
        [sys.executable, "-m", "distill", "run", *sorted(p.name for p in tmp_path.glob("*.md"))],
        cwd=tmp_path, capture_output=True, timeout=100, check=False,
    )  # fmt: skip
    assert made_pages.returncode == 0
    assert build_site(tmp_path).code == 0

    code, report = told(tmp_path)

    assert (code, report["places"], report["names"], report["troubles"]) == (0, [], [], [])
    assert report["files"] > 60
    assert any((tmp_path / "site" / "maps").iterdir())


def test_each_place_is_named_and_the_exit_code_is_one(world):
    add(page_of(world), f"\nA person noted: password: {WORD}\n")
    add(map_of(world), f"\n- token {TOKEN}\n")
    add(world / "wiki" / "index.md", f"\n`{TOKEN}`\n")
    line = page_of(world).read_text("utf-8").split("\n").index(f"A person noted: password: {WORD}") + 1

    done = run(world)

    assert done.returncode == 1
    assert f"wiki/sessions/{page_of(world).name}:{line}:27 password\n" in done.stdout
    assert f"wiki/maps/{page_of(world).name}:7:9 github-token\n" in done.stdout
    assert "wiki/index.md:7:2 github-token\n" in done.stdout
    assert "distill rescan --fix" in done.stdout
    assert left_of(TOKEN, done.stdout) + left_of(WORD, done.stdout) == []


def test_fix_changes_the_secrets_and_nothing_else(world):
    before = {
        page_of(world): add(page_of(world), f"\nMine: password: {WORD}, and *my* words.\n"),
        map_of(world): add(map_of(world), f"\n{key_block('r')[0]}\nthe last line, {WORD}\n"),
        world / "wiki" / "index.md": add(
            world / "wiki" / "index.md", f"\nKeep me `{TOKEN}` here.\r\nAnd jo@plants.de\n"
        ),
    }
    page_of(world).chmod(0o640)

    code, report = told(world, "--fix")

    assert code == 0
    assert all(place["fixed"] for place in report["places"])
    assert page_of(world).read_text("utf-8") == before[page_of(world)].replace(WORD, "REDACTED-password-1")
    assert page_of(world).stat().st_mode & 0o777 == 0o640
    index = (world / "wiki" / "index.md").read_bytes().decode()
    assert index.endswith("\nKeep me `REDACTED-github-token-1` here.\r\nAnd jo@plants.de\n")
    fixed = map_of(world).read_text("utf-8")
    assert fixed.count("\n") == before[map_of(world)].count("\n")
    assert fixed.split("\n")[-2] == "the last line, REDACTED-password-1"
    assert told(world)[0] == 0
    assert told(world, "--fix")[1]["places"] == []
    assert not [p for p in (world / "wiki").rglob("*") if ".draft" in p.name]


def test_a_second_fix_touches_no_file(world):
    add(page_of(world), f"\npassword: {WORD}\n")
    run(world, "--fix")
    before = {p: (p.stat().st_mtime_ns, p.stat().st_ino) for p in world.rglob("*") if p.is_file()}

    assert run(world, "--fix").returncode == 0
    assert {p: (p.stat().st_mtime_ns, p.stat().st_ino) for p in world.rglob("*") if p.is_file()} == before


def test_a_page_stays_a_page(world):
    path = page_of(world)
    text = path.read_text("utf-8").replace("\n---\n# ", f"\nnote: 'token: {TOKEN}'\n---\n# ", 1)
    path.write_text(text, "utf-8")
    page = parse(text)

    assert run(world, "--fix").returncode == 0

    fixed = parse(path.read_text("utf-8"))
    assert fixed.meta.extra == (("note", "note: 'token: REDACTED-github-token-1'"),)
    assert (fixed.sections, fixed.meta.title, fixed.meta.map_sha256) == (
        page.sections, page.meta.title, page.meta.map_sha256,
    )  # fmt: skip


def sealed(path: Path) -> str:
    """Put a secret into a page as if an older version had written it there, and the seal that fits."""
    text = path.read_text("utf-8").replace("moved the pumps", f"moved the pumps, password: {WORD}", 1)
    text = seal.resealed(text)
    assert seal.is_as_written(text)
    path.write_text(text, "utf-8")
    return text


def test_a_page_that_nobody_changed_still_counts_as_that(world):
    before = sealed(page_of(world))

    assert run(world, "--fix").returncode == 0

    after = page_of(world).read_text("utf-8")
    assert WORD not in after
    assert seal.is_as_written(after)
    old, new = parse(before).meta.seal, parse(after).meta.seal
    assert after == before.replace(WORD, "REDACTED-password-1").replace(old, new)


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_page_that_a_person_changed_still_counts_as_changed(world, end):
    before = (sealed(page_of(world)) + "\nMine.\n").replace("\n", end)
    page_of(world).write_bytes(before.encode())

    assert run(world, "--fix").returncode == 0

    after = page_of(world).read_bytes().decode()
    assert not seal.is_as_written(after)
    assert after == before.replace(WORD, "REDACTED-password-1")


def test_line_ends_of_an_editor_stay_in_a_page_that_nobody_changed(world):
    text = "\ufeff" + sealed(page_of(world)).replace("\n", "\r\n")
    page_of(world).write_bytes(text.encode())

    assert run(world, "--fix").returncode == 0

    after = page_of(world).read_bytes().decode()
    assert seal.is_as_written(after)
    assert (after[0], after.count("\r\n"), after.count("\n")) == ("\ufeff", text.count("\n"), text.count("\n"))


def test_a_review_outlives_a_redaction_and_not_a_later_change(world):
    text = sealed(page_of(world))
    at = datetime(2026, 11, 30, tzinfo=UTC)
    page_of(world).write_text(review.reviewed(text, Confidence.VERIFIED, by="Jo", at=at), "utf-8")

    assert run(world, "--fix").returncode == 0

    after = page_of(world).read_text("utf-8")
    assert not review.outlived(after, parse(after).meta)
    assert parse(after).meta.confidence is Confidence.VERIFIED
    assert seal.is_as_written(after)
    changed = after + "\nMine.\n"
    assert review.outlived(changed, parse(changed).meta)


def test_placeholders_that_stand_keep_their_numbers(world):
    add(map_of(world), f"\nREDACTED-password-1 was rotated; password: {WORD}\n")
    add(page_of(world), f"\nREDACTED-password-2; password: {WORD}\n")

    run(world, "--fix")

    assert "REDACTED-password-1 was rotated; password: REDACTED-password-3\n" in map_of(world).read_text("utf-8")
    assert "REDACTED-password-2; password: REDACTED-password-3\n" in page_of(world).read_text("utf-8")


def test_a_value_named_in_one_file_is_looked_for_in_all(world):
    add(map_of(world), f"\npassword: {WORD}\n")
    (world / "wiki" / "notes.md").write_text(f"# Notes\n\nwe said {WORD} aloud\n", "utf-8")
    journal.append(str(world / ".distill"), {"outcome": "failed", "detail": f"about {WORD}"})

    code, report = told(world, "--fix")

    assert code == 0
    assert {place["file"] for place in report["places"]} == {
        f"wiki/maps/{map_of(world).name}", "wiki/notes.md", ".distill/journal.log",
    }  # fmt: skip
    for path in (map_of(world), world / "wiki" / "notes.md", world / ".distill" / "journal.log"):
        assert left_of(WORD, path.read_text("utf-8")) == []


def test_both_generations_of_the_journal_are_mended_and_stay_private(world):
    state = world / ".distill"
    (state / "journal.log.1").write_text(f'2026-10-18T18:21:07Z  outcome=failed detail="token {TOKEN}"\n', "utf-8")
    journal.append(str(state), {"outcome": "failed", "detail": f"password: {WORD}"})

    code, report = told(world, "--fix")

    assert code == 0
    assert [p["file"] for p in report["places"]] == [".distill/journal.log.1", ".distill/journal.log"]
    text = (state / "journal.log.1").read_text("utf-8") + (state / "journal.log").read_text("utf-8")
    assert text.count("outcome=") == 3
    assert left_of(TOKEN, text) + left_of(WORD, text) == []
    assert (state / "journal.log").stat().st_mode & 0o777 == 0o600


def test_no_line_of_the_journal_is_lost_while_it_is_mended(world):
    state = world / ".distill"
    journal.append(str(state), {"detail": f"password: {WORD}"})
    ended = threading.Event()
    written = 0

    def write() -> None:
        nonlocal written
        while not ended.is_set():
            written += journal.append(str(state), {"outcome": "written", "n": written})
            time.sleep(0.002)

    writer = threading.Thread(target=write)
    writer.start()
    try:
        codes = [run(world, "--fix").returncode for _ in range(3)]
    finally:
        ended.set()
        writer.join()

    text = (state / "journal.log").read_text("utf-8")
    assert codes[-1] == 0
    assert left_of(WORD, text) == []
    assert text.count("n=") == written


def an_event(world: Path, **fields: str) -> Path:
    event = HookEvent({"hook_event_name": "SessionStart", "source": "compact", "cwd": "/home/jo/plants", **fields})
    return Path(spool.put(str(world / ".distill"), event, now_ns=time.time_ns(), pid=1))


def test_a_waiting_event_is_mended_and_can_still_be_served(world):
    path = an_event(world, session_id="s-1", transcript_path=f"/home/jo/{TOKEN}.jsonl")

    code, report = told(world, "--fix")

    assert code == 0
    assert [p["kind"] for p in report["places"]] == ["github-token"]
    event = spool.read(str(path))
    assert event is not None
    assert (event.cwd, event.session_id) == ("/home/jo/plants", "s-1")
    assert event.transcript_path == "/home/jo/REDACTED-github-token-1.jsonl"


def test_an_event_that_a_worker_is_at_is_left_to_it(world):
    path = an_event(world, session_id="s-1", transcript_path=f"/x/{TOKEN}")
    lane = path.name.rpartition("--")[0]
    lock = locks.take(world / ".distill" / "locks" / f"lane-{lane}.lock")
    try:
        code, report = told(world, "--fix")
    finally:
        os.close(lock)

    assert code == 7
    assert report["troubles"][0]["why"] == "a worker is at it; try again"
    assert TOKEN in path.read_text("utf-8")


def test_a_built_site_is_looked_at_and_not_touched(world):
    site = world / "site"
    assert build_site(world).code == 0
    assert run(world).returncode == 0
    index, html = site / "search" / "search_index.json", site / "index.html"
    docs = json.loads(index.read_text("utf-8"))
    docs["docs"].append({"location": "x/", "title": "x", "text": f"line\n{TOKEN}"})
    index.write_text(json.dumps(docs), "utf-8")
    html.write_text(html.read_text("utf-8").replace("</h1>", f"</h1><p>Password: <code>{WORD}</code></p>"), "utf-8")
    before = (index.read_bytes(), html.read_bytes())

    code, report = told(world, "--fix")

    assert code == 1
    assert {p["file"]: (p["kind"], p["fixed"]) for p in report["places"]} == {
        "site/search/search_index.json": ("github-token", False), "site/index.html": ("password", False),
    }  # fmt: skip
    assert (index.read_bytes(), html.read_bytes()) == before
    assert "mkdocs build" in run(world).stdout


def test_another_folder_of_the_site_can_be_named_or_stand_in_the_settings(world, tmp_path_factory):
    elsewhere = tmp_path_factory.mktemp("published")
    (elsewhere / "index.html").write_text(f"<p>{TOKEN}</p>", "utf-8")
    assert run(world).returncode == 0
    assert told(world, "--site", elsewhere)[1]["places"][0]["kind"] == "github-token"
    shutil.copytree(elsewhere, world / "out")
    (world / "mkdocs.yml").write_text("site_name: x\nsite_dir: 'out' # here\n", "utf-8")
    assert told(world)[1]["places"][0]["file"] == "out/index.html"
    assert run(world, "--site", world / "nowhere").returncode == 2


def test_a_key_in_a_name_is_said_and_not_repeated(world):
    (world / "wiki" / f"{TOKEN}.md").write_text("# x\n", "utf-8")

    code, report = told(world, "--fix")

    assert code == 1
    assert report["names"] == ["wiki/REDACTED-github-token-1.md"]


def test_what_cannot_be_looked_at_is_never_called_clean(world):
    with (world / "wiki" / "huge.md").open("wb") as stream:
        stream.write(b"x y\n" * 2_600_000)

    code, report = told(world)

    assert code == 5
    assert not report["clean"]
    assert [t["file"] for t in report["troubles"]] == ["wiki/huge.md"]


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads everything")
def test_a_file_that_may_not_be_read_is_named(world):
    page_of(world).chmod(0)

    assert told(world)[0] == 5


def test_a_page_that_is_no_utf8_keeps_its_bytes(world):
    path = world / "wiki" / "latin.md"
    path.write_bytes(b"# Caf\xe9\n\npassword: " + WORD.encode() + b"\n\xff")

    assert run(world, "--fix").returncode == 0
    assert path.read_bytes() == b"# Caf\xe9\n\npassword: REDACTED-password-1\n\xff"


def test_a_link_is_followed_and_stays_a_link(world):
    real = world / "notes.md"
    real.write_text(f"password: {WORD}\n", "utf-8")
    link = world / "wiki" / "notes.md"
    link.symlink_to(real)

    assert run(world, "--fix").returncode == 0
    assert link.is_symlink()
    assert real.read_text("utf-8") == "password: REDACTED-password-1\n"


def test_addresses_on_peoples_own_pages_are_meant(world):
    add(world / "wiki" / "index.md", "\nWrite to jo@plantshop-berlin.de.\n")
    assert run(world).returncode == 0
    add(page_of(world), "\nWrite to jo@plantshop-berlin.de.\n")
    assert told(world)[1]["places"][0]["kind"] == "email"


def test_many_files_are_looked_at_by_several_processes_alike(world):
    for number in range(60):
        value = f"password: {password(number)}" if number % 20 == 0 else "nothing"
        (world / "wiki" / f"n{number:02}.md").write_text(f"# {number}\n\n{value}\n", "utf-8")

    code, report = told(world)

    assert code == 1
    assert [p["file"] for p in report["places"]] == ["wiki/n00.md", "wiki/n20.md", "wiki/n40.md"]
    assert told(world, "--fix")[0] == 0
    assert told(world)[0] == 0


def test_outside_of_any_wiki_there_is_nothing_to_say(tmp_path):
    done = run(tmp_path)

    assert (done.returncode, done.stdout) == (0, "clean: 0 files\n")
    assert list(tmp_path.iterdir()) == []
    assert run(tmp_path, "--wiki", tmp_path / "none").returncode == 2


def test_the_settings_hold_for_redact_rescan_and_the_site(world):
    (world / "distill.toml").write_text(
        "[redaction]\nallow = ['Maple.*']\nrules = [{kind = 'order', pattern = 'ORD-[0-9]{6}'}]\n", "utf-8"
    )
    add(world / "wiki" / "index.md", f"\npassword: {WORD}\n")
    assert run(world).returncode == 0
    assert build_site(world).code == 0
    add(world / "wiki" / "index.md", "\nsee ORD-123456\n")
    assert [place["kind"] for place in told(world)[1]["places"] if place["file"] == "wiki/index.md"] == ["order"]
    assert "order" in build_site(world).output
    done = subprocess.run(
        [sys.executable, "-m", "distill", "redact"],
        cwd=world, input=f"password: {WORD} ORD-123456", capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert done.stdout == f"password: {WORD} REDACTED-order-1"

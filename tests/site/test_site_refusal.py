"""No site is built of what should have been redacted: real builds, and a server that goes on."""

import os
import re
import socket
import subprocess
import sys
import time
import urllib.request
from contextlib import contextmanager

import pytest
from made_secrets import left_of, made, password
from sites import add_page, build_site, digest_of, new_wiki

from distill.rescan import sources
from distill.rescan.sources import Memory

TOKEN = "gh" + "p_" + made(36, "site")
WORD = password("site")


@pytest.fixture
def root(tmp_path):
    """Make a project with a wiki of one page."""
    (tmp_path / ".git").mkdir()
    add_page(new_wiki(tmp_path), digest_of(["RIG-9 moved the pumps"]))
    return tmp_path


def page_of(root):
    return next((root / "wiki" / "sessions").glob("*.md"))


def add(path, text):
    path.write_text(path.read_text("utf-8") + text, "utf-8")
    return path.read_text("utf-8").split("\n").index(text.strip("\n")) + 1


def warned(root):
    """Set the plug-in to warn."""
    path = root / "mkdocs.yml"
    path.write_text(path.read_text("utf-8").replace("  - distill\n", "  - distill: {redaction: warn}\n"), "utf-8")
    command = [sys.executable, "-m", "mkdocs", "build"]
    return subprocess.run(command, cwd=root, capture_output=True, text=True, timeout=100, check=False)


@pytest.mark.parametrize(
    "place", ["sessions/{}", "maps/{}", "index.md", "notes/deep.md", "data/list.txt", "sessions/index.md"]
)
def test_a_finding_anywhere_stops_the_build(root, place):
    name = place.format(page_of(root).name)
    path = root / "wiki" / name
    path.parent.mkdir(exist_ok=True)
    if not path.exists():
        path.write_text("# Notes\n", "utf-8")
    line = add(path, f"\n- the token {TOKEN}\n")

    built = build_site(root)

    assert built.code == 1
    assert f"{name}:{line}:13 github-token" in built.output
    assert "distill rescan --fix" in built.output
    assert "Traceback" not in built.output
    assert left_of(TOKEN, built.output) == []
    assert not built.site.exists() or not [p for p in built.pages() if TOKEN in p.read_text("utf-8")]


def test_a_build_is_refused_without_strict_too_and_works_after_the_fix(root):
    add(page_of(root), f"\npassword: {WORD}\n")
    assert build_site(root, strict=False).code == 1

    done = subprocess.run(
        [sys.executable, "-m", "distill", "rescan", "--fix"], cwd=root, capture_output=True, timeout=60, check=False
    )

    assert done.returncode == 0
    built = build_site(root)
    assert built.code == 0, built.output
    assert "REDACTED-password-1" in built.html(f"sessions/{page_of(root).name}")


def test_what_only_shows_once_escapes_are_undone_is_seen(root):
    value = "_" + made(9, 1) + "*x7"
    add(page_of(root), "\n- password: " + value.replace("_", "\\_").replace("*", "\\*") + "\n")

    assert build_site(root).code == 1


def test_warn_builds_and_says_it(root):
    build_site(root)
    add(page_of(root), f"\n- the token {TOKEN}\n")

    done = warned(root)

    assert done.returncode == 0
    assert re.search(r"WARNING.*1 place in the wiki should have been redacted", done.stderr)
    assert left_of(TOKEN, done.stderr) == []
    assert TOKEN in (root / "site" / "sessions" / page_of(root).stem / "index.html").read_text("utf-8")


def test_another_word_for_the_setting_is_refused(root):
    path = root / "mkdocs.yml"
    build_site(root)
    path.write_text(path.read_text("utf-8").replace("  - distill\n", "  - distill: {redaction: never}\n"), "utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build"], cwd=root, capture_output=True, text=True, timeout=100, check=False
    )

    assert done.returncode == 1
    assert "redaction" in done.stderr


def test_a_key_in_a_files_name_stops_the_build(root):
    (root / "wiki" / f"{TOKEN}.md").write_text("# x\n", "utf-8")

    built = build_site(root)

    assert built.code == 1
    assert "REDACTED-github-token-1.md: something stands in the name of the file" in built.output
    assert left_of(TOKEN, built.output) == []


def test_what_is_not_published_and_what_people_mean_stops_nothing(root):
    (root / "wiki" / "half.md.tmp").write_text(f"password: {WORD}\n", "utf-8")
    (root / "wiki" / ".hidden.md").write_text(f"password: {WORD}\n", "utf-8")
    add(root / "wiki" / "index.md", "\nWrite to jo@plantshop-berlin.de\n")

    built = build_site(root)

    assert built.code == 0, built.output


def test_many_places_are_told_in_short(root):
    lines = "".join(f"- password: {password(f'many{n}')}\n" for n in range(80))
    (root / "wiki" / "index.md").write_text(f"# Home\n\n{lines}", "utf-8")

    built = build_site(root)

    assert built.code == 1
    assert "80 places" in built.output
    assert "and 30 more" in built.output
    assert built.output.count("index.md:") == 50


@contextmanager
def served(root):
    """Run `mkdocs serve`; give its address and its log."""
    build_site(root)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    log = root / "serve.log"
    with log.open("wb") as out:
        server = subprocess.Popen(
            [sys.executable, "-m", "mkdocs", "serve", "-a", f"127.0.0.1:{port}"],
            cwd=root, stdout=out, stderr=out, env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        )  # fmt: skip
        try:
            yield f"http://127.0.0.1:{port}", log
        finally:
            server.terminate()
            server.wait(20)


def get(address):
    with urllib.request.urlopen(address, timeout=20) as answer:
        return answer.read().decode("utf-8")


def wait_for(condition, seconds=40):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            if condition():
                return
        except OSError:
            pass
        time.sleep(0.3)
    pytest.fail("did not happen in time")


def test_the_server_says_it_goes_on_and_shows_the_page_without_it(root):
    add(root / "wiki" / "index.md", f"\n- the token {TOKEN}\n")
    page = page_of(root)
    with served(root) as (address, log):
        wait_for(lambda: "REDACTED-github-token-1" in get(address))
        assert "index.md:7:13 github-token" in log.read_text("utf-8")
        before = page.read_bytes()
        page.write_text(page.read_text("utf-8") + f"\n- then password: {WORD}\n", "utf-8")
        wait_for(lambda: "REDACTED-password-1" in get(f"{address}/sessions/{page.stem}/"))
        shown = get(address) + get(f"{address}/sessions/{page.stem}/") + get(f"{address}/search/search_index.json")
        assert left_of(TOKEN, shown) + left_of(WORD, shown) == []
        page.write_bytes(before)
        wait_for(lambda: "REDACTED" not in get(f"{address}/sessions/{page.stem}/"))
    assert left_of(TOKEN, log.read_text("utf-8")) + left_of(WORD, log.read_text("utf-8")) == []
    assert TOKEN in (root / "wiki" / "index.md").read_text("utf-8")


def test_a_source_is_looked_at_once_in_each_wording(monkeypatch):
    asked = []
    real = sources.look
    monkeypatch.setattr(sources, "look", lambda *args, **more: asked.append(args[0]) or real(*args, **more))
    memory = Memory()
    clean, bad = b"# one\n", f"password: {WORD}\n".encode()

    for _ in range(3):
        assert memory.suspect("sessions/a.md", clean) is None
        found = memory.suspect("sessions/b.md", bad)
        assert [f.kind for f in found.findings] == ["password"]
        assert found.clean == b"password: REDACTED-password-1\n"

    assert len(asked) == 2
    assert WORD not in repr(found)


def test_what_counts_differs_between_pages_and_peoples_files():
    memory, text = Memory(), b"write to jo@plantshop-berlin.de\n"

    assert memory.suspect("about.md", text) is None
    assert [f.kind for f in memory.suspect("sessions/a.md", text).findings] == ["email"]
    assert memory.suspect("about.md", text) is None


def test_a_source_that_cannot_be_looked_at_is_suspect(monkeypatch):
    def broken(*_args, **_more):
        raise sources.RedactionError("it did not settle")

    monkeypatch.setattr(sources, "look", broken)

    assert Memory().suspect("sessions/a.md", b"x").trouble == "it did not settle"

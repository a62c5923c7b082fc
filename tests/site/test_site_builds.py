"""Real builds: MK01, MK02, MK04, MK06, MK08, MK09, MK11, MK12."""

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from datetime import timedelta
from pathlib import Path
from urllib.parse import unquote, urljoin

import pytest
import yaml
from sites import REPOSITORY, WRITTEN, add_page, build_site, configure, digest_of, look, new_wiki, plugins_with_search

BUGS = Path(__file__).parent.parent / "bugs"


@pytest.mark.parametrize("plugin", [True, False], ids=["plug-in", "stock"])
def test_the_wiki_of_this_repository_builds_strictly(tmp_path, plugin):
    shutil.copytree(REPOSITORY / "wiki", tmp_path / "wiki")
    built = build_site(tmp_path, plugin=plugin)
    assert (built.code, built.output) == (0, "")
    for page in built.pages():
        assert look(page.read_text("utf-8")).found == []


def test_mk06_every_link_of_every_page_leads_somewhere(tmp_path):
    wiki = new_wiki(tmp_path)
    seats = json.loads((BUGS / "MK06" / "seats.json").read_text("utf-8"))
    for seat in [*seats, "Ünïcode/ü", "with `tick` & <tag>"]:
        add_page(wiki, digest_of([f"RIG-9 of {seat}"]), seat=seat)
    built = build_site(tmp_path)
    assert built.code == 0, built.output
    seen = 0
    for page in built.pages():
        if page.name == "404.html":
            continue
        base = "/" + page.relative_to(built.site).as_posix().removesuffix("index.html")
        for link in look(page.read_text("utf-8")).links:
            path, _, anchor = unquote(urljoin(base, link)).partition("#")
            if re.match(r"https?:", path):
                continue
            target = built.site / path.lstrip("/")
            target = target / "index.html" if target.is_dir() else target
            assert target.is_file(), (page, link)
            if re.fullmatch(r"L\d+", anchor):
                assert anchor in look(target.read_text("utf-8")).ids
                seen += 1
    assert seen > 4
    index = json.loads((built.site / "search" / "search_index.json").read_text("utf-8"))["docs"]
    for doc in index:
        assert (built.site / unquote(doc["location"]).partition("#")[0] / "index.html").is_file()


@pytest.mark.parametrize("urls", [True, False], ids=["folders", "files"])
def test_a_page_of_a_person_with_the_address_of_a_list_is_named(tmp_path, urls):
    wiki = new_wiki(tmp_path)
    add_page(wiki, digest_of(["RIG-9"]))
    (wiki / "seats").mkdir()
    for name in ("sessions/README.md", "seats/README.md", "decisions.md", "notes.md"):
        (wiki / name).write_text("# My own words\n", "utf-8")
    told = "{} is not shown: the list {} has its address."
    lost = [told.format(f"{name}/README.md", f"{name}/index.md") for name in ("sessions", "seats")]
    other = told.format("decisions.md", "decisions/index.md")
    for _ in range(2):  # again where nothing changed
        built = build_site(tmp_path, strict=False, urls=urls)
        assert built.code == 0
        assert all(line in built.output for line in lost), built.output
        assert (other in built.output) == urls
        own = [page for page in built.pages() if re.search("<h1[^>]*>My own words", page.read_text("utf-8"))]
        shown = sorted(page.relative_to(built.site).as_posix() for page in own)
        assert shown == (["notes/index.html"] if urls else ["decisions.html", "notes.html"])
    assert build_site(tmp_path, urls=urls).code == 1
    for name in ("sessions/README.md", "seats/README.md", "decisions.md", "notes.md"):
        (wiki / name).unlink()
    assert build_site(tmp_path, urls=urls).code == 0


def test_a_session_page_has_banner_lines_and_tags(tmp_path):
    wiki = new_wiki(tmp_path)
    made = add_page(wiki, digest_of(["RIG-9 see https://example.invalid/a_b."]))
    html = build_site(tmp_path).html(f"sessions/{made.path.name}")
    assert "Confidence: low." in html
    assert 'class="distill-lines" href="../../maps/' in html
    assert '#L1"' in html
    assert '<a href="https://example.invalid/a_b" rel="noopener nofollow">' in html
    assert 'href="../../tags/#ticket-rig-9"' in html
    assert "restore map" not in (tmp_path / "site" / "search" / "search_index.json").read_text("utf-8")
    assert "☐" in html
    assert "<h1" in html


def test_mk04_mk11_bad_pages_are_shown_as_text_named_and_fail_only_strict_builds(tmp_path):
    wiki = new_wiki(tmp_path)
    good = add_page(wiki, digest_of(["RIG-9 good"]))
    shutil.copy(BUGS / "MK04" / "docs" / "bad.md", wiki / "sessions" / "yaml.md")
    shutil.copy(BUGS / "MK04" / "docs" / "bad.md", wiki / "notes.md")
    (wiki / "sessions" / "latin.md").write_bytes(b"# Caf\xe9 <script>alert(1)</script>\n\nlatin text\n")
    (wiki / "sessions" / "icon.md").write_text(
        "---\ntitle: x\ndate: 2026-10-18\nseat: a\nicon: no/such\ntemplate: no.html\ntags: one\n---\n"
        "# x\n\n## Mine\n\n- y\n",
        "utf-8",
    )
    built = build_site(tmp_path, strict=False)
    assert built.code == 0, built.output
    assert "Traceback" not in built.output
    for name in ("sessions/yaml.md", "sessions/latin.md", "notes.md"):
        assert name in built.output
        assert look(built.html(name)).found == []
        assert "cannot be read as a page" in built.html(name)
    assert "latin text" in look(built.html("sessions/latin.md")).text
    assert "## Accomplished" in look(built.html("sessions/yaml.md")).text
    assert "Mine" in look(built.html("sessions/icon.md")).text
    assert "RIG-9 good" in look(built.html(f"sessions/{good.path.name}")).text
    assert "title: Fix" not in (built.site / "search" / "search_index.json").read_text("utf-8")
    assert build_site(tmp_path, strict=True).code == 1


@pytest.mark.parametrize("folder", ["sessions", "maps", "."])
def test_what_is_no_file_to_read_is_named_and_stops_nothing(tmp_path, folder):
    wiki = new_wiki(tmp_path)
    good = add_page(wiki, digest_of(["RIG-9 good"]))
    (wiki / folder / "gone.md").symlink_to("nowhere.md")
    os.mkfifo(wiki / folder / "pipe.md")
    for _ in range(2):
        built = build_site(tmp_path, strict=False)
        assert (built.code, "Traceback" in built.output) == (0, False), built.output
        for name in ("gone.md", "pipe.md"):
            assert f"{name} cannot be read: " in built.output
            assert "This file cannot be read" in look(built.html(f"{folder}/{name}")).text
        assert "RIG-9 good" in look(built.html(f"sessions/{good.path.name}")).text
    assert build_site(tmp_path, strict=True).code == 1


BAD_WORDS = ("tags: not-a-list", "tags: [null]", "icon: no/such", "template: none.html", "title: 2026-10-18")


def test_mk02_words_in_the_front_matter_of_a_person_s_page_stop_no_build(tmp_path):
    wiki = new_wiki(tmp_path)
    made = add_page(wiki, digest_of(["RIG-9"]))
    for number, line in enumerate(BAD_WORDS):
        (wiki / f"own{number}.md").write_text(f"---\n{line}\n---\n# Own {number}\n\nwords {number}\n", "utf-8")
    nav = "".join(f"\n  - own{number}.md" for number in range(len(BAD_WORDS)))
    text = configure(tmp_path).read_text("utf-8").replace("  - Home: index.md", f"  - Home: index.md{nav}")
    (tmp_path / "mkdocs.yml").write_text(text.replace("plugins:\n", "plugins:\n  - tags\n"), "utf-8")
    command = [sys.executable, "-m", "mkdocs", "build"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=100)
    assert done.returncode == 0, done.stderr
    for number, key in enumerate(("tags", "tags", "icon", "template")):
        assert f"own{number}.md: the front matter asks for a `{key}`" in done.stderr
        assert f"words {number}" in look((tmp_path / "site" / f"own{number}" / "index.html").read_text("utf-8")).text
    assert (tmp_path / "site" / "sessions" / made.path.stem / "index.html").is_file()


def test_what_people_add_to_a_page_is_shown_safely(tmp_path):
    wiki = new_wiki(tmp_path)
    first, second = (add_page(wiki, digest_of([f"RIG-{n}"]), seat=f"s{n}") for n in (1, 2))
    own = f"\n## My notes\n\nSee [the other]({second.path.name}#decisions), <b>x</b>\n"
    own += "![pic](https://example.invalid/p.png)\n"
    first.path.write_text(first.path.read_text("utf-8") + own, "utf-8")
    built = build_site(tmp_path)
    assert built.code == 0, built.output
    live = look(built.html(f"sessions/{first.path.name}"))
    assert live.found == []
    assert "<b>x</b>" in live.text
    assert any(link.endswith("/#decisions") for link in live.links)
    first.path.write_text(first.path.read_text("utf-8") + "\n[gone](gone.md) [bad](javascript:x)\n", "utf-8")
    built = build_site(tmp_path)
    assert built.code == 1
    assert "gone.md" in built.output
    assert look(built.html(f"sessions/{first.path.name}")).found == []


def separator():
    return yaml.safe_load(plugins_with_search())["plugins"][0]["search"]["separator"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("数据库连接池泄漏已修复。", ["连", "接", "池"]),
        ("データベース接続の不具合を直した。", ["データベース", "不", "具", "合"]),
        ("Fixed PR #58 (RIG-37), see src/reef/a_b.py.", ["#58", "RIG", "37", "a_b.py", "see"]),
        ("修复PR #12和RIG-9", ["PR", "#12", "RIG", "9"]),
        ("seat/orch-lead@openrig", ["lead@openrig"]),
    ],
)
def test_mk08_words_are_found_in_every_script(text, words):
    tokens = [token for token in re.split(separator(), text) if token]
    assert [word for word in words if word not in tokens] == [], tokens


def test_mk12_versions_are_bounded_and_the_notice_can_be_silenced(tmp_path):
    project = (REPOSITORY / "pyproject.toml").read_text("utf-8")
    assert '"mkdocs>=1.6.1,<2"' in project
    assert '"mkdocs-material>=9.8,<10"' in project
    new_wiki(tmp_path)
    assert build_site(tmp_path).output == ""


def get(address):
    with urllib.request.urlopen(address, timeout=20) as answer:
        return answer.read().decode("utf-8")


@pytest.mark.slow
def test_mk01_serving_builds_once_for_each_change(tmp_path):
    wiki = new_wiki(tmp_path)
    add_page(wiki, digest_of(["RIG-1 first"]))
    configure(tmp_path)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    log = tmp_path / "serve.log"
    with log.open("wb") as out:
        server = subprocess.Popen(
            [sys.executable, "-m", "mkdocs", "serve", "-a", f"127.0.0.1:{port}"],
            cwd=tmp_path, stdout=out, stderr=out, env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        )  # fmt: skip
        try:
            wait_for(lambda: "Serving on" in log.read_text("utf-8"))
            before = {path: path.stat().st_mtime_ns for path in wiki.rglob("*.md")}
            made = add_page(wiki, digest_of(["RIG-2 second"]), seat="other")
            wait_for(lambda: "RIG-2 second" in get(f"http://127.0.0.1:{port}/sessions/"))
            time.sleep(5)
            assert log.read_text("utf-8").count("Documentation built") <= 3
            assert {path: path.stat().st_mtime_ns for path in before} == before
            known = {*before, made.path, wiki / "maps" / made.path.name}
            assert {path for path in wiki.rglob("*") if path.is_file()} == known
        finally:
            server.terminate()
            server.wait(20)


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


@pytest.mark.slow
def test_mk09_four_hundred_sessions_stay_light(tmp_path):
    wiki = new_wiki(tmp_path)
    for number in range(400):
        add_page(
            wiki,
            digest_of(
                [f"RIG-{number} item {n} with some words to read" for n in range(4)], headline=f"Session {number}"
            ),
            seat=f"seat{number % 7}@rig",
            text=f"# map {number}\n" + "line\n" * 60,
            written=WRITTEN - timedelta(hours=9 * number),
        )
    start = time.monotonic()
    built = build_site(tmp_path)
    took = time.monotonic() - start
    assert built.code == 0, built.output
    sizes = [page.stat().st_size for page in (built.site / "sessions").rglob("index.html")]
    assert sorted(sizes)[-2] < 40_000
    assert (built.site / "index.html").read_text("utf-8").count('href="sessions/2') == 20
    assert "months/2026-10" in built.html("sessions/index.md")
    assert took < 60, took

"""Builds that keep what they made: the same site as without, and no file rewritten that would be the same."""

import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys

import pytest
from made_secrets import left_of, made
from sites import Built, add_page, configure, digest_of, new_wiki

NUMBERS = range(1, 5)
OVERRIDE = '{% extends "base.html" %}{% block announce %}WORDS{% endblock %}'
BY_PAGE = (
    '{% extends "base.html" %}{% block announce %}{{ page.content | wordcount }} {{ page.toc | length }}{% endblock %}'
)
SLOW = "page by page"
ODD = '<b>A</b> & "c" {{ x }} `d` @e zqtitledistillqz'


@pytest.fixture
def root(tmp_path):
    """Make a project whose wiki holds pages with odd names, own headings, dead pages and bad ones."""
    (tmp_path / ".git").mkdir()
    wiki = new_wiki(tmp_path)
    for number in NUMBERS:
        add_page(wiki, digest_of([f"RIG-{number} {ODD}"], headline=f"Session {number} {ODD}"), seat=f"s{number}@rig")
    own = page_of(wiki)
    own.write_text(own.read_text("utf-8") + "\n## Mine <i>x</i>\n\n### Deeper\n\n### Deeper\n\nwords\n", "utf-8")
    bare = own.read_text("utf-8").partition("\n# ")
    (wiki / "sessions" / "bare.md").write_text(f"{bare[0].replace('zqtitledistillqz', '')}\nNo title.\n", "utf-8")
    (wiki / "sessions" / "bad.md").write_text("---\ntitle: Fix: it\n---\n# Bad <b>\n", "utf-8")
    (wiki / "about.md").write_text(f"# About\n\n[one](sessions/{own.name}), [map](maps/{own.name})\n", "utf-8")
    (wiki / "maps" / "old").mkdir()
    shutil.copy(wiki / "maps" / own.name, wiki / "maps" / "old" / "x.md")
    return tmp_path


def page_of(wiki, seat="s1"):
    return next((wiki / "sessions").glob(f"*{seat}@*.md"))


def build(root, *, change=(), options="", strict=False):
    """Build with changes of `mkdocs.yml`, and settings of the plug-in."""
    path = configure(root)
    text = path.read_text("utf-8").replace("  - distill\n", f"  - distill: {{{options}}}\n")
    for old, new in change:
        text, count = re.subn(old, new, text)
        assert count
    path.write_text(text, "utf-8")
    command = [sys.executable, "-m", "mkdocs", "build", *(["--strict"] if strict else [])]
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1", "SOURCE_DATE_EPOCH": "1790000000"}
    done = subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True, check=False, timeout=100)
    return Built(done.returncode, done.stdout + done.stderr, root / "site")


def files(site, pattern="*"):
    found = {path.relative_to(site).as_posix(): path for path in site.rglob(pattern) if path.is_file()}
    return {name: path.read_bytes() for name, path in found.items()}


def entries(site):
    path = site / "search" / "search_index.json"
    docs = json.loads(path.read_text("utf-8"))["docs"] if path.exists() else []
    return sorted(json.dumps(doc, sort_keys=True) for doc in docs)


def places(site):
    return sorted(re.findall(r"<loc>([^<]*)", (site / "sitemap.xml").read_text("utf-8")))


def times(site):
    """Tell when each page of ours was written."""
    pages = [path for folder in ("sessions", "maps") for path in (site / folder).rglob("*.html")]
    # A list of sessions is MkDocs' to write, and maps in folders of their own are rare: both are written every time.
    own = [path for path in pages if path != site / "sessions" / "index.html" and "old" not in path.parts]
    return {path.relative_to(site).as_posix(): path.stat().st_mtime_ns for path in own}


def rewritten(before, site):
    now = times(site)
    return {name for name in now if before.get(name) != now[name]}


OWN_THEME = [("  name: material\n", "  name: material\n  custom_dir: theirs\n")]
WAYS = {
    "as it comes": [],
    "plain addresses": [("use_directory_urls: true", "use_directory_urls: false")],
    "below a path": [("site_name: .*", "site_name: x\nsite_url: https://example.invalid/a/b")],
    "edited elsewhere": [
        ("site_name: .*", "site_name: x\nrepo_url: https://example.invalid/r\nedit_uri: edit/main/wiki/"),
        ("    - navigation.top\n", "    - content.action.edit\n    - content.action.view\n"),
    ],
    "the theme of MkDocs": [(r"theme:\n(?:  .*\n)+", "theme: mkdocs\n")],
    "contents at the side": [("    - navigation.top\n", "    - toc.integrate\n    - navigation.path\n")],
    "no search": [(r"  - search:\n(?:      .*\n)+", "")],
    "a page in the nav": [("  - Home: index.md\n", "  - Home: index.md\n  - Bare: sessions/bare.md\n")],
}


def same_both_ways(root, change):
    """Hold that a site is the same with and without the fast way, made anew and made again."""
    slow = build(root, change=change, options="fast: false")
    assert slow.code == 0, slow.output
    expected = files(slow.site, "*.html"), entries(slow.site), places(slow.site)
    assert len(expected[0]) > 12
    for _ in range(2):
        fast = build(root, change=change)
        assert fast.code == 0, fast.output
        found = files(fast.site, "*.html")
        assert found.keys() == expected[0].keys()
        assert [name for name in found if found[name] != expected[0][name]] == []
        assert (entries(fast.site), places(fast.site)) == expected[1:]
        assert list(fast.site.rglob(".*")) == []
    return fast


@pytest.mark.parametrize("change", WAYS.values(), ids=WAYS)
def test_the_site_is_the_same_as_without_the_fast_way(root, change):
    assert SLOW not in same_both_ways(root, change).output


@pytest.mark.parametrize("override", [OVERRIDE, BY_PAGE], ids=["the same on all pages", "another on each page"])
def test_an_override_of_the_theme_shows_also_when_it_changes(root, override):
    build(root)
    (root / "theirs").mkdir()
    (root / "theirs" / "main.html").write_text(override, "utf-8")
    assert (SLOW in same_both_ways(root, OWN_THEME).output) == (override == BY_PAGE)
    before = times(root / "site")
    (root / "theirs" / "main.html").write_text(
        override.replace("{% block announce %}", "{% block announce %}NEWS "), "utf-8"
    )
    fast = same_both_ways(root, OWN_THEME)
    assert rewritten(before, fast.site) == before.keys()
    assert "NEWS" in fast.html(f"sessions/{page_of(root / 'wiki').name}")


def test_only_what_changed_is_written_again(root):
    wiki = root / "wiki"
    site = build(root).site
    before = times(site)
    assert rewritten(before, build(root).site) == set()

    page = page_of(wiki)
    page.write_text(page.read_text("utf-8") + "\nlate words\n", "utf-8")
    new = add_page(wiki, digest_of(["RIG-9 new"], headline="Fresh one"), seat="new@rig").path
    gone, after_gone = page_of(wiki, "s2"), page_of(wiki, "s3")  # all are of one session
    gone.unlink()
    built = build(root)

    assert rewritten(before, site) == {
        f"sessions/{page.stem}/index.html", f"sessions/{new.stem}/index.html", f"maps/{new.stem}/index.html",
        f"maps/{gone.stem}/index.html", f"sessions/{after_gone.stem}/index.html",
    }  # fmt: skip
    assert "late words" in built.html(f"sessions/{page.name}")
    assert not (site / "sessions" / gone.stem).exists()
    assert "To the session page" not in built.html(f"maps/{gone.name}")
    assert "Fresh one" in built.html("sessions/index.md")
    assert "Fresh one" in (site / "search" / "search_index.json").read_text("utf-8")
    assert f"{gone.stem}" not in (site / "search" / "search_index.json").read_text("utf-8")
    same_both_ways(root, [])


def test_what_lies_in_the_site_and_is_not_ours_goes_and_what_was_changed_there_is_written_again(root):
    site = build(root).site
    page = site / "sessions" / page_of(root / "wiki").stem / "index.html"
    text = page.read_text("utf-8")
    page.write_text("tampered", "utf-8")
    (site / "sessions" / "stranger").mkdir()
    (site / "sessions" / "stranger" / "index.html").write_text("x", "utf-8")
    (site / "maps" / "stranger.html").write_text("x", "utf-8")

    build(root)

    assert page.read_text("utf-8") == text
    assert list(site.rglob("stranger*")) == []


def test_a_file_beside_a_page_goes_with_its_source(root):
    stem = page_of(root / "wiki").stem
    picture = root / "wiki" / "sessions" / stem / "note.txt"
    picture.parent.mkdir()
    picture.write_text("hello\n", "utf-8")
    site = build(root).site
    assert (site / "sessions" / stem / "note.txt").read_text("utf-8") == "hello\n"
    assert build(root).html(f"sessions/{stem}.md")
    picture.unlink()
    build(root)
    assert [path.name for path in (site / "sessions" / stem).iterdir()] == ["index.html"]


def test_dead_links_and_bad_pages_are_told_in_every_build(root):
    page = page_of(root / "wiki")
    page.write_text(page.read_text("utf-8") + "\n[gone](gone.md)\n", "utf-8")
    for _ in range(3):
        built = build(root, strict=True)
        assert built.code == 1
        assert f"sessions/{page.name} links to gone.md" in built.output
        assert "bad.md is shown as plain text" in built.output
    page.with_name("gone.md").write_text(page.read_text("utf-8").replace("gone.md", "bare.md"), "utf-8")
    assert "links to" not in build(root).output
    assert 'href="../gone/"' in build(root).html(f"sessions/{page.name}")


def test_a_refused_build_leaves_no_page_of_the_one_before(root):
    site = build(root).site
    page = page_of(root / "wiki")
    token = "gh" + "p_" + made(36, "fast")
    clean = page.read_text("utf-8")
    page.write_text(f"{clean}\n- the token {token}\n", "utf-8")

    assert build(root).code == 1

    assert [path for path in site.rglob("*") if path.is_file()] == []
    warned = build(root, options="redaction: warn")
    assert warned.code == 0
    assert token in warned.html(f"sessions/{page.name}")
    assert left_of(token, "".join(map(str, kept(root)))) == []
    page.write_text(clean, "utf-8")
    assert build(root).code == 0
    assert left_of(token, build(root).html(f"sessions/{page.name}")) == []


def kept(root):
    """Give all that is kept from build to build."""
    (path,) = (root / ".distill").glob("site-*.sqlite")
    db = sqlite3.connect(path)
    try:
        return [
            row
            for table in ("entries", "items", "line", "state", "looked", "record", "memo", "piece", "segments", "shard")
            for row in db.execute(f"select * from {table}")
        ]
    finally:
        db.close()


@pytest.mark.parametrize("harm", ["broken", "broken within", "locked", "a folder", "older code", "killed"])
def test_what_was_kept_may_be_harmed(root, harm):
    expected = files(build(root).site, "*.html")
    (path,) = (root / ".distill").glob("site-*.sqlite")
    db = None
    if harm == "broken":
        path.write_bytes(b"no database" * 1000)
    elif harm == "broken within":
        path.write_bytes(path.read_bytes()[:4096] + bytes(len(path.read_bytes()) - 4096))
    elif harm == "a folder":
        path.unlink()
        path.mkdir()
    elif harm == "killed":
        (root / "site" / ".distill-kept").mkdir()
        (root / "site" / "sessions").rename(root / "site" / ".distill-kept" / "sessions")
    else:
        db = sqlite3.connect(path, isolation_level=None)
        db.execute("update made_by set code = 'x'" if harm == "older code" else "begin immediate")
    try:
        built = build(root)
    finally:
        if db is not None:
            db.close()
    assert built.code == 0, built.output
    assert files(built.site, "*.html") == expected
    assert list(built.site.rglob(".*")) == []
    assert build(root).code == 0

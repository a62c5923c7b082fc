"""A wiki in which nothing has changed is left alone, and is seen to have changed by whatever changes it."""

import json
import logging
import shutil

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mkdocs.commands import build as mkdocs_build
from mkdocs.config import load_config
from sites import add_page, configure, digest_of, new_project

from distill.mkdocs_site.reading import Reading
from distill.site.packed import packed, unpacked
from distill.site.record import Record, record_of, row_of


@pytest.fixture
def root(tmp_path, monkeypatch):
    """Make a project with a few pages, one that cannot be read and one with a link that leads nowhere."""
    wiki = new_project(tmp_path, monkeypatch)
    pages = [add_page(wiki, digest_of([f"RIG-{n} done"], headline=f"Session {n}"), seat=f"s{n}@rig") for n in range(4)]
    (wiki / "sessions" / "bad.md").write_text("---\ntitle: Fix: it\n---\n# Bad\n", "utf-8")
    pages[0].path.write_text(pages[0].path.read_text("utf-8") + "\n[gone](gone.md)\n", "utf-8")
    configure(tmp_path)
    return tmp_path


def build(root):
    """Build in this process; give all files of the site."""
    config = load_config(str(root / "mkdocs.yml"))
    config.plugins.on_startup(command="build", dirty=False)
    mkdocs_build.build(config)
    site = root / "site"
    paths = [path for path in site.rglob("*") if path.is_file() and path.suffix != ".gz"]
    found = {path.relative_to(site).as_posix(): path.read_bytes() for path in paths}
    docs = json.loads(found["search/search_index.json"])["docs"]
    return found | {"search/search_index.json": json.dumps(sorted(docs, key=lambda doc: doc["location"])).encode()}


def anew(root):
    """Build with nothing kept."""
    shutil.rmtree(root / "site")
    shutil.rmtree(root / ".distill")
    return build(root)


@pytest.fixture
def reads(monkeypatch):
    """Count how often a build reads pages."""
    found, read = [], Reading.read
    monkeypatch.setattr(Reading, "read", lambda self: (found.append(1), read(self))[1])
    return found


def test_nothing_is_read_where_nothing_has_changed_and_the_same_is_told(root, reads, caplog):
    first = build(root)
    told = [record.message for record in caplog.records if record.levelno == logging.WARNING]
    assert any("gone.md" in line for line in told)
    assert any("bad.md" in line for line in told)
    reads.clear()
    for _ in range(2):
        caplog.clear()
        assert build(root) == first
        assert [record.message for record in caplog.records if record.levelno == logging.WARNING] == told
    assert reads == []


def change_page(root):
    page = next((root / "wiki" / "sessions").glob("*s1@*.md"))
    page.write_text(page.read_text("utf-8").replace("RIG-1 done", "RIG-7 done"), "utf-8")


def add_one(root):
    add_page(root / "wiki", digest_of(["RIG-9 new"], headline="Fresh"), seat="new@rig")


def remove_page(root):
    next((root / "wiki" / "sessions").glob("*s2@*.md")).unlink()


def add_target(root):
    (root / "wiki" / "sessions" / "gone.md").write_text("# here\n", "utf-8")


def add_registry(root):
    (root / "wiki" / "constraints.md").write_text("# Constraints\n\n- no force-push\n", "utf-8")


def name_site(root):
    path = root / "mkdocs.yml"
    path.write_text(path.read_text("utf-8") + "\nsite_url: https://example.invalid/a/\n", "utf-8")


def override_theme(root):
    (root / "theirs").mkdir()
    text = '{% extends "base.html" %}{% block announce %}NEWS{% endblock %}'
    (root / "theirs" / "main.html").write_text(text, "utf-8")
    path = root / "mkdocs.yml"
    text = path.read_text("utf-8").replace("  name: material\n", "  name: material\n  custom_dir: theirs\n")
    path.write_text(text, "utf-8")


def take_from_site(root):
    next((root / "site" / "sessions").glob("*s1@*/index.html")).unlink()


def add_other_page(root):
    (root / "wiki" / "about.md").write_text("# About\n", "utf-8")


CHANGES = [
    change_page, add_one, remove_page, add_target, add_registry, name_site, override_theme, take_from_site,
    add_other_page,
]  # fmt: skip


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
def test_what_changed_is_seen(root, change):
    build(root)
    assert build(root)
    change(root)
    now = build(root)
    assert build(root) == now
    expected = anew(root)
    assert {path for path in expected if now.get(path) != expected[path]} == set()
    assert now.keys() == expected.keys()


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(), lambda inner: st.lists(inner).map(tuple), max_leaves=20
)


@given(VALUES)
def test_what_is_packed_comes_back(value):
    assert unpacked(packed(value)) == value


@given(VALUES, st.integers(0, 200), st.integers(1, 255))
def test_what_is_broken_counts_as_not_kept(value, at, change):
    data = bytearray(packed(value))
    data[at % len(data)] ^= change
    assert unpacked(bytes(data)) is None
    assert unpacked(b"") is None


def test_a_record_comes_back_from_its_row():
    record = Record(digest="d", title="t", asked=(("a.md", None), ("b.md", "b/")), related=(("c.md", ("RIG-1",)),))
    assert record_of(unpacked(packed(row_of(record)))) == record

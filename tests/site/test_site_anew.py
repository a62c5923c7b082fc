"""A kept file that its disk broke: whatever is broken in it, the build gives what one of nothing kept gives."""

import random
import shutil
import sqlite3

import pytest
from site_again import build, differences
from sites import add_page, configure, digest_of, new_project

from distill.mkdocs_site import digests
from distill.site.cache import PAGE_BYTES

PAGES = 6


@pytest.fixture
def root(tmp_path, monkeypatch):
    """Make a project that was built twice, so that all there is to keep is kept."""
    monkeypatch.setattr(digests, "SETTLED_NS", 0)
    wiki = new_project(tmp_path, monkeypatch)
    for number in range(PAGES):
        digest = digest_of([f"RIG-{number % 3} in src/x.py (#{number})"], headline=f"Session {number}")
        add_page(wiki, digest, seat=f"s{number % 2}@rig", text=f"# map {number}\n")
    configure(tmp_path)
    build(tmp_path)
    return tmp_path


def kept(root):
    (path,) = (root / ".distill").glob("site-*.sqlite")
    return path


def nothing(root):
    pass


def one_more(root):
    add_page(root / "wiki", digest_of(["RIG-1 in src/x.py"], headline="Fresh"), seat="s1@rig", text="# fresh\n")


def other_name(root):
    path = root / "mkdocs.yml"
    path.write_text(path.read_text("utf-8").replace("site_name: distill wiki", "site_name: Other"), "utf-8")


def copied(here, there):
    """Copy a project with the times of its files, by which a build knows them."""
    shutil.rmtree(there, ignore_errors=True)
    shutil.copytree(here, there)
    return there


@pytest.mark.slow
@pytest.mark.parametrize("change", [nothing, one_more, other_name], ids=lambda change: change.__name__)
def test_whatever_is_broken_in_what_was_kept(root, tmp_path_factory, change):
    before = copied(root, tmp_path_factory.mktemp("before") / "project")
    change(root)
    shutil.rmtree(root / ".distill")
    expected = build(root)
    data = kept(before).read_bytes()
    wrong = {}
    for number in range(len(data) // PAGE_BYTES):
        for path in root.iterdir():
            shutil.rmtree(path) if path.is_dir() else path.unlink()
        shutil.copytree(before, root, dirs_exist_ok=True)
        at = number * PAGE_BYTES
        noise = bytes(PAGE_BYTES) if number % 2 else random.Random(number).randbytes(PAGE_BYTES)
        kept(root).write_bytes(data[:at] + noise + data[at + PAGE_BYTES :])
        change(root)
        if found := differences(build(root), expected):
            wrong[number] = found
    assert wrong == {}


def breaks(root, change, read, write):
    """Break values of the kept file; tell what a build then gives that one of nothing kept does not."""
    db = sqlite3.connect(kept(root), isolation_level=None)
    rows = db.execute(read).fetchall()
    assert rows
    db.executemany(write, ((value[:-1] + b"\xff", name) for name, value in rows))
    db.close()
    change(root)
    found = build(root)
    shutil.rmtree(root / ".distill")
    shutil.rmtree(root / "site")
    return differences(found, build(root))


@pytest.mark.parametrize("name", ["site %", "whole", "briefs", "fits"])
@pytest.mark.parametrize("change", [nothing, one_more], ids=lambda change: change.__name__)
def test_a_value_that_is_broken_loses_no_page(root, name, change):
    read = f"select name, value from state where name like '{name}'"
    assert breaks(root, change, read, "update state set value = ? where name = ?") == []


@pytest.mark.parametrize("table", ["holder", "asker"])
@pytest.mark.parametrize("change", [nothing, one_more], ids=lambda change: change.__name__)
def test_broken_rows_of_what_names_what_lose_no_page(root, table, change):
    read = f"select thing, pages from {table}"
    assert breaks(root, change, read, f"update {table} set pages = ? where thing = ?") == []

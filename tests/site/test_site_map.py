"""The site map: as MkDocs would write it, and left as it lies where it would be the same."""

import gzip

import pytest
from site_again import build
from sites import add_page, digest_of, new_project

from distill.mkdocs_site import sitemap

CONFIG = """site_name: W
site_url: https://example.org/w/
docs_dir: wiki
theme:
  name: material
  font: false
plugins: [distill]
"""


@pytest.fixture
def root(tmp_path, monkeypatch):
    wiki = new_project(tmp_path, monkeypatch)
    add_page(wiki, digest_of(["RIG-1 done"]), seat="s1@rig")
    (tmp_path / "mkdocs.yml").write_text(CONFIG, "utf-8")
    return tmp_path


def maps(root):
    packed = root / "site" / sitemap.PACKED
    text = (root / "site" / sitemap.NAME).read_bytes()
    assert gzip.decompress(packed.read_bytes()) == text
    return text


def looks(root):
    return [(root / "site" / name).stat().st_mtime_ns for name in (sitemap.NAME, sitemap.PACKED)]


def test_it_is_what_mkdocs_writes(root, monkeypatch):
    build(root)
    ours = maps(root)
    monkeypatch.setattr(sitemap, "KNOWN", "none")
    build(root)
    assert maps(root) == ours
    assert b"s1%40rig" in ours


def test_it_is_left_where_it_would_be_the_same_and_written_where_not(root, monkeypatch):
    build(root)
    build(root)  # what was made a moment ago is looked at again
    first, before = maps(root), looks(root)
    build(root)
    assert looks(root) == before
    add_page(root / "wiki", digest_of(["RIG-2 done"]), seat="s2@rig")
    build(root)
    assert b"s2%40rig" in maps(root)
    assert b"s2%40rig" not in first
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1790100000")
    build(root)
    assert b"2026-09-22" in maps(root)
    before = looks(root)
    build(root)
    assert looks(root) == before


@pytest.mark.parametrize("name", [sitemap.NAME, sitemap.PACKED])
def test_one_that_somebody_changed_or_deleted_is_written_again(root, name):
    build(root)
    expected, path = maps(root), root / "site" / name
    path.write_bytes(b"x")
    build(root)
    assert maps(root) == expected
    path.unlink()
    build(root)
    assert maps(root) == expected


def test_a_template_of_the_user_is_left_to_mkdocs(root):
    (root / "own").mkdir()
    (root / "own" / sitemap.NAME).write_text("mine {{ pages | length }}", "utf-8")
    build(root)
    config = root / "mkdocs.yml"
    text = config.read_text("utf-8")
    assert "name: material" in text
    config.write_text(text.replace("name: material", "name: material\n  custom_dir: own"), "utf-8")
    build(root)
    assert maps(root).startswith(b"mine ")
    build(root)
    assert maps(root).startswith(b"mine ")

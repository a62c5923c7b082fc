"""The files of a wiki are found as MkDocs finds them: when MkDocs comes to find others, this must fail."""

import hashlib
import inspect
import json
import os

import mkdocs
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from mkdocs.commands import build
from mkdocs.config import load_config
from mkdocs.structure import files as usual
from sites import add_page, configure, digest_of, new_wiki

from distill.mkdocs_site import finding
from distill.mkdocs_site.pages import addresses

LEVELS = ("exclude_docs", "draft_docs", "not_in_nav")
PATTERNS = (
    "/sessions/", "sessions/", "/maps/", "*.tmp", "*.md", ".*", "!.hidden.md", "/sessions/a.md", "a.md", "!a.md", "a*",
    "/templates/", "# said", "", "/sessions", "*", "!/sessions/", "/s*/", "/other/ ", " /sessions/", "**/b.md", "b",
)  # fmt: skip
NAMES = (
    "a.md", "b.md", "index.md", "README.md", ".hidden.md", "a.markdown", "a.tmp", "Index.md", "index.html", "c d.md",
    "e@f-1.md", "ö.md", "README", "readme.md", "index", "x.MD", ".md", "b", "..md",
)  # fmt: skip
FOLDERS = ("", "sessions", "sessions/deep", "maps", "a", ".git", "other", "templates")
SOURCE = "88e336a0"
"""What MkDocs finds files with, as it was when this was written."""


def said(files):
    return [(type(file), dict(vars(file))) for file in files]


def config_of(root, **patterns):
    path = root / "mkdocs.yml"
    levels = "".join(f"{name}: {json.dumps(chr(10).join(ones))}\n" for name, ones in patterns.items())
    path.write_text(f"site_name: x\ndocs_dir: wiki\n{levels}", "utf-8")
    return load_config(str(path), plugins=[])


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(
    names=st.sets(st.tuples(st.sampled_from(FOLDERS), st.sampled_from(NAMES)), max_size=25),
    patterns=st.fixed_dictionaries({name: st.lists(st.sampled_from(PATTERNS), max_size=3) for name in LEVELS}),
    directories=st.booleans(),
)
def test_the_files_are_those_that_mkdocs_finds(tmp_path_factory, names, patterns, directories):
    root = tmp_path_factory.mktemp("found")
    for folder, name in names:
        path = root / "wiki" / folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.is_dir():
            path.write_text("x", "utf-8")
    (root / "wiki").mkdir(exist_ok=True)
    config = config_of(root, **patterns)
    config.use_directory_urls = directories
    assert said(finding.found(config)) == said(usual.get_files(config))


@pytest.mark.parametrize("theme", ["material", "mkdocs", "readthedocs"])
def test_the_files_of_a_theme_are_those_that_mkdocs_finds(tmp_path, theme):
    (tmp_path / "wiki").mkdir()
    own = tmp_path / "own"
    for name in ("assets/x.css", ".icons/y.svg", "assets/.z", "a/.b/c.js", "main.html", "robots.txt"):
        (own / name).parent.mkdir(parents=True, exist_ok=True)
        (own / name).write_text("x", "utf-8")
    path = tmp_path / "mkdocs.yml"
    path.write_text(f"site_name: x\ndocs_dir: wiki\ntheme: {{name: {theme}, custom_dir: own}}\nplugins: []\n", "utf-8")
    config = load_config(str(path))
    ours, theirs = finding.found(config), usual.get_files(config)
    for files in (ours, theirs):
        files.add_files_from_theme(config.theme.get_env(), config)
    assert said(ours) == said(theirs)
    assert ours.get_file_from_path("assets/x.css")


def test_mkdocs_finds_files_as_it_did():
    ways = (usual.get_files, usual.set_exclusions, usual.File.__init__, usual.File._get_dest_path, usual._file_sort_key)
    ways += (usual.Files.add_files_from_theme, usual.File._get_stem, usual.File.is_documentation_page)
    assert mkdocs.__version__ == finding.KNOWN
    assert hashlib.sha256("".join(map(inspect.getsource, ways)).encode()).hexdigest()[:8] == SOURCE


def test_mkdocs_own_way_comes_back(tmp_path):
    wiki = new_wiki(tmp_path)
    add_page(wiki, digest_of(["words"]))
    config = load_config(str(configure(tmp_path)))
    build.build(config)
    assert build.get_files is usual.get_files
    finding.begin()
    assert build.get_files is not usual.get_files
    finding.end()
    assert build.get_files is usual.get_files


def test_another_version_of_mkdocs_finds_them_itself(monkeypatch):
    monkeypatch.setattr(mkdocs, "__version__", "1.6.2")
    finding.begin()
    assert build.get_files is usual.get_files


def test_where_another_plug_in_finds_files_ours_stays_away(monkeypatch):
    def other(config):
        return usual.get_files(config)

    monkeypatch.setattr(build, "get_files", other)
    finding.begin()
    assert build.get_files is other
    finding.end()
    assert build.get_files is other


@pytest.mark.parametrize("level", ["exclude_docs", "draft_docs"])
def test_a_session_page_that_is_kept_out_is_not_shown(tmp_path, level):
    wiki = new_wiki(tmp_path)
    shown = add_page(wiki, digest_of(["words"]))
    page = next((wiki / "sessions").glob("*.md"))
    for name in (".half-written.md", "kept-out.md"):
        (wiki / "sessions" / name).write_bytes(page.read_bytes())
    path = configure(tmp_path)
    path.write_text(f"{path.read_text('utf-8')}\n{level}: |\n  /sessions/kept-out.md\n", "utf-8")
    assert shown
    build.build(load_config(str(path)))
    made = {entry.name for entry in os.scandir(tmp_path / "site" / "sessions")}
    assert made == {page.name, page.stem, "index.html"}


@given(st.lists(st.text("ab@~-_.é /%", min_size=1, max_size=6).filter(lambda name: "/" not in name), max_size=4))
def test_many_addresses_at_once_are_those_that_mkdocs_gives_to_each(names):
    files = [usual.File(f"sessions/{name}.md", "wiki", "site", use_directory_urls=True) for name in names]
    found = addresses(files)
    assert found in (None, [file.url for file in files])
    assert found is not None or not all(name.isascii() and {*name} <= {*"ab@~-_"} for name in names)


@pytest.mark.parametrize(
    "place", ["./index.html", ".x/index.html", "/index.html", "a//index.html", "index.html", "a.html"]
)
def test_odd_addresses_are_left_to_mkdocs(place):
    assert addresses([usual.File("a.md", "wiki", "site", use_directory_urls=True, dest_uri=place)]) is None

"""`distill init`: what is missing is made, what is there is a person's and stays."""

import json
import os
import subprocess
import sys
import tempfile
import tomllib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import yaml
from hypothesis import example, given, settings
from hypothesis import strategies as st
from worlds import a_map, put_map

from distill import config
from distill.errors import ConfigError
from distill.starter.mkdocs_file import read
from distill.starter.start import Change, Started, _mkdocs_yml, start

ENV: dict[str, str] = {}
OWN_MKDOCS = """site_name: Shop
plugins:
  - search
  - tags:
      tags_file: tags.md
nav:
  - index.md
markdown_extensions:
  - pymdownx.emoji:
      emoji_index: !!python/name:material.extensions.emoji.twemoji
extra: {key: !ENV [SOMETHING, none]}
"""


def init(root: Path, name: str | None = None) -> Started:
    return start(root, name=name, env=ENV)


def changes(started: Started) -> dict[str, str]:
    return {step.file.relative_to(started.root).as_posix(): step.change for step in started.steps}


def state_of(root: Path) -> dict[str, bytes]:
    return {str(p): p.read_bytes() for p in root.rglob("*") if p.is_file() and ".distill" not in p.parts}


def built(root: Path) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict"],
        cwd=root,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
        check=False,
        timeout=110,
    )


def git(root: Path, *words: str) -> str:
    command = ["git", "-c", "user.name=n", "-c", "user.email=n@example.test", *words]
    return subprocess.run(command, cwd=root, capture_output=True, text=True, check=True).stdout


def test_in_an_empty_folder_all_is_made_and_the_site_builds_and_run_finds_the_wiki(tmp_path: Path) -> None:
    root = tmp_path / "shop"

    started = init(root)

    assert set(changes(started).values()) == {Change.MADE}
    assert set(changes(started)) == {
        *("wiki/index.md", "wiki/sessions", "wiki/maps"),
        *("mkdocs.yml", "distill.toml", ".gitignore"),
    }
    source = put_map(root, a_map())
    done = subprocess.run(
        [sys.executable, "-m", "distill", "run", str(source), "--engine", "extractive", "--json"],
        cwd=root,
        capture_output=True,
        text=True,
        check=False,
        timeout=100,
    )
    assert done.returncode == 0, done.stderr
    page = next((root / "wiki" / "sessions").glob("*.md"))
    site = built(root)
    assert site.returncode == 0, site.stderr
    assert {line.split()[0] for line in site.stderr.splitlines()} == {"INFO"}
    assert (root / "site" / "sessions" / page.stem / "index.html").is_file()


def test_a_second_time_changes_nothing(tmp_path: Path) -> None:
    init(tmp_path)
    before = state_of(tmp_path)

    again = init(tmp_path, name="Another name")

    assert set(changes(again).values()) == {Change.KEPT}
    assert again.to_add == ""
    assert state_of(tmp_path) == before


def test_files_of_a_person_stay_byte_by_byte(tmp_path: Path) -> None:
    (tmp_path / "wiki" / "sessions").mkdir(parents=True)
    own = {
        "wiki/index.md": b"# mine\r\n",
        "distill.toml": b'seat = "lead@shop"\n',
        "wiki/sessions/a.md": b"# a\n",
        "mkdocs.yml": b"site_name: x\ndocs_dir: wiki\nplugins: [search, distill]\n",
    }
    for name, data in own.items():
        (tmp_path / name).write_bytes(data)

    made = changes(init(tmp_path))

    assert {name: (tmp_path / name).read_bytes() for name in own} == own
    assert {name for name, change in made.items() if change == Change.KEPT} == {
        *("wiki/index.md", "wiki/sessions", "mkdocs.yml", "distill.toml"),
    }


def test_a_gitignore_is_extended_once_in_its_own_line_ends(tmp_path: Path) -> None:
    path = tmp_path / ".gitignore"
    path.write_bytes(b"node_modules\r\nsite/\r\n.distill")
    path.chmod(0o600)

    assert changes(init(tmp_path))[".gitignore"] == Change.EXTENDED

    lines = path.read_bytes().decode().split("\r\n")
    assert lines[:3] == ["node_modules", "site/", ".distill"]
    assert "/site/" not in lines
    assert "/.distill/" not in lines
    assert "/wiki/overview.md" in lines
    assert path.stat().st_mode & 0o777 == 0o600
    assert changes(init(tmp_path))[".gitignore"] == Change.KEPT


def test_git_sees_pages_and_maps_and_neither_state_nor_index_pages(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q")
    init(tmp_path)
    for name in (
        "sessions/a.md",
        "maps/a.md",
        "overview.md",
        "months/2026-10.md",
        "sessions/index.md",
        "constraints.md",
    ):
        (tmp_path / "wiki" / name).parent.mkdir(exist_ok=True)
        (tmp_path / "wiki" / name).write_text("x\n", "utf-8")

    git(tmp_path, "add", "-A")

    assert git(tmp_path, "ls-files").split() == [
        *(".gitignore", "distill.toml", "mkdocs.yml", "wiki/constraints.md", "wiki/index.md"),
        *("wiki/maps/.gitkeep", "wiki/maps/a.md", "wiki/sessions/.gitkeep", "wiki/sessions/a.md"),
    ]


def test_in_a_sub_folder_of_a_repository_sessions_find_that_wiki(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q")
    (tmp_path / "pyproject.toml").write_text("[tool.distill]\n", "utf-8")
    part = tmp_path / "packages" / "shop"

    started = init(part)

    assert not started.is_elsewhere
    assert started.sessions_go_to == part
    assert not (tmp_path / "distill.toml").exists()


def test_settings_in_pyproject_count_as_settings(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text('[tool.distill]\nwiki = "memory"\n', "utf-8")

    started = init(tmp_path)

    assert started.wiki == tmp_path / "memory"
    assert changes(started)["pyproject.toml"] == Change.KEPT
    assert not (tmp_path / "distill.toml").exists()
    assert yaml.safe_load((tmp_path / "mkdocs.yml").read_text("utf-8"))["docs_dir"] == "memory"


def test_in_a_worktree_it_is_said_where_sessions_write(tmp_path: Path) -> None:
    main = tmp_path / "main"
    main.mkdir()
    git(main, "init", "-q")
    git(main, "commit", "-q", "--allow-empty", "-m", "x")
    git(main, "worktree", "add", "-q", "../tree")

    started = init(tmp_path / "tree")

    assert started.is_elsewhere
    assert started.sessions_go_to == main


def test_the_mkdocs_yml_of_a_person_is_left_and_what_it_lacks_is_said(tmp_path: Path) -> None:
    (tmp_path / "mkdocs.yml").write_text(OWN_MKDOCS, "utf-8")
    (tmp_path / "docs" / "decisions").mkdir(parents=True)
    (tmp_path / "docs" / "index.md").write_text("# Shop\n", "utf-8")
    (tmp_path / "docs" / "decisions" / "0001-use-sqlite.md").write_text("# Use SQLite\n", "utf-8")

    started = init(tmp_path)

    assert (tmp_path / "mkdocs.yml").read_text("utf-8") == OWN_MKDOCS
    assert started.wiki == tmp_path / "docs"
    assert config.load(tmp_path, env=ENV).wiki == "docs"
    added = yaml.safe_load(started.to_add)
    assert added["plugins"] == ["distill"]
    assert {"/sessions/", "/months/"} <= set(added["not_in_nav"].split())
    assert "/maps/" in added["exclude_docs"].split()
    ignored = (tmp_path / ".gitignore").read_text("utf-8").split("\n")
    assert "/docs/open/" in ignored
    assert "/docs/decisions/" not in ignored


def test_with_the_lines_that_were_named_a_persons_site_builds_strictly(tmp_path: Path) -> None:
    (tmp_path / "mkdocs.yml").write_text("site_name: Shop\ntheme: {name: material, font: false}\n", "utf-8")
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "index.md").write_text("# Shop\n", "utf-8")
    lines = init(tmp_path).to_add
    with (tmp_path / "mkdocs.yml").open("a") as stream:
        stream.write(lines)

    assert init(tmp_path).to_add == ""
    assert built(tmp_path).returncode == 0


def test_a_wiki_that_the_persons_site_does_not_show_is_said(tmp_path: Path) -> None:
    (tmp_path / "mkdocs.yml").write_text("site_name: Shop\n", "utf-8")
    (tmp_path / "distill.toml").write_text("", "utf-8")

    assert "docs_dir: wiki" in init(tmp_path).to_add


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("mkdocs.yml", "nav: [\n"),
        ("mkdocs.yml", ""),
        ("mkdocs.yml", "site_name: x\ndocs_dir: ../docs\n"),
        ("distill.toml", "wiki ="),
        ("distill.toml", 'wikki = "x"'),
    ],
)
def test_what_cannot_be_read_stops_before_anything_is_made(tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / name).write_text(text, "utf-8")

    with pytest.raises(ConfigError, match=name.replace(".", r"\.")):
        init(tmp_path)

    assert [p.name for p in tmp_path.iterdir()] == [name]


def test_a_file_is_no_project(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", "utf-8")

    with pytest.raises(ConfigError, match="is a file"):
        init(tmp_path / "file")


def test_a_link_that_leads_nowhere_is_somebodys_and_stays(tmp_path: Path) -> None:
    (tmp_path / "distill.toml").symlink_to("elsewhere.toml")
    (tmp_path / "wiki").mkdir()
    (tmp_path / "wiki" / "index.md").symlink_to("elsewhere.md")

    made = changes(init(tmp_path))

    assert made["distill.toml"] == made["wiki/index.md"] == Change.KEPT
    assert [p.name for p in tmp_path.glob("elsewhere*")] == []
    assert (tmp_path / "wiki" / "index.md").is_symlink()


def test_what_is_commented_out_in_the_settings_is_the_default(tmp_path: Path) -> None:
    init(tmp_path)
    path = tmp_path / "distill.toml"
    lines = path.read_text("utf-8").splitlines()
    named = [line.removeprefix("# ") for line in lines if " = " in line and line.startswith("# ")]

    path.write_text("\n".join(named), "utf-8")

    assert len(tomllib.loads(path.read_text("utf-8"))) == 7
    assert config.load(tmp_path, env=ENV) == config.Settings()


@example(name="\x85", wiki="wiki")
@example(name="\u2028 \ufeff\ud800", wiki="wiki")
@settings(max_examples=500)
@given(name=st.text(max_size=60), wiki=st.sampled_from(["wiki", "a: b", "{name}", "d'x"]))
def test_any_name_comes_back_from_the_mkdocs_yml(name: str, wiki: str) -> None:
    said = yaml.safe_load(_mkdocs_yml(name, wiki))

    assert said["site_name"] == name.encode("utf-8", "replace").decode("utf-8")
    assert said["docs_dir"] == wiki
    assert said["plugins"] == ["distill"]


@given(
    there=st.dictionaries(
        st.sampled_from(
            [
                *("wiki/index.md", "wiki/README.md", "wiki/sessions/a.md", "wiki/maps/a.md", "wiki/overview.md"),
                *("wiki/open/index.md", ".gitignore", "README.md", "site/index.html"),
            ]
        ),
        st.binary(max_size=40),
    )
)
@settings(max_examples=25)
def test_whatever_is_there_stays_and_a_second_time_changes_nothing(there: dict[str, bytes]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        for name, data in there.items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_bytes(data)

        init(root)

        after = state_of(root)
        for name, data in there.items():
            now = after[str(root / name)]
            assert now == data or (name == ".gitignore" and now.startswith(data))
        assert set(changes(init(root)).values()) == {Change.KEPT}
        assert state_of(root) == after


def test_many_that_start_at_once_make_each_file_once(tmp_path: Path) -> None:
    with ThreadPoolExecutor(4) as pool:
        started = list(pool.map(lambda _: init(tmp_path), range(4)))

    steps = [step for each in started for step in each.steps]
    made = [step.file for step in steps if step.change == Change.MADE]
    assert sorted(made) == sorted(set(made))
    assert {step.file for step in steps} == set(made)
    assert set(changes(init(tmp_path)).values()) == {Change.KEPT}


@pytest.mark.parametrize("file", ["mkdocs.yml", "distill/templates/demo/mkdocs.yml"])
def test_our_own_mkdocs_yml_misses_no_page_in_its_nav_that_a_new_one_would_not(file: str) -> None:
    """`omitted_files: warn` would stop a strict build, as soon as a session leaves a constraint, say."""
    ours = yaml.safe_load((Path(__file__).parents[2] / file).read_text("utf-8"))
    new = yaml.safe_load(_mkdocs_yml("x", "wiki"))

    assert set(new["not_in_nav"].split()) <= set(ours["not_in_nav"].split())
    assert set(new["exclude_docs"].split()) <= set(ours["exclude_docs"].split())
    assert ours["plugins"] == new["plugins"]  # two boxes for one search would give two answers


def test_plugins_may_be_written_in_each_way_of_mkdocs() -> None:
    path = Path("mkdocs.yml")

    assert read(path, "plugins: [search, {distill: {newest: 3}}]").plugins == ("search", "distill")
    assert read(path, "plugins: {search: {}, distill: {}}").plugins == ("search", "distill")
    assert read(path, "site_name: x").plugins is None


def test_the_command_answers_a_program(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "distill", "init", "shop", "--name", "The shop", "--json"],
        cwd=tmp_path,
        env=dict(os.environ),
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )

    told = json.loads(done.stdout)
    assert told["project"] == str(tmp_path / "shop")
    assert {each["change"] for each in told["files"]} == {"made"}
    assert 'site_name: "The shop"' in Path(told["mkdocs"]).read_text("utf-8")

"""`distill search` as a person and an agent use it."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from sites import add_page, digest_of, new_wiki

DISTILL = [sys.executable, "-m", "distill", "search"]


@pytest.fixture
def world(tmp_path: Path) -> Path:
    root = tmp_path / "project"
    root.mkdir()
    (root / ".git").mkdir()
    add_page(new_wiki(root), digest_of(["RIG-9 moved the pumps"], headline="Pumps moved"), text="# one\n")
    add_page(root / "wiki", digest_of(["RIG-90 waits"]), seat="impl@plantshop", text="# two\n")
    return root


def run(root: Path, *args: object, **more: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [*DISTILL, *map(str, args)],
        cwd=root,
        env={**os.environ, **more},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_a_hit_names_file_line_section_and_the_bullet(world):
    done = run(world, "RIG-9", "pumps", "--section", "decisions")
    line, count = done.stdout.splitlines()
    assert (done.returncode, done.stderr, count) == (0, "", "1 page")
    file, number, section, text = line.split(":", 3)
    assert section == " Decisions"
    row = (world / file).read_text("utf-8").split("\n")[int(number) - 1]
    assert row.startswith("- Decision: RIG-9 moved the pumps")
    assert text.strip() == row.removeprefix("- ")


def test_options_are_the_facets(world):
    assert "1 page" in run(world, "--seat", "impl").stdout
    assert run(world, "RIG-90", "--seat", "lead").returncode == 1
    assert "Open Items: RIG-90" in run(world, "RIG-90", "--open").stdout
    assert "1 page" in run(world, "RIG-90", "--since", "2026-10-18", "--confidence", "low").stdout
    assert run(world, "RIG-90", "--before", "2026-10-18").returncode == 1


def test_one_object_for_programs(world):
    done = run(world, "--json", "-n", "1", "pumps waits")
    assert (done.returncode, json.loads(done.stdout)) == (1, {"total": 0, "results": []})
    (found,) = json.loads(run(world, "--json", "pumps open:yes").stdout)["results"]
    assert found["title"] == "Pumps moved"
    assert (found["seat"], found["confidence"], found["open_items"]) == ("lead@plantshop", "low", 1)
    assert Path(found["file"]).name == found["page"]
    assert found["lines"][0]["section"] == "Open Items"


def test_how_many_there_are_is_said(world):
    assert run(world, "rig", "-n", "1").stdout.splitlines()[-1] == "2 pages, 1 shown"
    none = run(world, "no-such-word")
    assert (none.returncode, none.stdout) == (1, "no page holds all of this\n")


@pytest.mark.parametrize("args", [[], ["—"], ["section:foo"], ["--since", "yesterday", "x"], ["-n", "0", "x"]])
def test_wrong_use_is_told(world, args):
    done = run(world, *args)
    assert (done.returncode, done.stdout) == (2, "")
    assert "Traceback" not in done.stderr


def test_the_index_lies_in_the_state_folder(world):
    run(world, "pumps")
    assert (world / ".distill" / "index.db").stat().st_size
    assert not list((world / "wiki").rglob("*.db"))


def test_another_wiki_can_be_asked_and_leaves_the_index_alone(world, tmp_path):
    add_page(new_wiki(tmp_path / "other"), digest_of(["valves"]))
    run(world, "pumps")
    before = (world / ".distill" / "index.db").read_bytes()
    assert "1 page" in run(world, "valves", "--wiki", tmp_path / "other" / "wiki").stdout
    assert (world / ".distill" / "index.db").read_bytes() == before


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root writes everywhere")
def test_a_project_that_cannot_be_written_to_is_searched(world):
    world.chmod(0o500)
    try:
        assert "1 page" in run(world, "pumps").stdout
    finally:
        world.chmod(0o700)


def test_a_broken_wiki_folder_is_no_crash(world):
    (world / "distill.toml").write_text('wiki = "nowhere"\n', "utf-8")
    assert run(world, "pumps").returncode == 1

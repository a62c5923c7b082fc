"""Pages on disk: MT09, MT15, MT16, and what is done when a map comes again."""

import dataclasses
import json
import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest
from sites import WRITTEN, add_page, digest_of, new_wiki

from distill import files
from distill.errors import PageError
from distill.pages import store as store_module
from distill.pages.read import parse
from distill.pages.store import Duplicate, Written, existing, store

BUGS = Path(__file__).parent.parent / "bugs"


@pytest.fixture
def wiki(tmp_path):
    return new_wiki(tmp_path)


def snapshot(wiki):
    return {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in sorted(wiki.rglob("*")) if path.is_file()}


def test_a_page_and_its_map_are_written_under_one_name(wiki):
    made = add_page(wiki, digest_of(["RIG-9 done"]), text="# map\nRIG-9 & <b>\n")
    assert isinstance(made, Written)
    page = parse(made.path.read_text("utf-8"))
    archived = made.path.parent / page.meta.map
    assert archived.resolve() == wiki / "maps" / made.path.name
    assert archived.read_text("utf-8") == "# map\nRIG-9 & <b>\n"
    assert existing(wiki, page.meta.map_sha256) == made.path


def test_mt09_as_many_pages_as_maps_and_a_rerun_changes_nothing(wiki):
    cases = json.loads((BUGS / "MT09" / "seats.json").read_text("utf-8"))
    made = [
        add_page(wiki, digest_of([f"n {n}"]), seat=case["seat"], session=case["session"], text=f"{n}{case['session']}")
        for n in range(3)
        for case in cases
    ]
    assert len({page.path for page in made}) == 6
    before = snapshot(wiki)
    again = add_page(wiki, digest_of(["other"]), seat=cases[0]["seat"], session="other", text=f"0{cases[0]['session']}")
    assert again == Duplicate(made[0].path)
    assert snapshot(wiki) == before


def test_two_maps_whose_hashes_begin_alike_have_two_pages(wiki):
    first = add_page(wiki, digest_of(["one"]))
    page = parse(first.path.read_text("utf-8"))
    sha256 = page.meta.map_sha256[:8] + "f" * 56
    twin = dataclasses.replace(page, meta=dataclasses.replace(page.meta, map_sha256=sha256))
    before = first.path.read_bytes()
    made = store(wiki, wiki.parent / "drafts", twin, "another map")
    assert isinstance(made, Written)
    assert made.path.name.endswith(f"-{sha256[:16]}.md")
    assert (made.path.parent / parse(made.path.read_text("utf-8")).meta.map).read_text("utf-8") == "another map"
    assert first.path.read_bytes() == before
    assert store(wiki, wiki.parent / "drafts", twin, "another map") == Duplicate(made.path)
    assert existing(wiki, sha256) == made.path


def test_a_page_that_a_person_broke_is_still_the_page_of_its_map(wiki):
    made = add_page(wiki, digest_of(["one"]))
    made.path.write_text("no front matter any more", "utf-8")
    assert add_page(wiki, digest_of(["one"])) == Duplicate(made.path)
    assert made.path.read_text("utf-8") == "no front matter any more"


def test_what_does_not_read_back_equal_is_not_written(wiki, monkeypatch):
    monkeypatch.setattr(store_module, "render", lambda _: "---\ntitle: x\ndate: 2026-01-01\nseat: a\n---\n# x\n")
    with pytest.raises(PageError, match="does not read back"):
        add_page(wiki, digest_of(["one"]))
    assert list((wiki / "sessions").iterdir()) == []


def test_mt15_a_run_that_ended_between_map_and_page_is_made_good(wiki, monkeypatch):
    calls = []

    def ended(path, text, *, tmp):
        calls.append(path)
        if len(calls) == 2:
            raise KeyboardInterrupt
        return real(path, text, tmp=tmp)

    real = files.write_new
    monkeypatch.setattr(files, "write_new", ended)
    with pytest.raises(KeyboardInterrupt):
        add_page(wiki, digest_of(["one"]))
    assert list((wiki / "sessions").iterdir()) == []
    monkeypatch.setattr(files, "write_new", real)
    assert isinstance(add_page(wiki, digest_of(["one"])), Written)
    assert not [path for path in wiki.rglob("*") if path.is_file() and path.suffix != ".md"]


KILLED = """
import os, sys
sys.path[:0] = [{tests!r}]
from pathlib import Path
from sites import add_page, digest_of
point, count = {point}, 0
def trace(event, args):
    global count
    if event in ("open", "os.rename", "os.link", "os.remove", "os.chmod", "os.mkdir"):
        count += 1
        if count == point:
            os.kill(os.getpid(), 9)
digest = digest_of(["one"])
sys.addaudithook(trace)
add_page(Path({wiki!r}), digest)
"""


@pytest.mark.parametrize("point", range(1, 13))
def test_mt15_killed_at_any_point_there_is_no_page_or_a_whole_one(wiki, point):
    code = KILLED.format(tests=str(BUGS.parent), point=point, wiki=str(wiki))
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode in {0, -9}, done.stderr
    for path in (wiki / "sessions").iterdir():
        assert parse(path.read_text("utf-8")).meta.seat == "lead@plantshop"
    assert all(path.suffix == ".md" for path in wiki.rglob("*") if path.is_file() and not path.name.startswith("."))
    assert isinstance(add_page(wiki, digest_of(["one"])), Written | Duplicate)


FULL = """
import resource, signal, sys
sys.path[:0] = [{tests!r}]
from pathlib import Path
from sites import add_page, digest_of
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (600, 600))
try:
    add_page(Path({wiki!r}), digest_of(["a long item " * 20]), seat="other")
except OSError as error:
    sys.exit(f"errno {{error.errno}}")
"""


@pytest.mark.skipif(not hasattr(resource, "RLIMIT_FSIZE"), reason="needs file-size limits")
def test_mt16_a_full_disk_leaves_everything_as_it_was(wiki):
    add_page(wiki, digest_of(["one"]))
    before = snapshot(wiki)
    code = FULL.format(tests=str(BUGS.parent), wiki=str(wiki))
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=60)
    assert "errno" in done.stderr
    after = snapshot(wiki)
    assert {path: after[path] for path in before} == before
    assert not [path for path in after if path not in before and path.parent.name == "sessions"]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_read_only_wiki_is_an_oserror(wiki):
    (wiki / "sessions").chmod(0o555)
    with pytest.raises(OSError, match="ermission"):
        add_page(wiki, digest_of(["one"]), written=WRITTEN)

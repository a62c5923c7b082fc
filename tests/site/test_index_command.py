"""`distill index`: index pages on the disk, and what becomes of them."""

import json
import os
import subprocess
import sys
from datetime import timedelta

import pytest
from sites import WRITTEN, add_page, build_site, digest_of, look, new_wiki

from distill.errors import PageError
from distill.rebuild.candidates import candidates
from distill.site import on_disk
from distill.site.document_markdown import MARKER

HOSTILE = ["RIG-9 <script>document.documentElement.dataset.pwned=1</script>", "[c](javascript:x) ![i](u) | a `b|c`"]


@pytest.fixture
def project(tmp_path):
    wiki = new_wiki(tmp_path)
    (tmp_path / ".git").mkdir()
    add_page(wiki, digest_of(["RIG-9 first"], headline="First"))
    add_page(wiki, digest_of(["RIG-10 second"], headline="Second"), seat="b@c", written=WRITTEN - timedelta(days=40))
    return tmp_path


def refresh(root, *, check=False):
    state = root / ".distill"
    state.mkdir(exist_ok=True)
    return on_disk.refreshed(root / "wiki", state, now_ns=10**20, check=check)


def run(root, *arguments):
    command = [sys.executable, "-m", "distill", *arguments]
    done = subprocess.run(command, cwd=root, env={**os.environ}, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def stats(root):
    wiki = root / "wiki"
    return {path: path.stat().st_mtime_ns for path in wiki.rglob("*.md")}


def test_pages_are_written_once_and_only_where_their_bytes_change(project):
    first = refresh(project)
    before = stats(project)
    assert first.written
    assert refresh(project).up_to_date
    (project / ".distill" / "index-pages.sqlite").unlink()
    assert refresh(project).up_to_date
    assert stats(project) == before
    add_page(project / "wiki", digest_of(["RIG-11 x"]), text="# new\n", written=WRITTEN + timedelta(hours=1))
    done = refresh(project)
    assert {"overview.md", "months/2026-10.md", "tickets/RIG-0.md"} <= set(done.written)
    assert not {"months/2026-09.md", "seats/b@c.md", "decisions/2026-09.md"} & set(done.written)


def test_a_persons_file_stays_and_one_of_ours_is_made_again(project):
    wiki = project / "wiki"
    (wiki / "cost.md").write_text("# Our own costs\n", "utf-8")
    refresh(project)
    overview = (wiki / "overview.md").read_text("utf-8")
    (wiki / "overview.md").write_text(overview + "edited\n", "utf-8")
    seats = (wiki / "seats" / "index.md").read_text("utf-8").removeprefix(MARKER)
    (wiki / "seats" / "index.md").write_text(seats, "utf-8")
    (wiki / "tags.md").write_bytes(b"\xff\xfe")
    done = refresh(project)
    assert sorted(done.left) == ["cost.md", "seats/index.md", "tags.md"]
    assert done.written == ["overview.md"]
    assert (wiki / "overview.md").read_text("utf-8") == overview
    assert (wiki / "cost.md").read_text("utf-8") == "# Our own costs\n"
    assert (wiki / "tags.md").read_bytes() == b"\xff\xfe"


def test_what_tells_of_nothing_any_more_goes(project):
    refresh(project)
    wiki = project / "wiki"
    (wiki / "months" / "mine.md").write_text("# mine\n", "utf-8")
    for page in (wiki / "sessions").glob("*-b@c-*.md"):
        page.unlink()
    assert set(refresh(project).removed) == {"months/2026-09.md", "seats/b@c.md", "decisions/2026-09.md"}
    assert not (wiki / "months" / "2026-09.md").exists()
    assert (wiki / "months" / "mine.md").exists()


def test_a_check_writes_nothing(project):
    before = stats(project)
    assert run(project, "index", "--check")[0] == 1
    assert stats(project) == before
    assert run(project, "index")[0] == 0
    code, told = run(project, "index", "--check", "--json")
    assert (code, json.loads(told)["up_to_date"]) == (0, True)
    assert json.loads(told)["sessions"] == 2


def test_a_page_that_cannot_be_read_is_named_and_stops_nothing(project):
    (project / "wiki" / "sessions" / "bad.md").write_text("no page\n", "utf-8")
    code, told = run(project, "index")
    assert code == 0
    assert "cannot be read: bad.md" in told
    assert "bad.md" in (project / "wiki" / "sessions" / "index.md").read_text("utf-8")


def test_a_folder_that_leads_out_of_the_wiki_is_refused(project, tmp_path_factory):
    outside = tmp_path_factory.mktemp("outside")
    (project / "wiki" / "seats").symlink_to(outside)
    with pytest.raises(PageError, match="leads out of the wiki"):
        refresh(project)
    assert list(outside.iterdir()) == []


@pytest.mark.parametrize("harm", [b"no database" * 1000, b""])
def test_what_is_kept_may_be_harmed(project, harm):
    refresh(project)
    (project / ".distill" / "index-pages.sqlite").write_bytes(harm)
    assert refresh(project).up_to_date


def test_a_list_beside_the_sessions_is_no_page_to_rebuild(project):
    refresh(project)
    assert (project / "wiki" / "sessions" / "index.md").exists()
    assert len(list(candidates(project / "wiki"))) == 2


def test_a_rebuild_makes_index_pages_again_where_they_lie_on_the_disk(project):
    assert json.loads(run(project, "rebuild", "--engine", "extractive", "--json")[1])["indexes"] == 0
    assert not on_disk.in_use(project / "wiki")
    run(project, "index")
    (project / "wiki" / "seats" / "b@c.md").unlink()
    assert json.loads(run(project, "rebuild", "--engine", "extractive", "--json")[1])["indexes"] > 0
    assert (project / "wiki" / "seats" / "b@c.md").exists()


@pytest.mark.parametrize("plugin", [True, False], ids=["plug-in", "stock"])
def test_the_site_is_built_strictly_with_index_pages_on_the_disk(project, plugin):
    wiki = project / "wiki"
    add_page(wiki, digest_of(HOSTILE, headline=HOSTILE[1]), seat="<b>x</b>|`y", text="# hostile\n")
    refresh(project)
    (wiki / "cost.md").write_text("# Our own costs\n", "utf-8")
    built = build_site(project, plugin=plugin)
    assert built.code == 0, built.output
    for page in built.pages():
        assert look(page.read_text("utf-8")).found == [], page
    assert "Our own costs" in built.html("cost.md")
    assert ("distill-heat" in built.html("overview.md")) is plugin
    assert "RIG-9 first" in look(built.html("open/index.md")).text


def test_the_site_shows_the_pages_of_today_whatever_lies_on_the_disk(project):
    refresh(project)
    add_page(project / "wiki", digest_of(["RIG-77 newest"]), text="# new\n", written=WRITTEN + timedelta(hours=1))
    built = build_site(project)
    assert built.code == 0, built.output
    assert "RIG-77" in built.html("tickets/RIG-0.md")
    assert "RIG-77" not in (project / "wiki" / "tickets" / "RIG-0.md").read_text("utf-8")

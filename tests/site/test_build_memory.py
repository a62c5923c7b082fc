"""What a build holds in memory: not the text of all pages, neither as it was read nor as it will be shown."""

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from distill.mkdocs_site.bodies import Bodies
from distill.pages.read import parse_with_body
from distill.site.views import SessionSource

ROOT = Path(__file__).parent.parent.parent
PAGE = "---\ntitle: 'T{number}'\ndate: 2026-10-18T18:21:07Z\nseat: a@b\n---\n# T{number}\n\n## Accomplished\n{items}\n"
CONFIG = "site_name: W\ndocs_dir: wiki\ntheme: {name: material, font: false}\nplugins: [distill]\n"
KILOBYTE = 1024


def source(text):
    page, body = parse_with_body(PAGE.format(number=1, items=f"- {text}"))
    return SessionSource(page, body)


def peak_kb(root, pages):
    """Build a wiki of so many pages of 64 KB; give the most memory the process had."""
    sessions = root / "wiki" / "sessions"
    sessions.mkdir(parents=True)
    (root / "wiki" / "index.md").write_text("# W\n", "utf-8")
    (root / "mkdocs.yml").write_text(CONFIG, "utf-8")
    items = "\n".join(f"- the queue is emptied {number % 7} times" for number in range(2000))
    for number in range(pages):
        (sessions / f"2026-10-18-a@b-{number:08x}.md").write_text(PAGE.format(number=number, items=items), "utf-8")
    build = [sys.executable, "-m", "mkdocs", "build", "-q"]
    env = {**os.environ, "PYTHONPATH": str(ROOT), "NO_MKDOCS_2_WARNING": "1"}
    child = subprocess.Popen(build, cwd=root, env=env)
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    assert child.returncode == 0
    return usage.ru_maxrss


@pytest.mark.skipif(sys.platform != "linux", reason="memory is counted otherwise elsewhere")
def test_more_pages_take_hardly_more_memory_than_their_bytes(tmp_path):
    more = 240
    few, many = peak_kb(tmp_path / "few", 10), peak_kb(tmp_path / "many", 10 + more)
    size = sum(path.stat().st_size for path in (tmp_path / "many" / "wiki").rglob("*.md")) // KILOBYTE
    assert many - few < 1.6 * size


@given(st.lists(st.text(st.characters(codec="utf-8", categories=["L", "N", "S"]), min_size=1, max_size=40), max_size=9))
def test_pages_come_back_as_they_were_once(texts):
    bodies, sources = Bodies(), [source(text) for text in texts]
    for number, each in enumerate(sources):
        bodies.put(str(number), each)
    for number, each in reversed(list(enumerate(sources))):
        found = bodies.take(str(number))
        assert (found.body, found.page.meta) == (each.body, each.page.meta)
        assert bodies.take(str(number)) is None


def test_without_room_on_disk_pages_wait_in_memory(monkeypatch):
    class Full(io.BytesIO):
        def write(self, _):
            raise OSError(28, "No space left on device")

    bodies = Bodies()
    monkeypatch.setattr("distill.mkdocs_site.bodies.tempfile.TemporaryFile", lambda **_: Full())
    bodies.put("a", source("one"))
    bodies.put("b", source("two"))
    assert [bodies.take(path).body for path in "ab"] == [source("one").body, source("two").body]


def test_a_file_that_was_cut_off_is_named(monkeypatch):
    class CutOff(io.BytesIO):
        def read(self, _=-1):
            return b""

    monkeypatch.setattr("distill.mkdocs_site.bodies.tempfile.TemporaryFile", lambda **_: CutOff())
    bodies = Bodies()
    bodies.put("a", source("one"))
    with pytest.raises(OSError, match="build again"):
        bodies.take("a")

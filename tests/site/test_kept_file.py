"""The file that is kept from build to build: a build that is killed leaves it as it was."""

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from distill.site.cache import LOOKED, STATE, Cache, Code
from distill.site.shelf import FEW
from distill.site.spliced import spliced

CODE = Code("pages", "looks")
KILLED = """
import os, signal, sys
from pathlib import Path
from distill.site.cache import Cache, Code
cache = Cache(Path(sys.argv[1]), Code("pages", "looks"))
cache.put_state("known", "new")
memos = {f"m{n}": b"x" * 50_000 for n in range(400)}
cache.put_memos(memos, set(memos))
for name in range(2000):
    cache.put_items(f"sessions/{name}.md", "new " * 2000)
os.kill(os.getpid(), getattr(signal, "SIGKILL", signal.SIGTERM))
"""


def cache(path):
    return Cache(path, CODE)


@pytest.fixture
def path(tmp_path):
    """Keep something in a file."""
    kept = cache(tmp_path / "kept.sqlite")
    kept.put_state("known", "old")
    for name in range(2000):
        kept.put_items(f"sessions/{name}.md", "old " * 2000)
    kept.close(keep=True)
    return tmp_path / "kept.sqlite"


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no process is killed that way here")
def test_a_build_that_is_killed_while_it_writes_leaves_what_was_kept_before(path):
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, "-c", KILLED, str(path)], env=environment, check=False, timeout=60)
    assert done.returncode == -signal.SIGKILL
    kept = cache(path)
    assert kept.state("known") == "old"
    assert {kept.items(f"sessions/{name}.md")[:3] for name in range(2000)} == {"old"}
    assert kept.memo("m7") == b""
    kept.close(keep=True)
    db = sqlite3.connect(path)
    assert db.execute("pragma integrity_check").fetchall() == [("ok",)]
    db.close()
    assert [found.name for found in Path(path).parent.iterdir()] == ["kept.sqlite"]


@pytest.mark.parametrize("table", [STATE, LOOKED])
def test_values_of_many_pages_come_back_whatever_changes_little_by_little(tmp_path, table):
    now = {f"p{number}": (number, "x") for number in range(3 * FEW)}
    before: dict[str, object] = {}
    for step in range(8):
        kept = cache(tmp_path / "kept.sqlite")
        assert kept.shelf(table, "many") == before
        now |= {f"p{number}": (number, f"{step}") for number in range(step * 40)}
        now.pop(f"p{1000 + step}")
        if step == 6:
            now = {f"q{number}": (number, "y") for number in range(3 * FEW)} | {"p1007": 1}
        kept.put_shelf(table, "many", now)
        kept.close(keep=True)
        before = dict(now)


def test_little_is_written_where_little_changed(tmp_path):
    values = {f"p{number}": "x" * 100 for number in range(5000)}
    sizes = []
    for now in (values, values | {"p7": "other"}, values | {"p7": "other"}):
        kept = cache(tmp_path / "kept.sqlite")
        written: list[str] = []
        kept._db.set_trace_callback(written.append)
        kept.put_shelf(STATE, "many", now)
        kept.close(keep=True)
        sizes.append(sum(len(statement) for statement in written if statement.startswith("insert")))
    whole, little, nothing = sizes
    assert whole > 100_000
    assert 0 < little < 1000
    assert nothing == 0


NAMES = st.lists(st.text("abcdefgh", min_size=1, max_size=1), unique=True)


@given(NAMES, NAMES, st.sets(st.sampled_from("abcdefgh")))
def test_lines_are_put_in_and_taken_out_where_they_belong(before, now, fresh):
    file = Path(tempfile.mkdtemp()) / "lines"
    file.write_text("".join(f"{name} old\n" for name in before), "utf-8")
    changed = {name for name in now if name in fresh or name not in before}
    made = spliced(file, before, now, {name: f"{name} new\n" for name in changed})
    found = b"".join(map(bytes, made.parts()))
    made.put_in()
    there = file.read_bytes()
    shutil.rmtree(file.parent)
    assert found.decode() == "".join(f"{name} {'new' if name in changed else 'old'}\n" for name in now)
    assert there == found

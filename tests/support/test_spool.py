"""The spool and the locks: what waits, who works, and what a death leaves."""

import subprocess
import sys
from pathlib import Path

import pytest

from distill import locks, spool
from distill.agents import events


def an_event(**values: object) -> events.HookEvent:
    return events.HookEvent({"hook_event_name": "SessionStart", "source": "compact", **values})


def test_an_event_comes_back_as_it_was_put(tmp_path: Path) -> None:
    event = an_event(session_id="s-1", cwd='/tmp/ü "x"', seat="lead@花屋")

    path = spool.put(str(tmp_path), event, now_ns=5, pid=7)

    read = spool.read(path)
    assert read is not None
    assert read.fields() == event.fields()
    assert Path(path).stat().st_mode & 0o777 == 0o600
    assert spool.written_at(path) == 5e-9


def test_lanes_are_kept_apart_and_in_order(tmp_path: Path) -> None:
    state = str(tmp_path)
    later = spool.put(state, an_event(seat="a@x"), now_ns=20, pid=1)
    first = spool.put(state, an_event(seat="a@x"), now_ns=10, pid=9)
    spool.put(state, an_event(session_id="s"), now_ns=5, pid=1)

    assert spool.waiting(state, "a@x") == [first, later]
    assert len(spool.waiting(state)) == 3


@pytest.mark.parametrize("name", ["../../x", "a/b", "..", "", "a--b--c", "x" * 500])
def test_a_hostile_session_id_stays_in_the_folder(tmp_path: Path, name: str) -> None:
    path = spool.put(str(tmp_path), an_event(session_id=name), now_ns=1, pid=1)

    assert Path(path).parent == tmp_path / "spool"
    assert spool.waiting(str(tmp_path), spool.lane_of(an_event(session_id=name))) == [path]


def test_tries_are_counted_in_the_name(tmp_path: Path) -> None:
    path = spool.put(str(tmp_path), an_event(seat="a.b@x.1"), now_ns=1, pid=1)

    once, first = spool.begin(path)
    again, second = spool.begin(once)

    assert (first, second) == (1, 2)
    assert spool.waiting(str(tmp_path), "a.b@x.1") == [again]
    assert spool.written_at(again) == spool.written_at(path)


def test_a_broken_or_missing_file_reads_as_nothing(tmp_path: Path) -> None:
    (tmp_path / "x.json").write_bytes(b'{"hook_event_name": ')

    assert spool.read(str(tmp_path / "x.json")) is None
    assert spool.read(str(tmp_path / "y.json")) is None


def test_a_lock_has_one_holder_and_dies_with_it(tmp_path: Path) -> None:
    path = tmp_path / "locks" / "a.lock"
    code = (
        "import sys, time; from pathlib import Path; from distill import locks\n"
        "locks.take(Path(sys.argv[1])); print(1, flush=True); time.sleep(60)"
    )
    holder = subprocess.Popen([sys.executable, "-c", code, str(path)], stdout=subprocess.PIPE)
    assert holder.stdout is not None
    holder.stdout.readline()

    assert locks.take(path) is None
    with locks.held(path, seconds=0.1) as mine:
        assert mine is False
    holder.kill()
    holder.wait()
    holder.stdout.close()
    with locks.held(path, seconds=5) as mine:
        assert mine is True


@pytest.mark.parametrize("count", ["²", "③", "x", ""])
def test_a_name_whose_count_is_no_number_counts_as_none(tmp_path: Path, count: str) -> None:
    path = tmp_path / f"session--5-1.{count}.json"
    path.write_text("{}", "utf-8")

    assert spool.put_back(str(path)) == str(path)
    assert spool.begin(str(path)) == (f"{str(path).removesuffix('.json')}.1.json", 1)
    assert spool.written_at(str(tmp_path / f"session--{count}-1.json")) == 0.0

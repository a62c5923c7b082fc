"""The pending marker: keyed by seat, armed once a compaction, never another seat's."""

import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from distill.restore import marker, stamps

NOW = 1_792_000_000.0
SEAT = "lead@plantshop"


def armed(state: Path, seat: str = SEAT, session: str = "s-1", now: float = NOW, **more: str) -> bool:
    return marker.arm(str(state), seat, session, "/t/s-1.jsonl", "/p", "/p/MAP.md", now, **more)


def test_a_marker_has_the_keys_of_openrig(tmp_path: Path) -> None:
    assert armed(tmp_path)

    path = tmp_path / "pending" / "lead@plantshop.json"
    found = json.loads(path.read_text("utf-8"))
    assert found["version"] == 1
    assert found["createdAt"] == datetime.fromtimestamp(NOW, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    assert (found["sessionName"], found["sessionId"]) == (SEAT, "s-1")
    assert (found["transcriptPath"], found["cwd"], found["restoreMapPath"]) == ("/t/s-1.jsonl", "/p", "/p/MAP.md")
    assert found["restoreInstruction"]
    assert found["postCompactInstruction"]
    assert found["expectedAck"]
    assert (found["deliveredAt"], found["deliveryCount"]) == (None, 0)
    assert path.stat().st_mode & 0o777 == 0o600
    assert path.parent.stat().st_mode & 0o777 == 0o700
    assert [p.name for p in path.parent.iterdir()] == [path.name]


def test_one_compaction_arms_one_marker(tmp_path: Path) -> None:
    assert armed(tmp_path)
    assert marker.delivered(str(tmp_path), SEAT, NOW + 1)
    assert not armed(tmp_path, now=NOW + 2)

    assert marker.load(str(tmp_path), SEAT, NOW + 3)["deliveryCount"] == 1


def test_each_compaction_arms_a_fresh_marker_and_lists_the_unfinished(tmp_path: Path) -> None:
    """HK27: four compactions, the restore finished after 1 and 3 only."""
    listed = []
    for number in range(1, 5):
        assert armed(tmp_path, now=NOW + 3600 * number)
        found = marker.load(str(tmp_path), SEAT, NOW + 3600 * number)
        listed.append([one["createdAt"] for one in found["unfinished"]])
        if number in {1, 3}:
            marker.clear(str(tmp_path), SEAT)

    assert listed == [[], [], [stamps.utc(NOW + 7200)], []]


def test_a_named_compaction_is_the_same_however_late(tmp_path: Path) -> None:
    assert armed(tmp_path, compaction="2")
    assert not armed(tmp_path, now=NOW + 3600, compaction="2")
    assert armed(tmp_path, now=NOW + 3601, compaction="3")


def test_the_marker_is_found_by_seat_when_the_session_id_changed(tmp_path: Path) -> None:
    """HK06: the marker of the seat, and never another seat's."""
    armed(tmp_path, session="A")

    assert marker.load(str(tmp_path), SEAT, NOW + 40)["sessionId"] == "A"
    assert marker.load(str(tmp_path), "rev@plantshop", NOW + 40) is None


def test_sessions_without_a_seat_have_their_own(tmp_path: Path) -> None:
    """HK28: A and B each see their own marker; C sees none and moves nothing."""
    armed(tmp_path, "session-a", "session-a")
    armed(tmp_path, "session-b", "session-b", NOW + 0.5)

    assert marker.load(str(tmp_path), "session-a", NOW + 1)["sessionId"] == "session-a"
    assert marker.load(str(tmp_path), "session-b", NOW + 1)["sessionId"] == "session-b"
    assert marker.load(str(tmp_path), "session-c", NOW + 1) is None
    assert not marker.clear(str(tmp_path), "session-c")
    assert len(marker.pending(str(tmp_path), NOW + 1)) == 2


@pytest.mark.parametrize("age", [86_401.0, -86_401.0])
def test_a_marker_expires(tmp_path: Path, age: float) -> None:
    armed(tmp_path)

    assert marker.load(str(tmp_path), SEAT, NOW + age) is None
    assert marker.pending(str(tmp_path), NOW + age) == []
    assert not marker.delivered(str(tmp_path), SEAT, NOW + age)
    assert armed(tmp_path, now=NOW + age)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{",
        b"null",
        b"[]",
        b"42",
        b"\xff\xfe",
        b'{"version": 1}',
        b'{"version": 2, "createdAt": "x"}',
        b"[" * 70_000,
    ],
)
def test_a_broken_marker_is_none_and_is_armed_over(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "pending" / "lead@plantshop.json"
    path.parent.mkdir()
    path.write_bytes(data)

    assert marker.load(str(tmp_path), SEAT, NOW) is None
    assert armed(tmp_path)
    assert marker.load(str(tmp_path), SEAT, NOW)["sessionId"] == "s-1"


def test_a_marker_that_openrig_keyed_by_a_session_is_read(tmp_path: Path) -> None:
    path = tmp_path / "pending" / "session-7.json"
    path.parent.mkdir()
    told = {"version": 1, "createdAt": "2026-10-14T01:46:40.250Z", "sessionName": None, "sessionId": "session-7"}
    path.write_text(json.dumps({**told, "transcriptPath": None, "deliveredAt": None}, indent=2), "utf-8")
    at = datetime(2026, 10, 14, 2, tzinfo=UTC).timestamp()

    assert marker.load(str(tmp_path), "session-7", at)["restoreMapPath"] == ""
    assert marker.load(str(tmp_path), "session-8", at) is None
    assert marker.delivered(str(tmp_path), "session-7", at)
    assert marker.load(str(tmp_path), "session-7", at)["deliveryCount"] == 1
    assert marker.clear(str(tmp_path), "session-7")


def test_what_cannot_be_armed_leaves_nothing_behind(tmp_path: Path) -> None:
    (tmp_path / "pending" / "lead@plantshop.json").mkdir(parents=True)
    with pytest.raises(OSError):
        armed(tmp_path)

    assert [p.name for p in (tmp_path / "pending").iterdir()] == ["lead@plantshop.json"]


def test_markers_long_expired_are_swept_away(tmp_path: Path) -> None:
    from distill.sweep import sweep

    armed(tmp_path, "old@a")
    armed(tmp_path, "new@a")
    os.utime(tmp_path / "pending" / "old@a.json", (NOW - 3 * 86_400, NOW - 3 * 86_400))
    os.utime(tmp_path / "pending" / "new@a.json", (NOW - 3_600, NOW - 3_600))

    assert sweep(tmp_path, NOW) == 1
    assert [p.name for p in (tmp_path / "pending").iterdir()] == ["new@a.json"]


def test_a_folder_or_a_pipe_in_its_place_is_none(tmp_path: Path) -> None:
    (tmp_path / "pending" / "lead@plantshop.json").mkdir(parents=True)
    os.mkfifo(tmp_path / "pending" / "rev@plantshop.json")

    assert marker.load(str(tmp_path), SEAT, NOW) is None
    assert marker.load(str(tmp_path), "rev@plantshop", NOW) is None
    assert marker.pending(str(tmp_path), NOW) == []


def test_seats_that_read_alike_in_a_file_name_do_not_meet(tmp_path: Path) -> None:
    armed(tmp_path, "größe@a", "one")
    armed(tmp_path, "gr__e@a", "two")
    armed(tmp_path, "gräße@a", "three")

    seats = ("größe@a", "gr__e@a", "gräße@a")
    assert [marker.load(str(tmp_path), s, NOW)["sessionId"] for s in seats] == ["one", "two", "three"]
    assert marker.clear(str(tmp_path), "gr__e@a")
    assert [bool(marker.load(str(tmp_path), s, NOW)) for s in seats] == [True, False, True]
    assert marker.clear(str(tmp_path), "größe@a")
    assert [bool(marker.load(str(tmp_path), s, NOW)) for s in seats] == [False, False, True]


def test_of_hooks_at_the_same_moment_one_arms(tmp_path: Path) -> None:
    """HK03: one event, several hooks."""
    code = (
        "import sys, time; sys.path.insert(0, sys.argv[1]); from distill.restore import marker;"
        f"print(marker.arm(sys.argv[2], '{SEAT}', 's', '', '', '', {NOW}))"
    )
    root = str(Path(marker.__file__).parents[2])

    def run(_: int) -> str:
        return subprocess.run(
            [sys.executable, "-I", "-S", "-c", code, root, str(tmp_path)], capture_output=True, text=True, check=True
        ).stdout.strip()

    with ThreadPoolExecutor(4) as pool:
        assert sorted(pool.map(run, range(4))) == ["False", "False", "False", "True"]


def test_it_costs_a_hook_no_heavy_module() -> None:
    code = "import sys; sys.path.insert(0, sys.argv[1]); import distill.restore.marker; print(*sys.modules)"
    root = str(Path(marker.__file__).parents[2])
    done = subprocess.run([sys.executable, "-I", "-S", "-c", code, root], capture_output=True, text=True, check=True)

    assert not {"re", "json", "dataclasses", "typing", "pathlib", "datetime", "enum"} & set(done.stdout.split())


@given(st.datetimes(min_value=datetime(1971, 1, 1), max_value=datetime(9999, 1, 1)))  # noqa: DTZ001 - UTC below
def test_times_read_back(moment: datetime) -> None:
    at = moment.replace(tzinfo=UTC, microsecond=0)

    assert stamps.seconds(stamps.utc(at.timestamp())) == at.timestamp()
    assert stamps.seconds(at.strftime("%Y-%m-%dT%H:%M:%S.250Z")) == at.timestamp() + 0.25


@given(st.one_of(st.text(), st.integers(), st.none(), st.from_regex(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]{5,12}Z")))
def test_anything_else_is_no_time_and_no_error(text: object) -> None:
    found = stamps.seconds(text)

    assert found is None or isinstance(found, float)


@given(st.text())
def test_a_key_is_a_file_name(seat: str) -> None:
    key = marker.seat_key(seat)

    assert 0 < len(key) <= 120
    assert set(key) <= marker.KEY

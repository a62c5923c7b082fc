"""MT08: huge transcripts cost little time and bounded memory; measured in a process of its own."""

import json
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sessions_made import Transcript, working_session
from worlds import REPOSITORY

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs /proc")
MEASURE = """
import json, re, sys, time
from pathlib import Path
from datetime import datetime, timedelta
from distill.sessions.session_source import Session, source_of
started = time.monotonic()
session = Session(transcript=sys.argv[1], session_id="s", seat="x", root="/", at=datetime.fromisoformat(sys.argv[2]))
source = source_of(session, seconds=0)
spent = time.monotonic() - started
# not ru_maxrss, which takes over the size of the process that started this one
peak = int(re.search(r"VmHWM:\\s+(\\d+) kB", Path("/proc/self/status").read_text())[1])
print(json.dumps({"seconds": spent, "peak_kb": peak, "text": source.data.decode(), "unread": source.unread}))
"""


def measured(path: Path, at: datetime) -> dict[str, object]:
    argv = [sys.executable, "-c", MEASURE, str(path), at.isoformat()]
    done = subprocess.run(argv, capture_output=True, text=True, check=True, timeout=60)
    found: dict[str, object] = json.loads(done.stdout)
    return found


@pytest.mark.slow
def test_mt08_the_tail_of_300_mb(tmp_path: Path) -> None:
    generator = REPOSITORY / "tests" / "bugs" / "MT08" / "gen.py"
    subprocess.run([sys.executable, str(generator)], cwd=tmp_path, check=True)

    path = tmp_path / "transcript.jsonl"
    found, size = measured(path, datetime.now(UTC)), path.stat().st_size
    path.unlink()

    assert size > 300_000_000
    assert found["seconds"] < 5
    assert found["peak_kb"] < 60_000
    assert found["unread"] == 1
    assert "> the very last prompt" in found["text"]
    assert found["text"].count("> prompt ") >= 9


@pytest.mark.slow
@pytest.mark.parametrize("after", [0, 20])
def test_rows_of_any_kind_in_bulk_stay_within_bounds(tmp_path: Path, after: int) -> None:
    """Whole requests, big results and long prompts, before the compaction and after it."""
    made = Transcript(tmp_path / "t.jsonl")
    for n in range(60):
        made.prompt(f"prompt {n} " + "x" * 100_000).tool("Write", {"file_path": f"/f/{n}", "content": "y" * 900_000})
        made.raw(b'{"type":"api-request-blob","message":"' + b"z" * 1_500_000 + b'"}\n')
    at = made.now + timedelta(milliseconds=10)
    made.boundary().summary()
    for n in range(after):
        made.answer(f"after {n}").raw(b'{"type":"api-request","body":"' + b"z" * 9_000_000 + b'"}\n')

    found = measured(made.path, at)

    assert found["seconds"] < 5
    assert found["peak_kb"] < 60_000
    assert "> prompt 59 " in found["text"]
    assert "after" not in found["text"].partition("## Prompts")[2]


def test_memory_does_not_grow_with_the_file(tmp_path: Path) -> None:
    small = working_session(tmp_path / "small.jsonl")
    large = Transcript(tmp_path / "large.jsonl")
    large.raw((json.dumps({"type": "user", "message": {"content": "old " + "x" * 3_000}}) + "\n").encode() * 9_000)
    large.raw(b'{"type":"user","message":{"content":"' + b"y" * 20_000_000 + b'"}}\n')
    working_session(tmp_path / "large.jsonl")

    first, second = measured(small.path, small.now), measured(large.path, small.now)

    assert large.path.stat().st_size > 45_000_000
    assert second["peak_kb"] - first["peak_kb"] < 30_000
    assert "make check" in second["text"]

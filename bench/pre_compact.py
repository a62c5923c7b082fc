"""Measure the hook before a compaction in a repository with many files, in wall time, as the session waits for it.

usage: nice python bench/pre_compact.py [FILES] [RUNS]

Makes a repository of FILES small files (100,000) with changes in some, and prints one JSON object: the median and the
longest wall time in milliseconds beside that of a bare interpreter, the load of the computer meanwhile, and what git
still told in time. The preparation in the background is replaced by `true`.
"""

import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BARE = [sys.executable, "-I", "-S", "-c", "pass"]
HOOK = [sys.executable, "-I", "-S", str(ROOT / "hooks" / "hook.py")]
FOLDER = 200
CHANGED = 50


def repository(folder: Path, files: int) -> None:
    """Make a repository with one commit and some changes that are not committed."""
    for start in range(0, files, FOLDER):
        place = folder / f"part-{start // FOLDER % 30}" / f"{start // FOLDER}"
        place.mkdir(parents=True)
        for number in range(start, min(files, start + FOLDER)):
            (place / f"file-{number}.txt").write_text(f"{number}\n")
    me = ["-c", "user.name=bench", "-c", "user.email=bench@example.test", "-c", "gc.auto=0"]
    for command in (["init", "-q", "-b", "main"], ["add", "-A"], ["commit", "-q", "-m", "All files"]):
        subprocess.run(["git", "-C", str(folder), *me, *command], check=True)
    for path in sorted(folder.glob("part-0/*/file-*.txt"))[:CHANGED]:
        path.write_text("changed\n")


def measure(folder: Path, runs: int) -> dict[str, object]:
    """Fire the hook some times."""
    env = {**os.environ, "DISTILL_PYTHON": shutil.which("true") or ""}
    event = {"hook_event_name": "PreCompact", "trigger": "auto", "session_id": "bench", "cwd": str(folder)}
    data, times, bare, said = json.dumps(event).encode() + b"\n", [], [], b""
    for _ in range(runs):
        bare.append(_wall(BARE, b"", env)[0])
        spent, said = _wall(HOOK, data, env)
        times.append(spent)
    changes = [line for line in said.decode().splitlines() if line.startswith("changes")]
    figures = {"median ms": round(statistics.median(times)), "longest ms": round(max(times))}
    figures["bare interpreter ms"] = round(statistics.median(bare))
    return {**figures, "load": round(os.getloadavg()[0], 1), "characters": len(said.decode()), "told": changes}


def _wall(command: list[str], data: bytes, env: dict[str, str]) -> tuple[float, bytes]:
    started = time.perf_counter()
    said = subprocess.run(command, input=data, env=env, stdout=subprocess.PIPE, check=True).stdout
    return 1000 * (time.perf_counter() - started), said


def main() -> None:
    """Print the figures."""
    files = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    runs = int(sys.argv[2]) if len(sys.argv) > 2 else 20
    with tempfile.TemporaryDirectory() as folder:
        repository(Path(folder), files)
        print(json.dumps({"files": files, **measure(Path(folder), runs)}, indent=1))


if __name__ == "__main__":
    main()

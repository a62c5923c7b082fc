"""Measure the whole hook process against a bare interpreter, in pairs, in CPU time.

usage: python bench/hook_cost.py [RUNS]

Prints one JSON object: medians in milliseconds and the ratio. The worker it dispatches is replaced by
`true`, because only what the session waits for is measured here.
"""

import json
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BARE = [sys.executable, "-I", "-S", "-c", "pass"]
HOOK = [sys.executable, "-I", "-S", str(ROOT / "hooks" / "hook.py")]
PEERS = {"python3 -c pass": [sys.executable, "-c", "pass"], "node -e 0": ["node", "-e", "0"]}


def cpu_ms(command: list[str], data: bytes, env: dict[str, str]) -> float:
    """Run a command and return the CPU time of it and what it waited for, in milliseconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, input=data, env=env, stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return 1000 * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def measure(runs: int, project: Path) -> dict[str, float]:
    """Measure the hook, the bare interpreter and the peers in turn."""
    (project / ".git").mkdir()
    event = {"hook_event_name": "SessionStart", "source": "compact", "session_id": "bench", "cwd": str(project)}
    data = json.dumps(event).encode() + b"\n"
    env = {**os.environ, "DISTILL_PYTHON": shutil.which("true") or ""}
    commands = {"bare": BARE, "hook": HOOK, **{k: v for k, v in PEERS.items() if shutil.which(v[0])}}
    times: dict[str, list[float]] = {name: [] for name in commands}
    for run in range(runs + 3):
        for name, command in commands.items():
            spent = cpu_ms(command, data, env)
            if run >= 3:  # warm-up
                times[name].append(spent)
    result = {f"{name} ms": round(statistics.median(values), 2) for name, values in times.items()}
    pairs = [a / b for a, b in zip(times["hook"], times["bare"], strict=True)]
    return {**result, "hook : bare": round(statistics.median(pairs), 2)}


def main() -> None:
    """Print the figures."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 40
    with tempfile.TemporaryDirectory() as folder:
        print(json.dumps(measure(runs, Path(folder)), indent=1))


if __name__ == "__main__":
    main()

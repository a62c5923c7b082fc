"""Measure the whole hook process against a bare interpreter, in pairs, in CPU time.

usage: python bench/hook_cost.py [RUNS]

Prints one JSON object: medians in milliseconds and the ratios. The worker it dispatches is replaced by
`true`, because only what the session waits for is measured here. `dispatch` has the restore text switched off,
`prepared` delivers one that was prepared, `looked up` one that was not, `prompt` is a person's prompt with nothing due.
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
    compacted = {"hook_event_name": "SessionStart", "source": "compact"}
    env = {**os.environ, "DISTILL_PYTHON": shutil.which("true") or ""}
    prepare(project, env)
    hooks = {
        "dispatch": ({**compacted, "session_id": "off"}, {**env, "DISTILL_CONTINUITY": "off"}),
        "prepared": ({**compacted, "session_id": "bench"}, env),
        "looked up": ({**compacted, "session_id": "other"}, env),
        "prompt": ({"hook_event_name": "UserPromptSubmit", "session_id": "third"}, env),
    }
    times: dict[str, list[float]] = {name: [] for name in ["bare", *hooks, *PEERS]}
    ratios: dict[str, list[float]] = {name: [] for name in hooks}
    for _ in range(runs):
        for name, (event, given) in hooks.items():
            _forget(project)
            data = json.dumps({**event, "cwd": str(project)}).encode() + b"\n"
            bare, spent = cpu_ms(BARE, data, env), cpu_ms(HOOK, data, given)  # side by side: a pair is one sample
            times["bare"].append(bare)
            times[name].append(spent)
            ratios[name].append(spent / bare)
        for name, command in PEERS.items():
            if shutil.which(command[0]):
                times[name].append(cpu_ms(command, b"", env))
    result = {f"{name} ms": round(statistics.median(values), 2) for name, values in times.items() if values}
    return {**result, **{f"{name} : bare": round(statistics.median(values), 2) for name, values in ratios.items()}}


def _forget(project: Path) -> None:
    """Take away what would keep a hook silent."""
    shutil.rmtree(project / ".distill" / "pending", ignore_errors=True)
    for left in (project / ".distill" / "ready").glob("*.claim"):
        left.unlink()


def prepare(project: Path, env: dict[str, str]) -> None:
    """Put a map and a registry into the project, and prepare the restore text of the session `bench`."""
    (project / "restore-maps").mkdir()
    rows = "\n".join(f"| {i} | docs/page-{i}.md | ~900 | Why {i} |" for i in range(1, 31))
    rules = "\n".join(f"- Never touch the table number {i} without a word from its owner." for i in range(1, 41))
    text = f"# Restore map - lead@bench\n\nSession: bench\n\n## Constraints\n{rules}\n\n## Ranked Reading List\n"
    text += f"| # | Path | ~tokens | Why |\n|---|---|---|---|\n{rows}\n\n<!-- end of restore map -->\n"
    (project / "restore-maps" / "RESTORE-MAP.md").write_text(text, "utf-8")
    state = project / ".distill"
    state.mkdir()
    argv = [str(project), str(state), "bench", "", "bench", str(project), ""]
    subprocess.run([sys.executable, "-m", "distill.prepare", *argv], cwd=ROOT, env=env, check=True)


def main() -> None:
    """Print the figures."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 40
    with tempfile.TemporaryDirectory() as folder:
        print(json.dumps(measure(runs, Path(folder)), indent=1))


if __name__ == "__main__":
    main()

"""Measure bursts: a hundred events of one seat, and fifty seats at once, through the real hook and worker.

usage: python bench/burst.py

Prints one JSON object for each: pages, journal lines, most workers alive at one time, peak memory of the largest
worker in MB, and the seconds until the last event was served.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HOOK = [sys.executable, "-I", "-S", str(ROOT / "hooks" / "hook.py")]
MAP = ROOT / "distill" / "templates" / "demo" / "restore-map.md"
LIMIT_S = 180.0


def workers(project: Path) -> list[Path]:
    """Find the living workers of a project."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            command = (process / "cmdline").read_bytes()
        except OSError:
            continue
        if b"distill.worker" in command and str(project).encode() in command:
            found.append(process)
    return found


def memory_mb(process: Path) -> float:
    """Read the peak memory of a process."""
    try:
        status = (process / "status").read_text("utf-8")
    except OSError:
        return 0.0
    return next((int(line.split()[1]) / 1024 for line in status.splitlines() if line.startswith("VmHWM")), 0.0)


def play(project: Path, events: list[dict[str, str]], gap_s: float) -> dict[str, float]:
    """Fire events and watch until each has its end in the journal."""
    journal = project / ".distill" / "journal.log"
    started, most, peak, fired = time.monotonic(), 0, 0.0, 0
    while time.monotonic() - started < LIMIT_S:
        if fired < len(events) and time.monotonic() - started >= fired * gap_s:
            data = json.dumps(events[fired]).encode() + b"\n"
            subprocess.run(HOOK, input=data, stdout=subprocess.DEVNULL, check=True)
            fired += 1
        alive = workers(project)
        most, peak = max(most, len(alive)), max(peak, *(memory_mb(p) for p in alive), 0.0)
        lines = journal.read_text("utf-8").splitlines() if journal.exists() else []
        ended = [line for line in lines if " outcome=" in line and "outcome=dispatched" not in line]
        if fired == len(events) and len(ended) >= len(events) and not alive:
            break
    return {
        "events": len(events),
        "pages": len(list((project / "wiki" / "sessions").glob("*.md"))),
        "ends in the journal": len(ended),
        "left in the spool": len(list((project / ".distill" / "spool").glob("*.json"))),
        "most workers at once": most,
        "peak MB of a worker": round(peak),
        "seconds": round(time.monotonic() - started, 1),
    }


def project_with(folder: Path, seats: list[str]) -> Path:
    """Make a project with a fresh map for each seat."""
    (folder / ".git").mkdir(parents=True)
    (folder / "restore-maps").mkdir()
    (folder / "distill.toml").write_text('engine = "extractive"\n', "utf-8")
    for seat in seats:
        text = MAP.read_text("utf-8").replace("orch-lead@lantern", seat)
        text = text.replace("{written}", f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}").replace(
            "{session}", f"session-{seat}"
        )
        (folder / "restore-maps" / f"{seat}.md").write_text(text, "utf-8")
    return folder


def session_of(seat: str) -> str:
    """Make a session id of a seat's name."""
    return f"session-{seat.partition('@')[0]}"


def event(project: Path, seat: str) -> dict[str, str]:
    """Make a seat's compaction event."""
    return {
        "hook_event_name": "SessionStart",
        "source": "compact",
        "session_id": session_of(seat),
        "cwd": str(project),
    }


def main() -> None:
    """Play both bursts."""
    for name in [n for n in os.environ if n.startswith(("DISTILL_", "ANTHROPIC_"))]:
        del os.environ[name]
    with tempfile.TemporaryDirectory() as name:
        one = project_with(Path(name) / "one", ["lead@shop"])
        print(json.dumps({"a hundred events in a minute": play(one, [event(one, "lead@shop")] * 100, 0.6)}, indent=1))
        seats = [f"seat{n}@shop" for n in range(50)]
        many = project_with(Path(name) / "many", seats)
        print(json.dumps({"fifty seats at once": play(many, [event(many, s) for s in seats], 0.0)}, indent=1))


if __name__ == "__main__":
    main()

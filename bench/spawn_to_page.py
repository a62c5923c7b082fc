"""Measure from the start of the hook to the page on disk, with the extractive engine and a map of about 8 KB.

usage: python bench/spawn_to_page.py [RUNS]

Prints one JSON object: wall times in seconds, and what one worker spends its time on, in milliseconds.
"""

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HOOK = [sys.executable, "-I", "-S", str(ROOT / "hooks" / "hook.py")]
MAP = ROOT / "tests" / "fixtures" / "maps" / "orchestrator.md"
BYTES = 8_192
PHASES = """
import time; t = [time.perf_counter()]
def lap(name): now = time.perf_counter(); laps[name] = round(1000 * (now - t[0]), 1); t[0] = now
laps = {}; import json, sys
from pathlib import Path
from distill import config, fresh, pipeline; lap("imports of the pipeline")
from distill.redaction.redactor import redact; redact("warm"); lap("redactor: rules and self-test")
from distill.maps.decode import decode
text = decode(Path(sys.argv[1]).read_bytes()).text; lap("decode")
source = redact(text); lap("redact the map")
from distill.engines.extractive.engine import ExtractiveEngine
answer = ExtractiveEngine().distill(source, seconds=60); lap("extractive engine, with its imports")
from distill.redaction import clean, verify
clean.clean_digest(answer.digest, source); lap("redact the digest")
verify.leaks(source.text, source); lap("look once for what is left")
print(json.dumps(laps))
"""


def a_map() -> str:
    """Make a map of about 8 KB that is fresh now."""
    text = MAP.read_text("utf-8").replace("2026-03-14T16:42:08Z", datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"))
    filler = "- #{n}: intake module split, step {n}; `lantern/intake/part_{n:02}.py`, 3 tests\n"
    more = "".join(filler.format(n=n) for n in range(70, 99))
    head, merged, rest = text.partition("## Session Totals")
    body = head + more + merged + rest
    return body[: body.rindex("<!--")] if "<!--" in body and len(body) > 2 * BYTES else body


def once(folder: Path) -> float:
    """Fire the hook in a new project and return the seconds until the page lies there."""
    (folder / ".git").mkdir(parents=True)
    (folder / "distill.toml").write_text('engine = "extractive"\n', "utf-8")
    maps = folder / "restore-maps"
    maps.mkdir()
    text = a_map() + "\n<!-- end of restore map -->\n"
    (maps / "RESTORE-MAP.md").write_text(text, "utf-8")
    event = {"hook_event_name": "SessionStart", "source": "compact", "session_id": "bench", "cwd": str(folder)}
    started = time.perf_counter()
    subprocess.run(HOOK, input=json.dumps(event).encode() + b"\n", check=True)
    sessions = folder / "wiki" / "sessions"
    while not any(sessions.glob("*.md")):
        if time.perf_counter() - started > 30:
            sys.exit(f"no page; the journal says: {(folder / '.distill' / 'journal.log').read_text('utf-8')}")
        time.sleep(0.002)
    return time.perf_counter() - started


def phases(folder: Path) -> dict[str, float]:
    """Tell what one worker's time goes to."""
    path = folder / "map.md"
    path.write_text(a_map(), "utf-8")
    done = subprocess.run([sys.executable, "-c", PHASES, str(path)], capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def main() -> None:
    """Print the figures."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 10
    for name in [n for n in os.environ if n.startswith(("DISTILL_", "ANTHROPIC_"))]:
        del os.environ[name]
    with tempfile.TemporaryDirectory() as name:
        times = sorted(once(Path(name) / str(run)) for run in range(runs + 1))[:-1]
        result = {
            "map bytes": len(a_map().encode()),
            "median s": round(statistics.median(times), 3),
            "min s": round(times[0], 3),
            "max s": round(times[-1], 3),
            "phases ms": phases(Path(name)),
        }
    print(json.dumps(result, indent=1))


if __name__ == "__main__":
    main()

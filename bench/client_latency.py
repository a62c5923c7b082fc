"""Measure in the real client what our hook adds between the end of a summary and the next request to the model.

usage: python bench/client_latency.py [--claude BINARY] [--runs N]

Each run holds one session with an automatic compaction in mid-turn for each kind of hook, in random order: no hook,
one that is the bare interpreter, ours as installed, ours as plug-in. The project has a fresh map, so the worker is
at work meanwhile, as in life. Prints one JSON object: medians in milliseconds, and ratios to the bare interpreter,
of the whole delay in pairs and of what is added to that without a hook. Without a client it says that it is skipped.
"""

import argparse
import json
import random
import statistics
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests" / "clients"))

from check import isolate  # noqa: E402 - after its folder is on the path
from claude_lab import Lab  # noqa: E402
from prepare import prepare  # noqa: E402
from worlds import wait_for  # noqa: E402

NONE, BARE, INSTALLED, PLUGIN = "no hook", "python3 -S -E -c pass", "installed", "plug-in"
KINDS = (NONE, BARE, INSTALLED, PLUGIN)
TURN = "MOCK usage 120000\nMOCK tool Read {read}\nMOCK tool Read {read}\nMOCK say done"
WARM_UP = 1


def session(claude: str, root: Path, kind: str) -> float:
    """Hold one session and give the milliseconds from the summary's end to the next request."""
    with Lab(root, claude=claude, env={"CLAUDE_CODE_AUTO_COMPACT_WINDOW": "100000"}) as lab:
        prepare(lab.project, lab.env(), agent="claude-code" if kind == INSTALLED else "")
        if kind == BARE:
            hook = {"type": "command", "command": f"'{sys.executable}' -S -E -c pass", "timeout": 10}
            lab.settings({"hooks": {"SessionStart": [{"matcher": "compact", "hooks": [hook]}]}})
        lab.settings({"permissions": {"allow": ["Read"]}}, "user")
        stream = lab.stream(*(["--plugin-dir", str(ROOT)] if kind == PLUGIN else []))
        stream.say(TURN.format(read=json.dumps({"file_path": str(lab.project / "small.txt")})))
        stream.close()
        _served(lab, kind)
        return _gap_ms(lab)


def _served(lab: Lab, kind: str) -> None:
    """See that our hook did its work, and let its worker end before the next session."""
    if kind in (INSTALLED, PLUGIN):
        wait_for(lab.project, "written")


def _gap_ms(lab: Lab) -> float:
    requests = lab.requests()
    at = next(i for i, request in enumerate(requests) if request["reply"]["kind"] == "compact")
    return 1000 * (requests[at + 1]["t"] - requests[at]["t_done"])


def measure(claude: str, runs: int, folder: Path) -> dict[str, object]:
    """Hold all sessions and put the figures together."""
    gaps: dict[str, list[float]] = {kind: [] for kind in KINDS}
    for run in range(runs + WARM_UP):
        for at, kind in enumerate(random.sample(KINDS, len(KINDS))):
            gap = session(claude, folder / f"{run}-{at}", kind)
            if run >= WARM_UP:
                gaps[kind].append(gap)
    medians = {kind: statistics.median(values) for kind, values in gaps.items()}
    result: dict[str, object] = {f"{kind} ms": round(value) for kind, value in medians.items()}
    for kind in (INSTALLED, PLUGIN):
        pairs = [ours / bare for ours, bare in zip(gaps[kind], gaps[BARE], strict=True)]
        added = (medians[kind] - medians[NONE]) / max(1.0, medians[BARE] - medians[NONE])
        result |= {f"{kind} : bare, whole delay": round(statistics.median(pairs), 2)}
        result |= {f"{kind} : bare, what is added": round(added, 2)}
    return {"runs": runs, **result}


def main() -> None:
    """Print the figures, or why there are none."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--claude", default="")
    parser.add_argument("--runs", type=int, default=15)
    options = parser.parse_args()
    if not options.claude:
        print("skipped client_latency: no client named; say CLAUDE=/path/to/claude")
        return
    isolate()
    with tempfile.TemporaryDirectory(prefix="latency-", ignore_cleanup_errors=True) as folder:
        print(json.dumps(measure(options.claude, options.runs, Path(folder)), indent=1))


if __name__ == "__main__":
    main()

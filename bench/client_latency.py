"""Measure in the real client what our hook adds between the end of a summary and the next request to the model.

usage: python bench/client_latency.py [--claude BINARY] [--runs N]

Each run holds one session with an automatic compaction in mid-turn for each kind of hook, in random order: none, the
bare interpreter and ours, both in the settings and as a plug-in. The project has a fresh map, so our worker is at
work meanwhile, as in life. Prints one JSON object: medians in milliseconds, and the ratio of ours to the bare
interpreter in the same place, as median of the pairs and of the medians. Without a client it says that it is skipped.
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

NONE, BARE, BARE_PLUGIN, INSTALLED, PLUGIN = "no hook", "bare", "bare plug-in", "installed", "plug-in"
KINDS = (NONE, BARE, BARE_PLUGIN, INSTALLED, PLUGIN)
RATIOS = {INSTALLED: BARE, PLUGIN: BARE_PLUGIN}
TURN = "MOCK usage 120000\nMOCK tool Read {read}\nMOCK tool Read {read}\nMOCK say done"
WARM_UP = 1


def session(claude: str, root: Path, kind: str) -> float:
    """Hold one session and give the milliseconds from the summary's end to the next request."""
    with Lab(root, claude=claude, env={"CLAUDE_CODE_AUTO_COMPACT_WINDOW": "100000"}) as lab:
        prepare(lab.project, lab.env(), agent="claude-code" if kind == INSTALLED else "")
        if kind == BARE:
            lab.settings(_bare_hooks())
        lab.settings({"permissions": {"allow": ["Read"]}}, "user")
        plugin = {PLUGIN: ROOT, BARE_PLUGIN: _bare_plugin(root / "plugin")}.get(kind)
        stream = lab.stream(*(["--plugin-dir", str(plugin)] if plugin else []))
        stream.say(TURN.format(read=json.dumps({"file_path": str(lab.project / "small.txt")})))
        stream.close()
        _served(lab, kind)
        return _gap_ms(lab)


def _bare_hooks() -> dict[str, object]:
    hook = {"type": "command", "command": f"'{sys.executable}' -S -E -c pass", "timeout": 10}
    return {"hooks": {"SessionStart": [{"matcher": "compact", "hooks": [hook]}]}}


def _bare_plugin(folder: Path) -> Path:
    for name, value in (
        (".claude-plugin/plugin.json", {"name": "bare", "version": "0.1.0", "description": "The bare interpreter."}),
        ("hooks/hooks.json", _bare_hooks()),
    ):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(json.dumps(value), "utf-8")
    return folder


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
    for kind, bare in RATIOS.items():
        pairs = [one / other for one, other in zip(gaps[kind], gaps[bare], strict=True)]
        result |= {f"{kind} : {bare}, pairs": round(statistics.median(pairs), 2)}
        result |= {f"{kind} : {bare}, medians": round(medians[kind] / medians[bare], 2)}
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

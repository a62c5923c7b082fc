"""What looking again costs: `distill rescan` over many pages, their maps and their site, and the plug-in's own look.

`python bench/rescan.py [PAGES]` makes a wiki of differing pages in a scratch folder.
"""

import os
import subprocess
import sys
import tempfile
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

from distill import pipeline
from distill.config import Settings
from distill.model import MapFacts, Seat, SessionId
from distill.rescan.sources import Memory

HERE = Path(__file__).parent.parent
SOURCES = sorted(p for p in (HERE / "tests" / "fixtures" / "maps").glob("*.md") if p.stem != "long")
START = datetime(2026, 1, 1, tzinfo=UTC)
SESSION = SessionId("7c1f0a52-3b8e-4d0a-9e41-5b2d6f7a8c90")


def main(count: int) -> None:
    """Make the wiki, measure, print."""
    with tempfile.TemporaryDirectory() as scratch:
        root = Path(scratch)
        make(root, count)
        size = sum(path.stat().st_size for path in (root / "wiki").rglob("*.md"))
        print(f"{count} pages and their maps, {size / 1e6:.1f} MB")
        print(f"rescan            {timed('distill', 'rescan', root=root):6.1f} s")
        print(f"build             {timed('mkdocs', 'build', root=root):6.1f} s")
        print(f"rescan with site  {timed('distill', 'rescan', root=root):6.1f} s")
        first, again = looks(root)
        print(f"the plug-in's look {first:5.1f} CPU s, again {again:.2f} CPU s")


def make(root: Path, count: int) -> None:
    """Distil the fixtures under changing names until there are enough pages."""
    for folder in (".git", "wiki", ".distill"):
        (root / folder).mkdir()
    (root / "mkdocs.yml").write_text((HERE / "mkdocs.yml").read_text("utf-8"), "utf-8")
    (root / "wiki" / "index.md").write_text("# Home\n", "utf-8")
    place = pipeline.Place(wiki=root / "wiki", state=root / ".distill")
    for number in range(count):
        text = SOURCES[number % len(SOURCES)].read_text("utf-8", "replace").replace("RIG-", f"R{number}-")
        written = START + timedelta(hours=number)
        raw = pipeline.RawMap(data=f"{text}\nmap {number}\n".encode(), path="", modified=written)
        about = MapFacts(seat=Seat(f"seat{number % 40}@rig"), session_id=SESSION, written=written)
        pipeline.run(raw, Settings(), place, env={}, about=about)


def timed(*command: str, root: Path) -> float:
    """Run a module as a command; give the wall time in seconds."""
    started = time.monotonic()
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1", "PYTHONPATH": str(HERE)}
    subprocess.run([sys.executable, "-m", *command], cwd=root, env=environment, capture_output=True, check=True)
    return time.monotonic() - started


def looks(root: Path) -> tuple[float, float]:
    """Look at all sources as the plug-in does, twice; give the CPU times in seconds."""
    memory, times = Memory(), []
    for _ in range(2):
        started = time.process_time()
        for path in (root / "wiki").rglob("*.md"):
            assert memory.suspect(path.relative_to(root / "wiki").as_posix(), path.read_bytes()) is None
        times.append(time.process_time() - started)
    return times[0], times[1]


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)

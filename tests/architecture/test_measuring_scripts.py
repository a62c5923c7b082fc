"""The scripts that measure: each still runs against the program as it is, with its smallest numbers."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SMALLEST = {
    "hook_cost.py": ("1",),
    "pre_compact.py": ("200", "1"),
    "spawn_to_page.py": ("1",),
    "rescan.py": ("5",),
    "rebuild.py": ("5",),
    "search.py": ("20",),
    "index_pages.py": ("20",),
    "retention.py": ("4",),
}


@pytest.mark.parametrize("script", SMALLEST)
def test_a_script_that_measures_runs_to_its_end(script: str) -> None:
    command = [sys.executable, str(ROOT / "bench" / script), *SMALLEST[script]]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=240, check=False)

    assert done.returncode == 0, done.stderr[-2000:]
    assert any(character.isdigit() for character in done.stdout)

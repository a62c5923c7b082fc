"""The two harnesses, each a folder of scripts of its own."""

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE / "claude_code"), str(HERE / "codex")]

from codexlab import Run  # noqa: E402, F401 - after the folders are on the path
from lab import Lab, Tui  # noqa: E402, F401

"""The harness of Claude Code, a folder of scripts of its own."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent / "claude_code"))

from lab import Lab, Stream, Tui  # noqa: F401 - after its folder is on the path

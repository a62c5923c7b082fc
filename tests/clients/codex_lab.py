"""The harness of Codex, a folder of scripts of its own; `CODEX_LAB` names where it plays, before it is imported."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent / "codex"))

from codexlab import Run  # noqa: F401 - after its folder is on the path

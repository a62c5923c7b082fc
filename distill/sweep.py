"""Clears the state folder of what the dead left: drafts, locks of lanes and maps long gone, markers long expired."""

from pathlib import Path

LEFT_OVER_S = 3_600.0
"""Age of a draft that no living writer can own any more: a worker lives 180 seconds at most."""
UNUSED_S = 86_400.0
"""Age of a lock file that nobody took for a day."""
EXPIRED_S = 2 * 86_400.0
"""Age of a pending marker that expired a day ago, and of a restore text that was prepared for it."""
PLACES = (
    ("tmp", "*.draft", LEFT_OVER_S),
    ("spool", "*.draft", LEFT_OVER_S),
    ("pending", "*.draft", LEFT_OVER_S),
    ("pending", "*.json", EXPIRED_S),
    ("locks", "*.lock", UNUSED_S),
    ("ready", "*", EXPIRED_S),
    ("summaries", "*", LEFT_OVER_S),
    ("notices", "*", UNUSED_S),
    ("compared", "*.txt", UNUSED_S),
    ("team", "*", UNUSED_S),
    ("attempts", "*.txt", UNUSED_S),
)


def sweep(state: Path, now: float) -> int:
    """Remove left-overs; return how many. What cannot be removed is left for the next time."""
    return sum(_removed(path, now - age) for folder, pattern, age in PLACES for path in (state / folder).glob(pattern))


def _removed(path: Path, before: float) -> bool:
    try:
        if path.stat().st_mtime >= before:
            return False
        path.unlink()
    except OSError:
        return False
    return True

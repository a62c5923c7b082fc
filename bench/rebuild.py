"""What a night costs: `distill rebuild` over many current pages, without and with what it remembers.

`python bench/rebuild.py [PAGES]` makes a wiki of differing pages in a scratch folder.
"""

import sys
import tempfile
from pathlib import Path

from rescan import make, timed


def main(count: int) -> None:
    """Make the wiki, measure, print."""
    with tempfile.TemporaryDirectory() as scratch:
        root = Path(scratch)
        make(root, count)
        made = touched(root)
        print(f"{count} pages")
        print(f"first rebuild, everything made again in memory {timed('distill', 'rebuild', root=root):7.1f} s")
        first = touched(root)
        print(f"second rebuild                                 {timed('distill', 'rebuild', root=root):7.1f} s")
        second = touched(root)
        print(f"of both, the look for secrets                  {timed('distill', 'rescan', root=root):7.1f} s each")
        print(f"files of the wiki that the first one wrote     {changed(made, first, 'wiki')}")
        print(f"files of wiki and state that the second wrote  {changed(first, second)}")


def touched(root: Path) -> dict[str, int]:
    """Tell when each file of wiki and state was last written; locks hold nothing."""
    files = (path for top in ("wiki", ".distill") for path in (root / top).rglob("*") if path.is_file())
    return {path.relative_to(root).as_posix(): path.stat().st_mtime_ns for path in files if path.suffix != ".lock"}


def changed(before: dict[str, int], after: dict[str, int], top: str = "") -> int:
    """Count the files that came, went or were written."""
    return sum(before.get(name) != after.get(name) for name in before.keys() | after.keys() if name.startswith(top))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)

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
        print(f"second rebuild                                 {timed('distill', 'rebuild', root=root):7.1f} s")
        print(f"of both, the look for secrets                  {timed('distill', 'rescan', root=root):7.1f} s each")
        print(f"files of the wiki that were written: {sum(touched(root)[path] != at for path, at in made.items())}")


def touched(root: Path) -> dict[str, int]:
    """Tell when each file of the wiki was last written."""
    return {str(path): path.stat().st_mtime_ns for path in (root / "wiki").rglob("*.md")}


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)

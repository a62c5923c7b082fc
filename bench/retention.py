"""Measure how many standing constraints are left word for word after some compactions.

usage: python bench/retention.py [KILOBYTES ...]

This is text retention, not model compliance: whether the words stand in what an agent is given, not whether it heeds
them. Ends with 1 when the registry or the delivery lost one.
"""

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

import constraint_cycles  # noqa: E402 - beside the tests that use it, too
import constraint_rounds  # noqa: E402

CYCLES = (1, 3, 5)
SIZES = (4, 16, 64, 200)
ALL = len(constraint_cycles.ALL)
ARMS = ("page alone", "delivered", "delivered, forgetful agent", "registry")
HEAD = """\
{all} constraints of {kinds} kinds; what stands word for word after {cycles} compactions.

- page alone: the next map says what the page before it holds, and there is no registry.
- delivered: the next map says what the restore text brought.
- delivered, forgetful agent: only the first map says them, the later ones say none.
- registry: what `constraints.md` holds for the seat, in the forgetful arm.
"""


def main(sizes: tuple[int, ...]) -> int:
    """Print the table."""
    kinds = len(constraint_cycles.CONSTRAINTS)
    print(HEAD.format(all=ALL, kinds=kinds, cycles=", ".join(map(str, CYCLES))))
    print("| map | position |", " | ".join(ARMS), "|\n|--:|---|", "--:|" * len(ARMS))
    lost = 0
    for size in sizes:
        for position in constraint_cycles.POSITIONS:
            arms = list(measured(size, position))
            lost += sum(kept < ALL for arm in arms[1:] for kept in arm)
            cells = (" ".join(f"{kept}/{ALL}" for kept in arm) for arm in arms)
            print(f"| {size} KB | {position} |", " | ".join(cells), "|", flush=True)
    return 1 if lost else 0


def measured(size: int, position: str) -> Iterator[list[int]]:
    """Give what each arm keeps after each of the numbers of cycles."""
    page = constraint_cycles.kept(size, position, max(CYCLES)).by_cycle
    with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as other:
        heeds = constraint_rounds.rounds(Path(one), size, position, max(CYCLES), forgetful=False)
        forgets = constraint_rounds.rounds(Path(other), size, position, max(CYCLES), forgetful=True)
    yield [page[n - 1] for n in CYCLES]
    yield [heeds[n - 1].delivered for n in CYCLES]
    yield [forgets[n - 1].delivered for n in CYCLES]
    yield [forgets[n - 1].registry for n in CYCLES]


if __name__ == "__main__":
    sys.exit(main(tuple(map(int, sys.argv[1:])) or SIZES))

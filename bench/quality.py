"""Measure what the extractive engine keeps and costs: fixtures, references, constraints, lengths, speed.

usage: python bench/quality.py

Prints tables in Markdown. Times are CPU time; speeds also stand beside the bare parse of the same text by
markdown-it-py in the same run, because machines differ. Ends with 1 when a bound is missed.
"""

import resource
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

import constraint_cycles  # noqa: E402 - beside the tests that use it, too
import reference_set  # noqa: E402
import scoring  # noqa: E402
import simple_page  # noqa: E402
from markdown_it import MarkdownIt  # noqa: E402

from distill.engines.extractive.engine import digest_of  # noqa: E402
from distill.maps.decode import decode  # noqa: E402

LEAST_FIXTURES = 0.97
LEAST_RECALL = 0.93
LEAST_RECALL_OF_SECTION = 0.88
LEAST_F1 = 0.85
REAL_SHAPES = "real-shapes"
"""The part that somebody else wrote and labelled after public documents; the bounds hold for it alone as well."""
MOST_LENGTH = 0.5
"""Length of the pages of that part, by their documents."""
MOST_TIMES_PARSE = 8.0
MEGABYTE = 1_000_000
CYCLES = (1, 3, 5)
MISSED: list[str] = []


def main() -> int:
    """Print all tables."""
    for table in (fixtures, references, constraints, lengths, speed):
        print(*table(), "", sep="\n")
    print(*(f"MISSED: {one}" for one in MISSED), sep="\n")
    return 1 if MISSED else 0


def bound(name: str, *, holds: bool) -> None:
    """Note a bound that does not hold."""
    if not holds:
        MISSED.append(name)


def row(*cells: object) -> str:
    """Give one row of a table."""
    return f"| {' | '.join(map(str, cells))} |"


def fixtures() -> Iterator[str]:
    """Score the fixtures."""
    yield from (
        "## Fixtures",
        "",
        row("fixture", "items", "parts", "bullets on target"),
        row("---", "--:", "--:", "--:"),
    )
    found = expected = 0
    for name in scoring.names():
        raw, labels = scoring.load(name)
        text = decode(raw.encode()).text
        score = scoring.score(simple_page.page_of(text), labels | {"inert": [], "line_start_inert": []}, text)
        found, expected = found + score.found, expected + score.expected
        parts, target = f"{score.parts_kept}/{score.parts}", f"{score.on_target}/{score.entries}"
        yield row(name, f"{score.found}/{score.expected}", parts, target)
    bound("fixtures", holds=found >= LEAST_FIXTURES * expected)
    yield row("**all**", f"{found}/{expected}", "", "")


def references() -> Iterator[str]:
    """Score the reference set by its parts."""
    kinds = tuple(scoring.SECTIONS)
    yield from (
        "## Reference set",
        "",
        row("part", "documents", "items", "recall", *kinds, "on target", "f1", "left empty"),
    )
    yield row("---", *["--:"] * (len(kinds) + 6))
    for part in (*reference_set.PARTS, ""):
        found = reference_set.score(part)
        sections = [found.recall_of(kind) for kind in kinds]
        empty = f"{found.left_empty}/{found.empty}"
        counts = (len(reference_set.names(part)), found.expected.total())
        figures = (f"{one:.3f}" for one in (found.recall, *sections, found.precision, found.f1))
        yield row(part or "**all**", *counts, *figures, empty)
        if part == REAL_SHAPES:
            bound("real shapes", holds=found.recall >= LEAST_RECALL and found.f1 >= LEAST_F1)
            bound("length of real shapes", holds=found.characters <= MOST_LENGTH * found.source_characters)
    bound("reference recall", holds=found.recall >= LEAST_RECALL and min(sections) >= LEAST_RECALL_OF_SECTION)
    bound("reference f1", holds=found.f1 >= LEAST_F1)
    bound("said twice", holds=found.doubled == 0)


def constraints() -> Iterator[str]:
    """Count the constraints that are left word for word after some cycles."""
    sizes = (4, 16, 64, 200)
    yield from ("## Constraints kept word for word", "", row("map", "position", *(f"{n} cycles" for n in CYCLES)))
    yield row("--:", "---", *["--:"] * len(CYCLES))
    for size in sizes:
        for position in constraint_cycles.POSITIONS:
            kept = constraint_cycles.kept(size, position, max(CYCLES)).by_cycle
            bound(f"constraints {size} KB {position}", holds=min(kept) == len(constraint_cycles.ALL))
            counts = (f"{kept[n - 1]}/{len(constraint_cycles.ALL)}" for n in CYCLES)
            yield row(f"{size} KB", position, *counts)


def lengths() -> Iterator[str]:
    """Compare the length of the bullets with that of the text they come from."""
    yield from ("## Length of the page's bullets by that of the map", "", row("map", "share"), row("---", "--:"))
    shares = [len(simple_page.page_of(text)) / len(text) for text in map(reference_set.text_of, reference_set.names())]
    yield row(f"reference documents, median of {len(shares)}", f"{statistics.median(shares):.2f}")
    for size in (4, 16, 64, 200):
        text = constraint_cycles.map_of(constraint_cycles.ALL, size, "end")
        yield row(f"{size} KB", f"{len(simple_page.page_of(text)) / len(text):.2f}")


def speed() -> Iterator[str]:
    """Time the engine on long maps and on shapes meant to be slow."""
    yield from ("## Speed", "", row("text", "MB", "s", "MB/s", "times the bare parse"), row("---", *["--:"] * 4))
    for name, text in texts().items():
        took = cpu(lambda text=text: digest_of(text))
        bare = cpu(lambda text=text: MarkdownIt("commonmark").parse(text))
        size = len(text.encode()) / MEGABYTE
        if name.startswith("long map"):
            bound(f"speed of {name}", holds=took <= MOST_TIMES_PARSE * bare)
        yield row(name, f"{size:.2f}", f"{took:.2f}", f"{size / took:.2f}", f"{took / bare:.1f}")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    yield row("peak memory of this run", "", "", "", f"{peak:.0f} MB")


def texts() -> dict[str, str]:
    """Give the texts whose speed is measured."""
    long = decode(scoring.load("long")[0].encode()).text
    english = "\n".join(reference_set.text_of(name) for name in reference_set.names() if name.startswith("en-"))
    table = "| a | b | c |\n|---|---|---|\n"
    return {
        "long map": long,
        "long map, five times": long * 5,
        "long map, 5 MB": (long * 24)[: 5 * MEGABYTE],
        "English reference documents, 1 MB": (english * 40)[:MEGABYTE],
        "100,000 headings": "# a\n" * 100_000,
        "100,000 items": "- item one\n" * 100_000,
        "50,000 rows": table + "| fixed it | open | y |\n" * 50_000,
        "400 levels of a list": "".join(f"{'  ' * depth}- a\n" for depth in range(400)),
        "3,000 levels of a quotation": "> " * 3000 + "a\n",
        "one line of 5 MB": "word and " * (5 * MEGABYTE // 9),
    }


def cpu(work: Callable[[], object]) -> float:
    """Give the CPU time of the second run of a piece of work: the first one compiles tables."""
    work()
    start = time.process_time()
    work()
    return time.process_time() - start


if __name__ == "__main__":
    sys.exit(main())

"""Lines of a large file put in and taken out, without going through all the others."""

from collections.abc import Callable, Iterator, Sequence
from mmap import ACCESS_READ, mmap
from pathlib import Path

Line = Callable[[str], str | None]
"""Gives the line of a name, with its end; None where it is what it was."""


def spliced(file: Path, before: Sequence[str], now: Sequence[str], line: Line) -> Iterator[str | bytes | memoryview]:
    """Give the lines of these names; the file holds those of the names before, and lines that stay are taken from it.

    It must not be written before all is given; another one may take its place. Raises OSError.
    """
    with file.open("rb") as found:
        data = mmap(found.fileno(), 0, access=ACCESS_READ) if before else b""
    most = min(len(before), len(now))
    first = next((at for at in range(most) if before[at] != now[at] or line(now[at]) is not None), most)
    rest = range(1, most - first + 1)
    last = next((at - 1 for at in rest if before[-at] != now[-at] or line(now[-at]) is not None), most - first)
    start = _after(data, 0, first)
    end = _after(data, start, len(before) - last - first)
    old = dict(zip(before[first : len(before) - last], data[start:end].splitlines(keepends=True), strict=True))
    yield memoryview(data)[:start]
    for name in now[first : len(now) - last]:
        fresh = line(name)
        yield old[name] if fresh is None else fresh
    yield memoryview(data)[end:]


def _after(data: bytes | mmap, at: int, lines: int) -> int:
    """Give the place after so many lines."""
    for _ in range(lines):
        at = data.find(b"\n", at) + 1
    return at

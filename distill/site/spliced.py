"""Lines of a large file put in and taken out, without going through all the others."""

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import FileIO
from mmap import ACCESS_READ, mmap
from pathlib import Path

AT_ONCE = 1 << 18
"""Bytes that are moved at once."""


@dataclass(frozen=True, slots=True)
class Splice:
    """A file of which a part is to be another one."""

    file: Path
    start: int
    end: int
    """Where that part ends now."""
    data: bytes
    """What stands in its place."""

    def parts(self) -> Iterator[bytes | memoryview]:
        """Give the file as it is to be; it must not be written before all is given. Raises OSError."""
        with self.file.open("rb") as found:
            before = memoryview(mmap(found.fileno(), 0, access=ACCESS_READ) if _size(found.fileno()) else b"")
        yield from (before[: self.start], self.data, before[self.end :])

    def put_in(self) -> None:
        """Write it in its place, where nobody reads it meanwhile: what stays is moved. Raises OSError."""
        with FileIO(self.file, "r+") as found:
            size, grown = _size(found.fileno()), self.start + len(self.data)
            _move(found, self.end, grown, size - self.end)
            found.seek(self.start)
            _write(found, memoryview(self.data))
            found.truncate(size - self.end + grown)


def spliced(file: Path, before: Sequence[str], now: Sequence[str], fresh: Mapping[str, str]) -> Splice:
    """Tell how a file that holds a line of each name before gets one of each name now; `fresh`: lines that are new.

    Raises OSError.
    """
    found = [at for at, name in enumerate(now) if name in fresh]
    most = min(len(before), len(now))
    first = min(_same(before, now), *(found[:1] or [most]))
    last = min(_same(before[first:][::-1], now[first:][::-1]), len(now) - 1 - found[-1] if found else most)
    with file.open("rb") as opened:
        data = mmap(opened.fileno(), 0, access=ACCESS_READ) if before else b""
    start = _after(data, 0, first)
    end = _after(data, start, len(before) - last - first)
    old = dict(zip(before[first : len(before) - last], data[start:end].splitlines(keepends=True), strict=True))
    lines = (fresh[name].encode() if name in fresh else old[name] for name in now[first : len(now) - last])
    return Splice(file, start, end, b"".join(lines))


def _same(one: Sequence[str], other: Sequence[str]) -> int:
    """Count how many names are the same at the beginning; slices are compared many times as fast as names."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _after(data: bytes | mmap, at: int, lines: int) -> int:
    """Give the place after so many lines."""
    for _ in range(lines):
        at = data.find(b"\n", at) + 1
    return at


def _move(file: FileIO, at: int, to: int, size: int) -> None:
    """Move a part of a file, the far end first where it goes on."""
    if at == to:
        return
    buffer = memoryview(bytearray(AT_ONCE))
    offsets = range(0, size, AT_ONCE)
    for offset in reversed(offsets) if to > at else offsets:
        part = buffer[: min(AT_ONCE, size - offset)]
        file.seek(at + offset)
        _read(file, part)
        file.seek(to + offset)
        _write(file, part)


def _read(file: FileIO, part: memoryview) -> None:
    while part:
        if not (done := file.readinto(part)):
            raise OSError("a file has been cut off while it was read")
        part = part[done:]


def _write(file: FileIO, part: memoryview) -> None:
    while part:
        part = part[file.write(part) or 0 :]


def _size(file: int) -> int:
    return os.fstat(file).st_size

"""Values as bytes and back: what is kept of ten thousand pages must be there in a few hundredths of a second.

Only tuples, lists, dictionaries, texts, numbers, truth values and nothing; equal texts that are one object are written
once. The file they are kept in is of this machine and this Python, and anything broken in it counts as a broken file.
"""

import marshal
import sqlite3
import zlib
from typing import Any

SUM = 4
"""Bytes of the checksum before the value."""


def packed(value: Any) -> bytes:  # noqa: ANN401 - what is allowed is said above
    """Write a value. Raises ValueError for one that is made of anything else."""
    data = marshal.dumps(value)
    return zlib.crc32(data).to_bytes(SUM) + data


def unpacked(data: bytes) -> Any:  # noqa: ANN401 - the one who wrote it knows what it is
    """Read a value; nothing from no bytes. Raises sqlite3.DatabaseError for what is broken."""
    if not data:
        return None
    if zlib.crc32(memoryview(data)[SUM:]) != int.from_bytes(data[:SUM]):
        raise sqlite3.DatabaseError("What was kept is broken.")
    return marshal.loads(memoryview(data)[SUM:])  # noqa: S302 - checked above, and written by ourselves

"""Values as bytes and back: what is kept of ten thousand pages must be there in a few hundredths of a second.

Only tuples, lists, dictionaries, texts, bytes, numbers, truth values and nothing; equal texts that are one object are
written once. The file they are kept in is of this machine and this Python; what is broken in it counts as not kept.
"""

import marshal
import zlib
from typing import Any

SUM = 4
"""Bytes of the checksum before the value."""


def packed(value: Any) -> bytes:  # noqa: ANN401 - what is allowed is said above
    """Write a value. Raises ValueError for one that is made of anything else."""
    data = marshal.dumps(value)
    return zlib.crc32(data).to_bytes(SUM) + data


def unpacked(data: bytes) -> Any:  # noqa: ANN401 - the one who wrote it knows what it is
    """Read a value; nothing from no bytes, and from those that are broken."""
    if not data or zlib.crc32(memoryview(data)[SUM:]) != int.from_bytes(data[:SUM]):
        return None
    return marshal.loads(memoryview(data)[SUM:])  # noqa: S302 - checked above, and written by ourselves

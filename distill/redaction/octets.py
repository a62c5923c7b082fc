"""Bytes as text and back, byte for byte: what cannot be read as UTF-8 stays as it is."""

import codecs
from dataclasses import dataclass

WIDE = (
    (codecs.BOM_UTF32_LE, "utf-32-le", 4),
    (codecs.BOM_UTF32_BE, "utf-32-be", 4),
    (codecs.BOM_UTF16_LE, "utf-16-le", 2),
    (codecs.BOM_UTF16_BE, "utf-16-be", 2),
)
"""Mark, encoding, bytes of a unit; the mark of UTF-32 begins with that of UTF-16."""


@dataclass(frozen=True, slots=True)
class Octets:
    """Text of some bytes; a surrogate stands for each byte that was no UTF-8."""

    text: str
    encoding: str = "utf-8"
    rest: bytes = b""
    """What a file that was cut off has behind its last whole unit."""

    def encode(self, text: str) -> bytes:
        """Give the bytes of a changed text in the encoding that the given ones had."""
        errors = "surrogateescape" if self.encoding == "utf-8" else "surrogatepass"
        return text.encode(self.encoding, errors) + self.rest


def decoded(data: bytes) -> Octets:
    """Read bytes as UTF-8, or as UTF-16 or UTF-32 where they begin with its mark."""
    for mark, encoding, unit in WIDE:
        if data.startswith(mark):
            whole = len(data) - len(data) % unit
            try:
                return Octets(data[:whole].decode(encoding, "surrogatepass"), encoding, data[whole:])
            except UnicodeDecodeError:
                continue
    return Octets(data.decode("utf-8", "surrogateescape"))

"""Bytes as text and back, byte for byte: what cannot be read as UTF-8 stays as it is."""

import codecs
from dataclasses import dataclass

WIDE = ((codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))


@dataclass(frozen=True, slots=True)
class Octets:
    """Text of some bytes; a surrogate stands for each byte that was no UTF-8."""

    text: str
    encoding: str = "utf-8"

    def encode(self, text: str) -> bytes:
        """Give the bytes of a changed text in the encoding that the given ones had."""
        return text.encode(self.encoding, "surrogateescape" if self.encoding == "utf-8" else "surrogatepass")


def decoded(data: bytes) -> Octets:
    """Read bytes as UTF-8, or as UTF-16 where they begin with its mark."""
    for mark, encoding in WIDE:
        if data.startswith(mark):
            try:
                return Octets(data.decode(encoding), encoding)
            except UnicodeDecodeError:
                break
    return Octets(data.decode("utf-8", "surrogateescape"))

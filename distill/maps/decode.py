"""Bytes of a map to clean text: what is archived after redaction, and what line numbers count in."""

import codecs
import re
from dataclasses import dataclass

REPLACEMENT = "\ufffd"

_UTF16_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_LINE_END = re.compile(r"\r\n|[\r\x85\u2028\u2029]")
_SURROGATE = re.compile(r"[\ud800-\udfff]")
# CSI sequences, OSC strings with either terminator (bounded: a lone opener must not swallow a map), other escapes.
# Only the seven-bit forms: in mojibake the eight-bit ones are pieces of quotation marks.
_ESCAPE = re.compile(
    r"\x1b(?:\[[0-9:;<=>?]{0,64}[ -/]{0,8}[@-~]|[\]PX^_][^\x07\x1b\n]{0,4096}(?:\x07|\x1b\\)|[ -/]{0,8}[0-~])"
)
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ufeff]")
_SNIFFED_BYTES = 8192
# Text in any encoding of the day holds next to no control bytes; images and archives hold them from the first block on.
_BINARY_SHARE = 0.1
_FEW = 8  # a few broken bytes in a short note do not make it an image
_TEXT_CONTROLS = b"\t\n\x0c\r\x07\x08\x1b"
_CONTROL_BYTES = bytes(range(32)) + b"\x7f"


@dataclass(frozen=True, slots=True)
class DecodedText:
    """Normalised text, and how often U+FFFD stands in it for bytes that are no text."""

    text: str
    replaced: int


def decode(data: bytes) -> DecodedText:
    """Decode UTF-8, or UTF-16 with a byte-order mark, into text with LF line ends and no control characters.

    CRLF, CR, NEL, U+2028 and U+2029 all become LF; tab and LF are the only control characters that stay. Never raises;
    linear in the size of `data`.
    """
    text = data.decode(_encoding(data), errors="replace")
    # A replacement character that the writer typed is no damage.
    typed = data.count(REPLACEMENT.encode()) if _encoding(data) == "utf-8" else 0
    replaced = max(0, text.count(REPLACEMENT) - typed)
    return DecodedText(normalise(text), replaced)


def normalise(text: str) -> str:
    """Bring text that is already decoded (a JSON string, a pipe) into the same shape; lone surrogates become U+FFFD."""
    text = _LINE_END.sub("\n", text)
    if "\x1b" in text:
        text = _ESCAPE.sub("", text)
    return _CONTROL.sub("", _SURROGATE.sub(REPLACEMENT, text))


def places(line: str) -> list[int]:
    """Give for each character of a normalised line its place in the line as it was, and the line's end."""
    kept = [True] * len(line)
    for match in _ESCAPE.finditer(line) if "\x1b" in line else ():
        kept[match.start() : match.end()] = [False] * len(match[0])
    return [place for place, c in enumerate(line) if kept[place] and not _CONTROL.match(c)] + [len(line)]


def looks_binary(data: bytes) -> bool:
    """Say whether the bytes are an image, an archive or the like rather than text in UTF-8 or marked UTF-16."""
    if data.startswith(_UTF16_MARKS):
        return False
    head = data[:_SNIFFED_BYTES]
    controls = len(head) - len(head.translate(None, _CONTROL_BYTES))
    harmless = len(head) - len(head.translate(None, _TEXT_CONTROLS))
    invalid = head.decode("utf-8", errors="replace").count(REPLACEMENT)
    return (controls - harmless) + invalid > max(_FEW, _BINARY_SHARE * len(head))


def _encoding(data: bytes) -> str:
    return "utf-16" if data.startswith(_UTF16_MARKS) else "utf-8"

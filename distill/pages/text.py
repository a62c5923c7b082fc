"""Plain text brought to one clean line: what every string of a page goes through."""

import re
import unicodedata

# Colour codes, cursor moves (ECMA-48 CSI), titles and links (OSC) and two-character escapes of terminals.
TERMINAL = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)?|\x1b[ -/]*[0-~]?")
# Overrides, embeddings and isolates reorder what a reader sees; a cut text leaves them open (CVE-2021-42574).
BIDI_CONTROLS = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
BYTE_ORDER_MARK = "\ufeff"
PLANE = 0x10000
NONCHARACTER = 0xFFFE
"""The last two code points of each plane are no characters (Unicode, section 23.7)."""


def one_line(text: str) -> str:
    """Drop terminal codes and control characters and turn every run of white space into one blank."""
    if text.isprintable():  # so there is nothing in it to drop, and no white space but blanks
        is_one = "  " not in text and text[:1] != " " != text[-1:]
        return text if is_one else " ".join(text.split())
    text = TERMINAL.sub("", text)
    return " ".join("".join(map(_kept, text)).split())


def nfc(text: str) -> str:
    """Bring text to one line in composed form, so that both encodings of a letter are one name."""
    return unicodedata.normalize("NFC", one_line(text))


def shorten(text: str, limit: int) -> str:
    """Cut text to `limit` characters with `…` after a word, never inside a code span or an id."""
    if len(text) <= limit:
        return text
    end = 0
    for word in WORD.finditer(text):
        if word.end() > limit - 1:
            break
        end = word.end()
    return (text[:end] if end else text[: limit - 1]).rstrip(" ,;:") + "…"


WORD = re.compile(r"(?:(?<!`)`[^`]+`(?!`)|\S)+")


def _kept(char: str) -> str:
    if char.isspace():
        return " "
    if char in BIDI_CONTROLS or char == BYTE_ORDER_MARK or ord(char) % PLANE >= NONCHARACTER:
        return ""
    match unicodedata.category(char):
        case "Cc":
            return ""
        case "Cs":
            return "\ufffd"
        case _:
            return char

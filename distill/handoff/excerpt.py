"""The beginning of a text, word for word, never with half a character that a reader sees as one."""

import unicodedata

JOINER = "\u200d"
_LONGEST = 64
"""Code points that one visible character is given at most."""


def beginning(text: str, most: int) -> tuple[str, int]:
    """Give at most `most` characters of a text and how many were left out."""
    if len(text) <= most:
        return text, 0
    cut = most
    for _ in range(_LONGEST):
        if cut == 0 or not _joined(text[cut - 1], text[cut]):
            break
        cut -= 1
    else:
        cut = most
    if cut and _is_flag(text[cut]) and _flags_before(text, cut) % 2:
        cut -= 1
    return text[:cut], len(text) - cut


def _joined(before: str, after: str) -> bool:
    """Tell whether two code points belong to one visible character."""
    return JOINER in {before, after} or _extends(after)


def _extends(char: str) -> bool:
    return bool(unicodedata.combining(char)) or unicodedata.category(char) in {"Mn", "Me", "Mc"} or _is_modifier(char)


def _is_modifier(char: str) -> bool:
    """Tell skin tones and the tags of flags; variation selectors are marks already."""
    return "\U0001f3fb" <= char <= "\U0001f3ff" or "\U000e0020" <= char <= "\U000e007f"


def _is_flag(char: str) -> bool:
    return "\U0001f1e6" <= char <= "\U0001f1ff"


def _flags_before(text: str, cut: int) -> int:
    count = 0
    while count < _LONGEST and count < cut and _is_flag(text[cut - 1 - count]):
        count += 1
    return count

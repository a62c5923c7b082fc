"""Shadows: lines as they read once look-alikes, invisible characters and escapes are undone, with the way back.

Full-width letters, a key name with a zero-width space in it, Cyrillic letters in an English word, `%67%68%70%5F…`,
backslash and HTML escapes hide a secret from patterns, and from nobody else.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator

from distill.redaction.excerpts import Excerpt
from distill.redaction.literals import LONGEST_LINE, ranges, seldom
from distill.redaction.spans import Detector, Span, View, flat

_INVISIBLE = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f"
    "\ufe00-\ufe0f\ufeff\U000e0000-\U000e007f"
)
_WIDE = "\uff10-\uff19\uff21-\uff3a\uff41-\uff5a\uff0d\uff0f\uff1d\uff20\uff3f\U0001d400-\U0001d7ff\u24b6-\u24e9"
_SIGNS = {"\u2010": "-", "\u2011": "-", "\u2012": "-", "\u2024": ".", "\u2044": "/", "\u2215": "/"}
# letters of Cyrillic and Greek that look like Latin ones, and those
_ALIKE = dict(
    zip(
        "\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0456\u0458\u0455\u04bb\u0501\u051b\u051d\u0412\u0415\u041a\u041c\u041d\u041e"
        "\u0420\u0421\u0422\u0410\u0425\u0406\u0408\u0405\u03bf\u03b1\u03bd\u0391\u0392\u0395\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7",
        "aeopcyxijshdqwBEKMHOPCTAXIJSoavABEHIKMNOPTYX",
        strict=True,
    )
)
_LETTERS = "".join(_ALIKE)
_BLANKS = "\u00a0\u2000-\u200a\u202f\u205f"  # blanks of typography, beside the sign that gives a value
_ESCAPE = (
    r"(?P<percent>(?:%[2-7][0-9A-Fa-f])+)|\\{1,2}x(?P<x>[2-7][0-9A-Fa-f])|\\{1,2}u00(?P<u>[2-7][0-9A-Fa-f])"
    r"|&#(?P<number>[0-9]{2,3});|&#[xX](?P<hex>[2-7][0-9A-Fa-f]);|=(?P<quoted>3D|2E|5F|2D)|\\(?P<sign>[/_=~*!-])"
)
_ODD = re.compile(
    rf"(?P<unseen>[{_INVISIBLE}]+)|(?P<wide>[\uff01-\uff5e\u3000{_WIDE}{''.join(_SIGNS)}])|(?P<alike>[{_LETTERS}]+)"
    rf"|(?P<blank>(?<=[:=])[{_BLANKS}]|[{_BLANKS}](?=[:=]))|{_ESCAPE}"
)
_ESCAPING = frozenset("%\\&=")
_HINT = (
    rf"[{_INVISIBLE}{_WIDE}{''.join(_SIGNS)}]|[A-Za-z0-9_][{_LETTERS}]|[{_LETTERS}]{{1,20}}[A-Za-z0-9_]"
    rf"|[:=][{_BLANKS}]|[{_BLANKS}][:=]"
)
_ASCII_HINT = r"%[2-7][0-9A-Fa-f]|\\[xu][0-9A-Fa-f]|&#|=(?:3D|2E|5F|2D)|\\[/_=~*!-]"
_ASCII_WORD = re.compile(r"[A-Za-z0-9_]")


def spans(text: str, detectors: Iterable[tuple[str, Detector]]) -> Iterator[Span]:
    """Ask detectors about the lines that read otherwise than they are written."""
    shadow = shadow_of(text)
    if shadow.text:
        view = View(shadow.text)
        for _, detector in detectors:
            yield from (given for span in detector(view) if (given := shadow.given(span)))


def plain(value: str) -> str:
    """Return what a value reads like."""
    return value if value.isascii() and _ESCAPING.isdisjoint(value) else _ODD.sub(_undone, value)


def shadow_of(text: str) -> Excerpt:
    """Undo what hides characters, in the lines where something does; empty where there is no such line."""
    shadow = Excerpt()
    for low, high in _lines(text):
        at = low
        for odd in _ODD.finditer(text, low, high):
            instead = _undone(odd)
            if instead != odd.group():
                shadow.add(text[at : odd.start()], at, odd.start())
                shadow.add(instead, odd.start(), odd.end())
                at = odd.end()
        shadow.add(text[at : high + 1], at, min(high + 1, len(text)))
    return shadow.closed()


def _lines(text: str) -> Iterator[tuple[int, int]]:
    """Yield the lines with something to undo, each once, long ones in parts."""
    done = -1
    for found in _hints(text):
        if found < done:
            continue
        start = max(text.rfind("\n", max(0, found - LONGEST_LINE), found) + 1, done, found - LONGEST_LINE, 0)
        stop = text.find("\n", found, found + LONGEST_LINE)
        done = stop if stop >= 0 else min(len(text), found + LONGEST_LINE)
        yield start, done


def _hints(text: str) -> list[int]:
    places = list(seldom(_ASCII_HINT, flat(text)))
    return places if text.isascii() else sorted({*places, *(start for start, _ in ranges(_HINT, text))})


def _undone(odd: re.Match[str]) -> str:
    if odd["unseen"]:
        return ""
    if odd["blank"]:
        return " "
    if odd["alike"]:
        return "".join(map(_ALIKE.__getitem__, odd["alike"])) if _among_ascii(odd) else odd["alike"]
    if odd["wide"]:
        whole = _SIGNS.get(odd.group()) or unicodedata.normalize("NFKC", odd.group())
        return whole if len(whole) == 1 and whole.isascii() else odd.group()
    return _unescaped(odd)


def _unescaped(odd: re.Match[str]) -> str:
    if coded := odd["percent"]:
        return bytes.fromhex(coded.replace("%", "")).decode("ascii")
    if code := odd["x"] or odd["u"] or odd["hex"] or odd["quoted"]:
        return chr(int(code, 16))
    if number := odd["number"]:
        return chr(int(number)) if 32 <= int(number) < 127 else odd.group()  # noqa: PLR2004 - printable ASCII
    return odd["sign"]


def _among_ascii(odd: re.Match[str]) -> bool:
    """Tell letters of another script in an ASCII word."""
    text = odd.string
    return bool(_ASCII_WORD.match(text, odd.end()) or _ASCII_WORD.match(text, max(0, odd.start() - 1), odd.start()))

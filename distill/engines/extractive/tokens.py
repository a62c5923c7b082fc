"""The handles of a text: ids, hashes, paths and numbers, and whether a source holds them."""

import html
import re
from functools import lru_cache

TICKET = re.compile(r"(?<![\w/-])(?:[A-ZА-ЯЁ][A-ZА-ЯЁ0-9]{0,9}-\d{1,6}|OPR(?:\.\d+)+)(?![\w-])")  # noqa: RUF001
NUMBERED = re.compile(r"(?<![\w&/])#\d{1,6}(?!\w)")
HASH = re.compile(r"(?<![\w/-])(?=[0-9a-f]*\d)(?=[0-9]*[a-f])[0-9a-f]{7,64}(?![\w-])")
QUEUE = re.compile(r"\bqitem-[\w-]+")
PATH = re.compile(r"(?<![\w/])[\w.@~-]*/[\w.@/*{}-]+|`[^`\s]+\.[a-z]{1,5}(?::\d+)?`")
PRIORITY = re.compile(r"\bP[0-4]\b")
_HANDLE = re.compile(r"[^\s`*_\"'“”„«»()\[\]{}<>|,;，；。、]*[\d/@][^\s`*\"'“”„«»()\[\]{}<>|,;，；。、]*")  # noqa: RUF001
_DIGIT = re.compile(r"\d")
_DIGIT_WORD = re.compile(r"(?<!\S)[^\s\d]*\d\S*")
_IDS = re.compile("|".join(f"(?:{pattern.pattern})" for pattern in (TICKET, NUMBERED, HASH, QUEUE)))


@lru_cache(maxsize=4096)
def ids(text: str) -> frozenset[str]:
    """Find the ids of a text: tickets, `#n`, hashes and queue items."""
    if _DIGIT.search(text) is None and "qitem-" not in text:
        return frozenset()
    # No id holds a blank, and few words hold a digit.
    words = text.split() if "qitem-" in text else _DIGIT_WORD.findall(text)
    return frozenset(_IDS.findall(" ".join(words)))


def supported(text: str, source: str) -> bool:
    """Say whether every id, number, hash and path of a text stands in the source."""
    decoded = ""
    for match in _HANDLE.finditer(text):
        handle = match[0].rstrip(".:!?…-–—~\\")  # noqa: RUF001
        if handle in source:
            continue
        decoded = decoded or html.unescape(source).replace("\\", "").replace("**", "").replace("~~", "")
        if handle not in decoded:
            return False
    return True

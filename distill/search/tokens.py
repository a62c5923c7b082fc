"""The tokenizer of the search: words, the signs that join them to ids, and single characters of scripts without blanks.

A token is a word in its normal form, or one sign that stands right before a word (`rig`, `-`, `9`). What is looked for
is a run of such tokens, so an id, a path or a phrase is found wherever it stands whole, and `RIG-9` never in `RIG-90`.
"""

import re
import unicodedata
from functools import lru_cache

UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"  # Thai, Lao, Burmese, Khmer
    "\u3005-\u3007\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"  # Han and kana
    "\uac00-\ud7af"  # Hangul: particles are written onto the word
)
"""Scripts in which a word is found inside a run of letters: each character is a token."""
SIGNS = r"-_./#@:+~$%&=\\"
"""The signs of ids, paths, options and addresses."""
TOKEN = re.compile(rf"[{UNSPACED}]|(?:(?![{UNSPACED}])[^\W_])+|[{SIGNS}](?=[{SIGNS}]{{0,8}}[^\W_])|(?<=[^\W_])[+#]")
ASCII_TOKEN = re.compile(rf"[a-z0-9]+|[{SIGNS}](?=[{SIGNS}]{{0,8}}[a-z0-9])|(?<=[a-z0-9])[+#]")
"""The same, for text that holds nothing else: three times as fast."""
DROPPED = re.compile("[\u0591-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u00ad\u200b-\u200f\u2060\ufeff]")
"""Vowel points of Hebrew and Arabic, the tatweel, and what is invisible: most people write without them."""
ACCENT = re.compile("(?<=[a-zе])[\u0300-\u036f]+")  # noqa: RUF001 - the Cyrillic one: its diaeresis is mostly left out
ONE_FORM = str.maketrans("أإآىة‐‑", "ااايه--")  # noqa: RUF001 - forms of alef, yeh and teh marbuta; hyphens
LONGEST = 64
"""Longest token in characters; a longer one is cut, in pages and in queries alike."""
BREAK = "\ue000"
"""Stands between two lines, so that no run of tokens crosses them."""
PRIVATE = 0xE000
REMEMBERED = 1 << 15
"""Words that are not parted again: most are the same few thousand."""


def tokens(text: str) -> list[str]:
    """Part text into tokens in their normal form, in their order."""
    return [token for chunk in text.split() for group in groups_of(chunk) for token in group]


def groups(text: str) -> list[tuple[str, ...]]:
    """Part text into tokens, those together that stand so, with nothing between them."""
    return [group for chunk in text.split() for group in groups_of(chunk)]


@lru_cache(REMEMBERED)
def groups_of(chunk: str) -> tuple[tuple[str, ...], ...]:
    """Do what `groups` does for text without blanks."""
    plain = chunk.lower() if chunk.isascii() else normal(chunk)
    pattern = ASCII_TOKEN if plain.isascii() else TOKEN
    found: list[list[str]] = []
    end = -1
    for match in pattern.finditer(plain):
        if match.start() != end:
            found.append([])
        found[-1].append(match[0][:LONGEST])
        end = match.end()
    return tuple(map(tuple, found))


def normal(text: str) -> str:
    """Bring text to the form in which letters are compared: width, case, accents of Latin letters, vowel points."""
    parted = unicodedata.normalize("NFKD", text.translate(ONE_FORM)).casefold()
    return unicodedata.normalize("NFKC", ACCENT.sub("", DROPPED.sub("", parted))).translate(ONE_FORM)


def stored(words: list[str]) -> str:
    """Write tokens as SQLite's `ascii` tokenizer reads them back: signs become letters of the private use area."""
    return " ".join(word if word.isalnum() else "".join(map(_letter, word)) for word in words)


def _letter(char: str) -> str:
    return char if char.isalnum() or ord(char) >= PRIVATE or not char.isascii() else chr(PRIVATE + ord(char))

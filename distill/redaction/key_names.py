"""Key names: whether the name a value is given says that it is a secret, and of which kind."""

import re
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
_LONGEST_WORD = 24


@dataclass(frozen=True, slots=True)
class KeyWords:
    """The word table, see `key_names.toml`."""

    stems: tuple[str, ...]
    kind_of: dict[str, str]
    last_only: frozenset[str]
    harmless: frozenset[str]
    harmless_tail: frozenset[str]
    talk: frozenset[str]
    """Words that a drawn passphrase does not hold."""
    endings: tuple[str, ...]


@cache
def key_words() -> KeyWords:
    """Read the word table once."""
    import tomllib  # here, so that importing the redactor stays light

    table = tomllib.loads(Path(__file__).with_name("key_names.toml").read_text("utf-8"))
    kind_of: dict[str, str] = {}
    for kind, words in (("password", "passwords"), ("token", "tokens"), ("secret", "secrets"), ("key", "keys")):
        kind_of |= dict.fromkeys(table[words], kind)
    return KeyWords(
        stems=tuple(table["stems"]),
        kind_of=kind_of,
        last_only=frozenset(table["last_only"]),
        harmless=frozenset(table["harmless"]),
        harmless_tail=frozenset(table["harmless_tail"]),
        talk=frozenset(table["talk"]),
        endings=("password", "passwd", "passphrase", "secret", "token", "apikey", "accesskey", "privatekey", "authkey"),
    )


def words_of(name: str) -> list[str]:
    """Split a name into lower-case words: snake, kebab, dots, camel case."""
    return [w.lower() for w in _WORD.findall(name)]


def _kind_of_word(word: str) -> str:
    table = key_words()
    if word in table.kind_of:
        return table.kind_of[word]
    if len(word) <= _LONGEST_WORD and word.endswith(table.endings):
        return next(table.kind_of[e] for e in table.endings if word.endswith(e))
    return ""


@lru_cache(maxsize=4096)  # a text says the same few names over and over
def kind_of_key(name: str) -> str:
    """Name the kind of secret that a key name announces: password, token, secret, key, or bare-key; empty for none."""
    table, words = key_words(), words_of(name)
    if not table.harmless.isdisjoint(words):
        return ""
    for at in range(len(words) - 1, -1, -1):
        word, tail = words[at], words[at + 1 :]
        if kind := _kind_of_word(word):
            if not table.harmless_tail.isdisjoint(tail) or (tail and word in table.last_only):
                return ""
            return "bare-key" if kind == "key" and words in (["key"], ["keys"]) else kind
    return ""

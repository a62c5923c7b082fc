"""Letters alone: tells passwords of random letters, and passphrases of drawn words, from names and talk."""

import re
from functools import cache
from itertools import pairwise
from pathlib import Path

from distill.redaction.key_names import key_words

_SHORTEST = 12  # random letters; a shorter word is too often a name
_RARE_OF_MIXED = 4  # one such pair in so many letters; names have some where their words meet
_SHORTEST_MIXED = 10  # small letters and capitals
_RARE = 3  # pairs that words seldom have; of 16 random letters 94 in 100 have as many, of long words 7 in 1,000
_PHRASE = re.compile(r"[A-Za-z][a-z]{2,8}(?:-[A-Za-z][a-z]{2,8}){3,7}")
_WORD_LENGTH = 4.5  # letters of a drawn word, on average; words of talk are shorter


def at_random(value: str) -> bool:
    """Tell letters drawn at random from words: by pairs that words seldom have."""
    mixed = not (value.islower() or value.isupper())
    if len(value) < (_SHORTEST_MIXED if mixed else _SHORTEST) or not (value.isascii() and value.isalpha()):
        return False
    table = _rare_pairs()
    rare = sum(pair in table for pair in pairwise(value.lower()))
    return rare >= _RARE and (not mixed or rare * _RARE_OF_MIXED >= len(value))


def is_passphrase(value: str) -> bool:
    """Tell four or more drawn words joined by hyphens from a name or a remark, which hold words of the trade."""
    if not _PHRASE.fullmatch(value):
        return False
    words = value.lower().split("-")
    long_enough = sum(map(len, words)) >= _WORD_LENGTH * len(words)
    return long_enough and len(set(words)) == len(words) and key_words().talk.isdisjoint(words)


@cache
def _rare_pairs() -> frozenset[tuple[str, str]]:
    import tomllib  # here, so that importing the redactor stays light

    table = tomllib.loads(Path(__file__).with_name("rare_pairs.toml").read_text("utf-8"))
    return frozenset((first, second) for first, others in table.items() for second in others)

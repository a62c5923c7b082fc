"""One form of letters that are written in two ways, so that a table needs each word once."""

import tomllib
from functools import lru_cache
from importlib.resources import files


def one_form(text: str) -> str:
    """Give a text with each letter in the form the tables are compared in, each where it stood."""
    return text if text.isascii() else text.translate(_pairs())


@lru_cache(maxsize=1)
def _pairs() -> dict[int, str]:
    table = tomllib.loads((files("distill.engines.extractive") / "languages" / "variants.toml").read_text("utf-8"))
    letters = "".join(table["traditional"].split()) + table["spelling"]
    return {ord(letters[at]): letters[at + 1] for at in range(0, len(letters), 2)}

"""Words of the shell, by what they mean for reading."""

import tomllib
from functools import cache
from importlib.resources import files


@cache
def programs() -> dict[str, frozenset[str]]:
    """Read the table: `reserved` words, and programs that are `silent` about the lines of files."""
    table = tomllib.loads(files(__package__ or "").joinpath("shell_programs.toml").read_text("utf-8"))
    return {kind: frozenset(words) for kind, words in table.items()}

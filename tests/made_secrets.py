"""Secrets for tests, made at run time: no file of this repository holds one, not even a fake."""

import json
import random
import re
import string
from pathlib import Path

BUGS = Path(__file__).parent / "bugs"
LETTERS = string.ascii_letters + string.digits
WINDOW = 8


def made(length: int, seed: object = 0, alphabet: str = LETTERS) -> str:
    """Draw a value that has a digit and both cases where the alphabet allows."""
    draw = random.Random(f"{seed}/{length}")
    while True:
        value = "".join(draw.choice(alphabet) for _ in range(length))
        if alphabet != LETTERS or (any(c.isdigit() for c in value) and value.lower() != value != value.upper()):
            return value


def hexadecimal(length: int, seed: object = 0) -> str:
    return made(length, seed, "0123456789abcdef")


def password(seed: object = 0) -> str:
    return "Maple" + made(2, seed, "23456789") + "!" + made(5, seed, string.ascii_lowercase)


def key_block(seed: object = 0, label: str = "RSA PRIVATE") -> tuple[str, list[str]]:
    """Make a PEM block of random base64; return it and its body lines."""
    dashes, name = "-" * 5, f"{label} KEY"
    lines = [made(64, f"{seed}{i}", LETTERS + "+/") for i in range(5)] + [made(30, seed) + "=="]
    return "\n".join([f"{dashes}BEGIN {name}{dashes}", *lines, f"{dashes}END {name}{dashes}"]), lines


def left_of(value: str, text: str) -> list[str]:
    """List the runs of eight characters of a value that still stand in a text."""
    return [w for i in range(max(1, len(value) - WINDOW + 1)) if (w := value[i : i + WINDOW]) in text]


def bug_input(row: str, name: str = "map.md") -> tuple[str, dict[str, list[str]]]:
    """Read the input of a bug row with its tokens put together, and what is expected of it."""
    tokens = {k: "".join(parts) for k, parts in json.loads((BUGS / "RD-tokens.json").read_text("utf-8")).items()}

    def filled(text: str) -> str:
        return re.sub(r"@@TOK:([a-z0-9_]+)@@", lambda m: tokens[m[1]], text)

    folder = BUGS / row
    expected = json.loads(filled((folder / "expect.json").read_text("utf-8")))
    return filled((folder / name).read_bytes().decode("utf-8")), expected

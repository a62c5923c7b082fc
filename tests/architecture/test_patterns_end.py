"""No pattern of the package takes long where a text repeats what it is made for, and then goes on otherwise."""

import importlib
import itertools
import pkgutil
import re
import time
from collections.abc import Iterator
from typing import Any

import pytest

import distill
from distill.engines.extractive.rules import SCRIPTS, rules_for

PIECES = (
    *("`a/b/c.py`", "`a`", "http://a.b/c", "a/b/c.d", "#12 ", "RIG-9 ", "**a** ", "2026-01-02 ", "3/4 ", "完成"),
    *(", ", " ", "(a) ", ": ", "- ", "[x] ", "a-", "1.", "not ", "word "),
)
TIMES = 22
"""A pattern with two ways through each piece would have four million ways through them."""
ENDS = ("x", "word word.", "(")
MOST_S = 0.1
LANGUAGES = frozenset({*SCRIPTS, "de", "en", "es", "fr", "it", "pt"})


def patterns_of(module: str) -> Iterator[re.Pattern[str]]:
    for value in vars(importlib.import_module(module)).values():
        held = value if isinstance(value, list | tuple) else value.values() if isinstance(value, dict) else [value]
        yield from (one for one in held if isinstance(one, re.Pattern) and isinstance(one.pattern, str))


def packages() -> list[str]:
    return sorted(
        one.name
        for one in pkgutil.iter_modules(distill.__path__, "distill.")
        if not one.name.endswith(("__main__", "_version"))
    )


def all_patterns(package: str) -> dict[str, Any]:
    inner = importlib.import_module(package)
    names = [one.name for one in pkgutil.walk_packages(getattr(inner, "__path__", []), f"{package}.")]
    found = {one.pattern: one for name in [package, *names] for one in patterns_of(name)}
    if package == "distill.engines":
        found |= dict(rules_for(LANGUAGES))
    return found


@pytest.mark.parametrize("package", packages())
def test_a_pattern_gives_up_soon(package):
    texts = ["".join(pair) * TIMES + end for pair in itertools.product(PIECES, ("", *PIECES)) for end in ENDS]
    slow = []
    for name, pattern in all_patterns(package).items():
        began = time.process_time()
        for text in texts:
            pattern.match(text)
            pattern.search(text)
        if time.process_time() - began > MOST_S:
            slow += [(name, text) for text in texts if seconds(pattern, text) > MOST_S]
    assert slow == []


def seconds(pattern: Any, text: str) -> float:
    began = time.process_time()
    pattern.match(text)
    pattern.search(text)
    pattern.fullmatch(text)
    return time.process_time() - began

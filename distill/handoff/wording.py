"""The titles of a handoff, in the language of its conversation."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from distill.engines.extractive.rules import SCRIPTS, languages_of

ENGLISH = "en"
_LEAST_SHARE = 0.2
"""Part of all letters that a script must have, so that a quoted word does not choose the language."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wording:
    """All words of a handoff that are not the conversation's own."""

    title: str
    parts: tuple[str, ...]
    nothing: str
    unverified: str
    prompts: str
    answers: str
    left_out: str


@cache
def wordings() -> Mapping[str, Wording]:
    """Read the words of all languages."""
    table = tomllib.loads((files("distill.handoff") / "words.toml").read_text("utf-8"))
    return {name: Wording(**{**own, "parts": tuple(own["parts"])}) for name, own in table.items()}


def language_of(text: str) -> str:
    """Tell the language of a conversation; English where it is none of the others, or several alike."""
    letters = sum(map(str.isalpha, text)) or 1
    shares = {name: len(re.findall(own, text)) / letters for name, own in SCRIPTS.items()}
    found = languages_of(text) - {ENGLISH}
    if "ja" in found and shares["ja"] >= _LEAST_SHARE / 2:
        return "ja"
    for name in sorted(shares, key=lambda name: -shares[name]):
        if shares[name] >= _LEAST_SHARE and name in wordings():
            return name
    latin = sorted(found - set(SCRIPTS))
    return latin[0] if len(latin) == 1 else ENGLISH

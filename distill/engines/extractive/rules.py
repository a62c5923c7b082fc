"""The word tables of the languages, compiled for those that a text is written in."""

import re
import tomllib
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any

from distill.engines.extractive.derived_rules import derived
from distill.engines.extractive.places import Place

_TABLES = files("distill.engines.extractive") / "languages"
LATIN = ("de", "fr", "es", "pt", "it")
SCRIPTS = {
    "ru": "[\u0400-\u04ff]",
    "zh": "[\u4e00-\u9fff]",
    "ja": "[\u3040-\u30ff]",
    "ko": "[\uac00-\ud7af]",
    "ar": "[\u0600-\u06ff]",
    "he": "[\u0590-\u05ff]",
}
"""Language -> its letters; Chinese and Japanese share one set and are both tried."""
_SAMPLE_CHARACTERS = 40_000
_FUNCTION_WORDS = 3
_SHORT_CHARACTERS, _FEW_FUNCTION_WORDS = 1200, 2
_HEADING = re.compile(r"^#{2,6}[ \t]+[\W\d_]*([^\n]{3,80})", re.MULTILINE)
_UMLAUTS = {"ä": "(?:ä|ae)", "ö": "(?:ö|oe)", "ü": "(?:ü|ue)", "ß": "(?:ß|ss)"}
_NEVER = re.compile(r"(?!)")


@dataclass(frozen=True, slots=True)
class Rules:
    """Compiled tables: `group.name` -> pattern; a name that no language has never matches."""

    languages: frozenset[str]
    patterns: Mapping[str, re.Pattern[str]]

    def __getitem__(self, name: str) -> re.Pattern[str]:
        return self.patterns.get(name, _NEVER)

    def headings(self) -> list[tuple[Place, re.Pattern[str]]]:
        """Give the patterns of headings that compete for the earliest match."""
        names = ("accomplished", "decisions", "open", "constraints", "ruled_out", "pitfalls", "skip")
        return [(Place(name), self[f"headings.{name}"]) for name in names]


@dataclass(frozen=True, slots=True)
class Shape:
    """The exact section table of a shape that our own tools write."""

    least: int
    sections: Mapping[str, Place]


def languages_of(text: str) -> frozenset[str]:
    """Find the languages a text is written in: scripts by their letters, the others by function words and headings."""
    sample = (
        text if len(text) <= _SAMPLE_CHARACTERS else text[: _SAMPLE_CHARACTERS // 2] + text[-_SAMPLE_CHARACTERS // 2 :]
    )
    found = {"en"} | {name for name, letters in SCRIPTS.items() if re.search(letters, text)}
    lowered = sample.lower()
    least = _FUNCTION_WORDS if len(text) > _SHORT_CHARACTERS else _FEW_FUNCTION_WORDS
    for name in LATIN:
        hits = {match[0] for match in _function_words(name).finditer(lowered)}
        if len(hits) >= least:
            found.add(name)
    return frozenset(found | _of_headings(_HEADING.findall(sample)))


def _of_headings(headings: list[str]) -> set[str]:
    """Find the languages whose key words begin a heading that says nothing in English: short maps hold little else."""
    foreign = {heading for heading in headings if not _begins(heading, "en")}
    # Headings of Chinese characters alone may be Japanese.
    unread = {heading for heading in foreign if not _begins(heading, "zh")}
    found = {name for name in LATIN if any(_begins(heading, name) for heading in foreign)}
    return found | ({"ja"} if any(_begins(heading, "ja") for heading in unread) else set())


def _begins(heading: str, language: str) -> bool:
    rules = rules_for(frozenset({language}))
    patterns = [rules["headings.superseded"], *(pattern for _, pattern in rules.headings())]
    return any(pattern.match(heading) for pattern in patterns)


@lru_cache(maxsize=16)
def rules_for(languages: frozenset[str]) -> Rules:
    """Compile the tables of some languages into one set of patterns."""
    parts: dict[str, list[str]] = {}
    for language in sorted(languages):
        table = _table(language)
        for group, names in table.items():
            if isinstance(names, dict):
                for name, entries in names.items():
                    parts.setdefault(f"{group}.{name}", []).append(_alternatives(entries, table, group))
    joined = {name: "|".join(found) for name, found in parts.items()}
    return Rules(
        languages, {name: re.compile(found, re.IGNORECASE) for name, found in (joined | derived(joined)).items()}
    )


@lru_cache(maxsize=1)
def shapes() -> tuple[Shape, ...]:
    """Read the section tables of our own shapes."""
    return tuple(
        Shape(entry["least"], {title: Place(place) for title, place in entry["sections"].items()})
        for entry in _table("shapes").values()
    )


@lru_cache(maxsize=1)
def orders() -> re.Pattern[str]:
    """Compile the orders to a reader that nobody repeats."""
    return re.compile("|".join(_table("orders")["orders"]), re.IGNORECASE)


def _alternatives(entries: list[str], table: Mapping[str, Any], group: str) -> str:
    # Longer entries first: of two that begin at the same place the more special one decides.
    joined = "|".join(sorted(entries, key=len, reverse=True)) or "(?!)"
    if table.get("word_start", False):
        joined = _with_plain_letters(joined)
    if group in {"labels", "columns"}:
        return rf"(?:{joined})"
    if group == "shouted":  # the only words that count in capitals alone
        return rf"(?-i:\b(?:{joined}))" if table.get("word_start", False) else rf"(?-i:{joined})"
    return rf"\b(?:{joined})" if table.get("word_start", False) else rf"(?:{joined})"


def _with_plain_letters(pattern: str) -> str:
    """Let accents and umlauts be left out, as people do who type without them."""
    in_class = False
    parts = []
    for char in pattern:
        in_class = char == "[" or (in_class and char != "]")
        base = unicodedata.normalize("NFD", char)[0]
        written = _UMLAUTS.get(char) or (f"[{char}{base}]" if base != char and base.isascii() else char)
        parts.append(char if in_class else written)
    return "".join(parts)


@lru_cache(maxsize=16)
def _table(name: str) -> dict[str, Any]:
    return tomllib.loads((_TABLES / f"{name}.toml").read_text("utf-8"))


@lru_cache(maxsize=8)
def _function_words(language: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(_table(language)['detect'])})\b")

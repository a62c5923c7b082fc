"""The word tables of the languages, compiled for those that a text is written in."""

import re
import tomllib
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any

from distill.engines.extractive.beginnings import UMLAUTS, Index, of_entries
from distill.engines.extractive.derived_rules import derived
from distill.engines.extractive.places import Place
from distill.engines.extractive.variants import one_form
from distill.engines.extractive.verbs import verb_entries
from distill.engines.extractive.words import NOTHING, Words

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
_SHARE_OF_MOST = 0.5
"""What a language has to show beside the plainest one: relatives share many of their small words."""
_SHORT_CHARACTERS, _FEW_FUNCTION_WORDS = 1200, 2
_HEADING = re.compile(r"^#{2,6}[ \t]+[\W\d_]*([^\n]{3,80})", re.MULTILINE)


_WORD = re.compile(r"\w+")
_LATIN_START = re.compile(r"[A-Za-z0-9]")
_CAPITAL = re.compile(r"(?<!\\)[^\W\d_a-z]")


class Rules(dict[str, Words]):
    """Compiled tables: `group.name` -> pattern; a name that no language has never matches."""

    def __init__(self, languages: frozenset[str], patterns: Mapping[str, Words]) -> None:
        """Take the languages and their tables."""
        super().__init__(patterns)
        self.languages = languages

    def __missing__(self, name: str) -> Words:
        return NOTHING

    def headings(self) -> list[tuple[Place, Words]]:
        """Give the patterns of headings that compete for the earliest match."""
        names = ("accomplished", "decisions", "open", "constraints", "ruled_out", "pitfalls", "findings", "skip")
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
    letters = "" if text.isascii() else "".join(set(text))
    found = {"en"} | {name for name, own in SCRIPTS.items() if re.search(own, letters)}
    words = set(_WORD.findall(sample.lower()))
    short = len(text) <= _SHORT_CHARACTERS
    least = _FEW_FUNCTION_WORDS if short else _FUNCTION_WORDS
    counts = {name: sum(map(bool, map(_function_words(name).fullmatch, words))) for name in LATIN}
    most = max(counts.values())
    told = {name for name, count in counts.items() if count >= max(least, _SHARE_OF_MOST * most)}
    # Many words are written alike in two languages: headings count where the text itself does not tell.
    asked = () if told else tuple(name for name in LATIN if short or counts[name])
    return frozenset(found | told | _of_headings(_HEADING.findall(sample), asked))


def _of_headings(headings: list[str], asked: Iterable[str]) -> set[str]:
    """Find the languages whose key words begin a heading that says nothing in English: short maps hold little else."""
    foreign = {heading for heading in headings if not _begins(heading, "en")}
    # Headings of Chinese characters alone may be Japanese.
    unread = {heading for heading in foreign if not _begins(heading, "zh")}
    found = {name for name in asked if any(_begins(heading, name) for heading in foreign)}
    return found | ({"ja"} if any(_begins(heading, "ja") for heading in unread) else set())


def _begins(heading: str, language: str) -> bool:
    rules = rules_for(frozenset({language}))
    patterns = [rules["headings.superseded"], *(pattern for _, pattern in rules.headings())]
    return any(pattern.match(heading) for pattern in patterns)


@lru_cache(maxsize=16)
def rules_for(languages: frozenset[str]) -> Rules:
    """Compile the tables of some languages into one set of patterns."""
    parts: dict[str, list[str]] = {}
    begins: dict[str, list[frozenset[str] | None]] = {}
    for language in sorted(languages):
        table = _table(language)
        word_start = bool(table.get("word_start", False))
        for group, names in table.items():
            for name, entries in names.items() if isinstance(names, dict) else ():
                parts.setdefault(f"{group}.{name}", []).append(_alternatives(entries, table, group))
                # Labels and columns are matched as a whole, so that their words need not begin where a word does.
                known = None if group in {"labels", "columns"} else of_entries(entries, word_start=word_start)
                begins.setdefault(f"{group}.{name}", []).append(known)
    joined = {name: "|".join(found) for name, found in parts.items()}
    orders, order_begins = _orders()
    index = Index({name: _union(known) for name, known in begins.items()} | {"orders": order_begins})
    words = {name: _words(name, found, index) for name, found in joined.items()}
    cut = {
        name: Words(found.pattern, needs=found.needs, cased=True, ignores_case=True)
        for name, found in derived(joined).items()
    }
    return Rules(languages, words | cut | {"orders": _words("orders", orders, index)})


def _words(name: str, pattern: str, index: Index) -> Words:
    """Compile a table for texts in small letters, several times faster than matching without regard to case."""
    if name.startswith("shouted."):
        return Words(pattern, cased=True)
    lowered = one_form(_CAPITAL.sub(lambda match: match[0].lower(), pattern))
    return Words(lowered, index, index.bits[name])


def _union(begins: list[frozenset[str] | None]) -> frozenset[str] | None:
    known = [one for one in begins if one is not None]
    return frozenset().union(*known) if len(known) == len(begins) else None


@lru_cache(maxsize=1)
def shapes() -> tuple[Shape, ...]:
    """Read the section tables of our own shapes."""
    return tuple(
        Shape(entry["least"], {title: Place(place) for title, place in entry["sections"].items()})
        for entry in _table("shapes").values()
    )


def _orders() -> tuple[str, frozenset[str] | None]:
    """Give the orders to a reader that nobody repeats, in any language, and how they begin."""
    table = _table("orders")
    begins = of_entries(table["orders"], word_start=True), of_entries(table["wide"], word_start=False)
    return "|".join([*table["orders"], *table["wide"]]), _union(list(begins))


@lru_cache(maxsize=1)
def tags() -> Words:
    """Compile the tags that open or close what a reader is told."""
    return Words("|".join(_table("orders")["tags"]), needs="<", cased=True, ignores_case=True)


def _alternatives(entries: list[str], table: Mapping[str, Any], group: str) -> str:
    # Longer entries first: of two that begin at the same place the more special one decides.
    ordered = sorted(entries, key=len, reverse=True)
    if not table.get("word_start", False):
        ordered = [rf"(?<![A-Za-z0-9_])(?:{one})" if _LATIN_START.match(one) else one for one in ordered]
    if table.get("word_start", False):
        ordered = [one if one.isascii() else _with_plain_letters(one) for one in ordered]
    joined = "|".join(ordered) or "(?!)"
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
        spelt = f"(?:{char}|{UMLAUTS[char]})" if char in UMLAUTS else ""
        written = spelt or (f"[{char}{base}]" if base != char and base.isascii() else char)
        parts.append(char if in_class else written)
    return "".join(parts)


@lru_cache(maxsize=16)
def _table(name: str) -> dict[str, Any]:
    table = tomllib.loads((_TABLES / f"{name}.toml").read_text("utf-8"))
    for mark, entries in verb_entries(name).items():
        table["marks"][mark] += entries
    return table


@lru_cache(maxsize=8)
def _function_words(language: str) -> re.Pattern[str]:
    return re.compile("|".join(_table(language)["detect"]) or "(?!)")

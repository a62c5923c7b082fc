"""What in a text forbids, and what makes of a must a may, in twelve languages."""

import functools
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import resources

from distill.engines import directives

_UNPARTED = frozenset({"zh", "ja", "ko", "ar", "he"})
"""Languages whose words are looked for anywhere: they are not parted by blanks, or take signs in front."""

CLAUSE = re.compile(r"[,;:\u060c\u3001\uff0c\uff1a]|\s[-\u2013\u2014]\s")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Patterns:
    negation: re.Pattern[str]
    exclusion: re.Pattern[str]
    softening: re.Pattern[str]
    permission: re.Pattern[str]


def negates(text: str) -> bool:
    """Tell whether a text forbids, or leaves only one thing open."""
    words, low = _patterns(), text.casefold()
    return bool(words.negation.search(low) or words.exclusion.search(low))


def negations(text: str) -> Iterator[re.Match[str]]:
    """Find the words of a casefolded text that deny."""
    return _patterns().negation.finditer(text)


def softenings(text: str) -> frozenset[str]:
    """List the words of a text that leave its reader the choice; those of a clause that forbids are none."""
    words, low = _patterns(), text.casefold()
    open_clauses = [clause for clause in CLAUSE.split(low) if not negates(clause)]
    permitted = {found for clause in open_clauses for found in words.permission.findall(clause)}
    softened = set(words.softening.findall(low)) | {one for one in directives.softenings(low) if not _permits(one)}
    return frozenset(" ".join(one.split()) for one in permitted | softened)


def _permits(text: str) -> bool:
    return bool(_patterns().permission.fullmatch(text))


@functools.cache
def _patterns() -> _Patterns:
    table = tomllib.loads(resources.files("distill.engines").joinpath("force.toml").read_text("utf-8"))
    return _Patterns(
        negation=_any_of(table, "negation"),
        exclusion=_any_of(table, "exclusion"),
        softening=_any_of(table, "softening"),
        permission=_any_of(table, "permission"),
    )


def _any_of(table: dict[str, dict[str, list[str]]], name: str) -> re.Pattern[str]:
    forms = [_form(word, anywhere=language in _UNPARTED) for language, words in table.items() for word in words[name]]
    return re.compile("|".join(forms))


def _form(word: str, *, anywhere: bool) -> str:
    """Turn a word of the table into a pattern; an apostrophe is the typewriter's or the typesetter's."""
    ending = r"\w*" if word.endswith("*") else ""
    bare = re.escape(word.rstrip("*")).replace("'", "['\u2019]").replace(r"\ ", r"\s+")
    return bare if anywhere else rf"(?<![\w-]){bare}{ending}(?![\w-])"

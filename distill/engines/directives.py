"""Whether a text softens a directive of the lines it cites, or does what a map tells the one who distils it."""

import functools
import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import resources

MOST_LINES = 3
"""In a longer range a directive may belong to something else than the item."""
_QUOTED = re.compile(r"`[^`\n]*`|\"[^\"\n]*\"|“[^”\n]*”")
_NEW_ENTRY = re.compile(r"\s*(?:[-*+]|\d{1,9}[.)]|#{1,6}|>|\|)\s|\s*$")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Patterns:
    binding: re.Pattern[str]
    softening: re.Pattern[str]
    orders: re.Pattern[str]


def softened(text: str, cited: str) -> bool:
    """Say whether a text makes less of a must, a never or an only of the few lines it cites."""
    words = _patterns()
    if cited.count("\n") >= MOST_LINES or not words.binding.search(cited):
        return False
    there = {_plain(match) for match in words.softening.findall(cited)}
    return any(_plain(match) not in there for match in words.softening.findall(text))


def softenings(text: str) -> frozenset[str]:
    """List the words of a text that make of a must a may."""
    return frozenset(map(_plain, _patterns().softening.findall(text)))


def obeys(text: str, block: str) -> bool:
    """Say whether a text rests on words that give orders to the one who distils the map.

    A map may speak of such orders, in quotes, or as something that was tested: then the text speaks of them too.
    """
    return orders(block) and not _patterns().orders.search(text)


def orders(text: str) -> bool:
    """Say whether a text gives orders to the one who distils it, outside quotes and code."""
    return bool(_patterns().orders.search(_QUOTED.sub(" ", text)))


def block(lines: Sequence[str], first: int, last: int) -> str:
    """Give the lines from `first` to `last`, counted from 1, with all of the paragraphs or entries they are part of."""
    start, end = first - 1, last
    while start > 0 and not _NEW_ENTRY.match(lines[start]) and lines[start - 1].strip():
        start -= 1
    while end < len(lines) and not _NEW_ENTRY.match(lines[end]):
        end += 1
    return "\n".join(lines[start:end])


def _plain(match: str) -> str:
    return " ".join(match.casefold().split())


@functools.cache
def _patterns() -> _Patterns:
    table = tomllib.loads(resources.files("distill.engines").joinpath("directives.toml").read_text("utf-8"))
    return _Patterns(**{name: _any_of(forms) for name, forms in table.items()})


def _any_of(forms: list[str]) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-])(?:{'|'.join(forms)})(?![\w-])", re.IGNORECASE)

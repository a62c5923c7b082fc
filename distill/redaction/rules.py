"""The rule file: vendor tokens, webhook paths and command idioms, read once from `rules.toml`."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from distill.errors import RedactionError


@dataclass(frozen=True, slots=True)
class TokenRule:
    """A token that names itself: a public prefix and a body of some alphabet."""

    kind: str
    prefix: str
    alphabet: str
    shortest: int
    longest: int
    exact: bool
    """Prefix and length are enough; the body may be letters only."""
    loose: bool
    """The prefix is so distinctive that letters may stand before it."""
    marker: bool = False
    """The prefix is a word within a service's own prefix; it stays in the text."""
    mixed: bool = False
    """The body has capitals, small letters and digits."""
    whole: str = ""
    """The form of the whole token, where it goes on in another alphabet than the body's."""


@dataclass(frozen=True, slots=True)
class PatternRule:
    """A pattern that is tried only around its hints, plain substrings of what it matches."""

    kind: str
    hints: tuple[str, ...]
    pattern: str
    solid: bool
    """What it matches holds no blank, so that it is looked for in the runs that hold a hint."""
    strict: bool = False
    """The pattern is loose: its value has to look random."""
    shape: str = ""
    """A pattern without look-around that takes the place of hints."""

    @property
    def hint(self) -> str:
        """The only hint of a rule that has one."""
        return self.hints[0]


@cache
def _table() -> dict[str, Any]:
    import tomllib  # here, so that importing the redactor stays light

    table = tomllib.loads(Path(__file__).with_name("rules.toml").read_text("utf-8"))
    if not all(table.get(part) for part in ("token", "pattern", "webhook", "command")):
        raise RedactionError("The rule file of the redaction is empty or cut off. Install distill again.")
    return table


@cache
def tokens() -> tuple[TokenRule, ...]:
    """List the vendor tokens known by prefix."""
    return tuple(
        TokenRule(
            row["kind"],
            prefix,
            row["body"],
            row["min"],
            row.get("max", 512),
            row.get("exact", False),
            row.get("loose", False),
            row.get("marker", False),
            row.get("mixed", False),
            row.get("whole", ""),
        )
        for row in _table()["token"]
        for prefix in row["prefix"]
    )


def _patterns(part: str) -> tuple[PatternRule, ...]:
    return tuple(
        PatternRule(
            row["kind"],
            tuple(row["hints"]) if "hints" in row else (row["hint"],),
            row["pattern"],
            row.get("solid", False),
            row.get("strict", False),
            row.get("shape", ""),
        )
        for row in _table()[part]
    )


@cache
def patterns() -> tuple[PatternRule, ...]:
    """List the vendor tokens that need a pattern; group 1, where there is one, is the secret."""
    return _patterns("pattern")


@cache
def webhooks() -> tuple[PatternRule, ...]:
    """List webhook addresses; group 1 is the secret part of the path."""
    return _patterns("webhook")


@cache
def commands() -> tuple[PatternRule, ...]:
    """List command idioms; group 1 is the secret."""
    return _patterns("command")

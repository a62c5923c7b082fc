"""The table `[continuity]` of the settings: what is said before a compaction and after it."""

import difflib
from dataclasses import dataclass, fields
from typing import Any

from distill.compaction import rules
from distill.errors import ConfigError

OFF = "off"


@dataclass(frozen=True, slots=True, kw_only=True)
class Continuity:
    """What was chosen."""

    rules: tuple[int, ...] = rules.SETS["full"]
    """The continuity rules that the summary shall follow."""
    gate: bool = False
    """Whether a manual compaction without a fresh map is put off once."""
    deliver: bool = True
    """Whether the restore text is brought after a compaction."""
    handoffs: str = "~/.claude/handoffs"
    """Folder of the verbatim tails."""
    tier: int = 2
    """To which tier line of its reading list a seat reads."""


KEYS = tuple(field.name for field in fields(Continuity))


def continuity(value: object, where: str, before: Continuity, *, trusted: bool = True) -> Continuity:
    """Read the table, or a text that stands for its rules, over what was chosen `before`. Raises ConfigError.

    A project, which is not `trusted`, cannot say where words of a session are saved.
    """
    if value == OFF:
        return Continuity(rules=(), gate=False, deliver=False, handoffs=before.handoffs, tier=before.tier)
    table = value if isinstance(value, dict) else {"rules": value}
    for key in table:
        if key not in KEYS:
            near = difflib.get_close_matches(str(key), KEYS, n=1)
            hint = f" Did you mean {near[0]!r}?" if near else f" Known: {', '.join(KEYS)}."
            raise ConfigError(f"Unknown setting 'continuity.{key}' in {where}.{hint}")
    if "handoffs" in table and not trusted:
        raise ConfigError(
            f"Setting 'continuity.handoffs' in {where} is not taken: a repository must not say where your words are "
            "saved. Put it into ~/.config/distill/distill.toml."
        )
    return Continuity(
        rules=_rules(table, where, before),
        gate=_typed(table, "gate", bool, where, before.gate),
        deliver=_typed(table, "deliver", bool, where, before.deliver),
        handoffs=_typed(table, "handoffs", str, where, before.handoffs),
        tier=_tier(table, where, before),
    )


def _rules(table: dict[str, Any], where: str, before: Continuity) -> tuple[int, ...]:
    if "rules" not in table:
        return before.rules
    chosen = rules.chosen(table["rules"])
    if chosen is None:
        raise ConfigError(
            f"Setting 'continuity.rules' in {where} must be one of {', '.join(rules.SETS)}, "
            f"or a list of numbers from 1 to {rules.HOW_MANY}."
        )
    return chosen


def _tier(table: dict[str, Any], where: str, before: Continuity) -> int:
    tier: int = _typed(table, "tier", int, where, before.tier)
    if tier < 1:
        raise ConfigError(f"Setting 'continuity.tier' in {where} must be 1 or more.")
    return tier


def _typed(table: dict[str, Any], key: str, kind: type, where: str, default: Any) -> Any:  # noqa: ANN401 - a value of the table
    value = table.get(key, default)
    if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool) or value == "":
        what = {bool: "true or false", str: "text", int: "a whole number"}[kind]
        raise ConfigError(f"Setting 'continuity.{key}' in {where} must be {what}.")
    return value

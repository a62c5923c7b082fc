"""The table `[handoff]` of the settings: the person's own outline and adapter.

An adapter is a program that is started, so only the person's own file can name one, never a project's.
"""

import difflib
from dataclasses import dataclass, fields

from distill.errors import ConfigError

MOST_WORDS = 50
MOST_KEPT = 100_000


@dataclass(frozen=True, slots=True, kw_only=True)
class HandoffChoices:
    """What was chosen."""

    automatic: bool = True
    """Whether a handoff is saved before each compaction."""
    outline: str = ""
    """A file with the titles of an outline of one's own, one a line; empty: the nine parts."""
    adapter: tuple[str, ...] = ()
    """A program, with its arguments, that is asked for the outline; JSON in and out."""
    keep_days: int = 365
    """How long handoffs are kept; 0: for ever."""
    keep_files: int = 2_000
    """How many handoffs are kept, the newest ones; 0: all."""


KEYS = tuple(field.name for field in fields(HandoffChoices))


def choices(value: object, where: str, before: HandoffChoices, *, trusted: bool) -> HandoffChoices:
    """Read the table over what was chosen `before`; `trusted`: the person's own file. Raises ConfigError."""
    if not isinstance(value, dict):
        raise ConfigError(f"Setting 'handoff' in {where} must be a table with {', '.join(KEYS)}.")
    for key in value:
        if key not in KEYS:
            near = difflib.get_close_matches(str(key), KEYS, n=1)
            hint = f" Did you mean {near[0]!r}?" if near else f" Known: {', '.join(KEYS)}."
            raise ConfigError(f"Unknown setting 'handoff.{key}' in {where}.{hint}")
    automatic = value.get("automatic", before.automatic)
    if not isinstance(automatic, bool):
        raise ConfigError(f"Setting 'handoff.automatic' in {where} must be true or false.")
    return HandoffChoices(
        automatic=automatic,
        outline=_outline(value.get("outline", before.outline), where, trusted=trusted),
        adapter=_adapter(value["adapter"], where, trusted=trusted) if "adapter" in value else before.adapter,
        keep_days=_kept("keep_days", value, where, before.keep_days, trusted=trusted),
        keep_files=_kept("keep_files", value, where, before.keep_files, trusted=trusted),
    )


def _kept(key: str, table: dict[str, object], where: str, before: int, *, trusted: bool) -> int:
    value = table.get(key, before)
    if key in table and not trusted:
        raise ConfigError(
            f"Setting 'handoff.{key}' in {where} is not taken: a repository must not say which of your files go. "
            "Put it into ~/.config/distill/distill.toml."
        )
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= MOST_KEPT:
        raise ConfigError(f"Setting 'handoff.{key}' in {where} must be a whole number, 0 for no limit.")
    return value


def _outline(value: object, where: str, *, trusted: bool) -> str:
    if not isinstance(value, str) or "\0" in value:
        raise ConfigError(f"Setting 'handoff.outline' in {where} must be the path of a file.")
    if not trusted and (value.startswith(("/", "~", "\\")) or ":" in value or ".." in value.split("/")):
        raise ConfigError(
            f"Setting 'handoff.outline' in {where} leads out of the project. "
            "Put it into ~/.config/distill/distill.toml."
        )
    return value


def _adapter(value: object, where: str, *, trusted: bool) -> tuple[str, ...]:
    if not trusted:
        raise ConfigError(
            f"Setting 'handoff.adapter' in {where} is not taken: a repository must not say which program is started. "
            "Put it into ~/.config/distill/distill.toml."
        )
    words = value if isinstance(value, list) else [None]
    said = [word for word in words if isinstance(word, str) and "\0" not in word]
    if len(said) != len(words) or len(words) > MOST_WORDS or said[:1] == [""]:
        raise ConfigError(f"Setting 'handoff.adapter' in {where} must be a list: a program and its arguments.")
    return tuple(said)

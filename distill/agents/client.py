"""What installing has to know of a client: which events, in which file."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path


class Scope(StrEnum):
    """For whom a hook is installed."""

    PROJECT = "project"
    USER = "user"


@dataclass(frozen=True, slots=True, kw_only=True)
class Subscription:
    """One event that a client shall tell us of."""

    event: str
    matcher: str = ""
    """What the event's source or trigger has to be; empty: all, and the settings then hold no matcher."""
    timeout_s: int = 10
    """Both clients count in seconds; their own default is 600."""

    def covered_by(self, matcher: object) -> bool:
        """Tell whether a group with this matcher is told of all that we ask for; matchers are case-sensitive."""
        if matcher in (None, "", "*", self.matcher):
            return True
        return bool(self.matcher) and isinstance(matcher, str) and self.matcher in matcher.split("|")


@dataclass(frozen=True, slots=True, kw_only=True)
class Client:
    """An agent's client, as far as its hooks are concerned."""

    name: str
    title: str
    subscriptions: tuple[Subscription, ...]
    settings_file: Callable[[Scope, Path, Mapping[str, str]], Path]
    """Scope, project root and environment to the file that holds the hooks."""
    after_install: str
    """What a person has to do or to know afterwards."""


def home(env: Mapping[str, str]) -> Path:
    """Name the person's home folder."""
    named = env.get("HOME") or env.get("USERPROFILE")
    return Path(named) if named else Path.home()

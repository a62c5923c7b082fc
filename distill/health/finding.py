"""What a check found: a value, for people and for machines."""

from dataclasses import dataclass
from enum import StrEnum


class Grade(StrEnum):
    """How good it is."""

    OK = "ok"
    WARNING = "warning"
    """It works, or cannot be told; worth a look."""
    WRONG = "wrong"


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One thing that was looked at."""

    grade: Grade
    topic: str
    what: str
    todo: str = ""
    """What to do about it; empty when there is nothing to do."""


def ok(topic: str, what: str) -> Finding:
    """Say that something is well."""
    return Finding(grade=Grade.OK, topic=topic, what=what)


def warning(topic: str, what: str, todo: str = "") -> Finding:
    """Say that something is worth a look."""
    return Finding(grade=Grade.WARNING, topic=topic, what=what, todo=todo)


def wrong(topic: str, what: str, todo: str) -> Finding:
    """Say that something does not work, and what to do."""
    return Finding(grade=Grade.WRONG, topic=topic, what=what, todo=todo)

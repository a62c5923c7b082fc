"""The errors of `distill`, each with the exit code of its kind (design: exit codes).

DistillError            70  unexpected
├── ConfigError          3  settings that cannot be used
├── MapError             4  a map that is missing or cannot be read
├── RedactionError       5  redaction did not come to an end, or left something
└── PageError            7  a page that cannot be written or read back

Messages say what happened, where, and what to do next; they never quote text of a map.
"""

from typing import ClassVar


class DistillError(Exception):
    """Base of all errors that end a command with a message and no traceback."""

    exit_code: ClassVar[int] = 70


class ConfigError(DistillError):
    """Settings that cannot be used."""

    exit_code = 3


class MapError(DistillError):
    """A map that is missing, unreadable or too large."""

    exit_code = 4


class RedactionError(DistillError):
    """Redaction failed; nothing may leave or be written."""

    exit_code = 5


class PageError(DistillError):
    """A page that cannot be written, or does not come back as it was written."""

    exit_code = 7

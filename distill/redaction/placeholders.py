"""Placeholders: what stands in a text where a secret stood.

`REDACTED-<kind>-<n>` survives Markdown, YAML, link and URL parsing; brackets, `***` and `#` do not.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

UNKNOWN = "REDACTED-unknown"
"""Stands for a placeholder that this run did not issue."""

PATTERN = re.compile(r"REDACTED-(?:[a-z][a-z0-9]{0,30}-){1,8}[0-9]{1,9}")
_MARK = "REDACTED-"
_MASK = "<"
_LARGEST = 999_999  # an ordinal in a text beyond this is no ordinal of ours


def ranges(text: str) -> list[tuple[int, int]]:
    """Find where placeholders stand."""
    return [m.span() for m in PATTERN.finditer(text)] if _MARK in text else []


def masked(text: str) -> str:
    """Hide placeholders from detectors, places kept: `<` begins no value, and no name stands in it."""
    return PATTERN.sub(lambda m: _MASK * len(m.group()), text) if _MARK in text else text


def standing(text: str) -> frozenset[str]:
    """Collect the placeholders that stand in a text."""
    return frozenset(PATTERN.findall(text)) if _MARK in text else frozenset()


@dataclass(slots=True)
class Ledger:
    """The placeholders of one run: one ordinal for each distinct value, by first appearance for each kind."""

    by_value: dict[str, str] = field(default_factory=dict)
    last: dict[str, int] = field(default_factory=dict)

    @classmethod
    def following(cls, secrets: Iterable[tuple[str, str]], text: str) -> "Ledger":
        """Continue after the placeholders of an earlier run and after those that stand in the text."""
        ledger = cls(by_value=dict(secrets))
        for placeholder in (*ledger.by_value.values(), *standing(text)):
            kind, _, ordinal = placeholder.removeprefix(_MARK).rpartition("-")
            if ordinal.isdecimal() and int(ordinal) <= _LARGEST:
                ledger.last[kind] = max(ledger.last.get(kind, 0), int(ordinal))
        return ledger

    def issue(self, value: str, kind: str) -> str:
        """Return the placeholder of a value, a new one where it is new."""
        if value not in self.by_value:
            self.last[kind] = self.last.get(kind, 0) + 1
            self.by_value[value] = f"{_MARK}{kind}-{self.last[kind]}"
        return self.by_value[value]

    def copy(self) -> "Ledger":
        """Return an independent copy."""
        return Ledger(dict(self.by_value), dict(self.last))


def kind_of(placeholder: str) -> str:
    """Name the kind that a placeholder stands for."""
    return placeholder.removeprefix(_MARK).rpartition("-")[0]

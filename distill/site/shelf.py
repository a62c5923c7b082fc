"""Values of ten thousand pages by key, kept in two parts: a large one that is seldom written, and what is new since."""

from collections.abc import Mapping
from typing import Any

FEW = 500
"""Changes that are kept beside the large part, or as many as an eighth of it."""

Base = dict[str, Any]
Since = tuple[dict[str, Any], tuple[str, ...]]
"""What is new or another one since the large part was written, and the keys of what is gone."""


class Shelf:
    """Values as they were kept."""

    def __init__(self, base: Base | None, since: Since | None) -> None:
        """Take the two parts, where they are there."""
        self._base = base or {}
        changed, gone = since or ({}, ())
        self.values: Base = {**self._base, **changed}
        """What was kept, by key."""
        for key in gone:
            self.values.pop(key, None)

    def replaced(self, now: Mapping[str, Any]) -> tuple[Base | None, Since | None]:
        """Say what must be written to keep these values: each part where it is another one."""
        if now == self.values:
            return None, None
        self.values = dict(now)
        base = self._base
        changed = {key: value for key, value in now.items() if base.get(key) != value}
        gone = tuple(base.keys() - now.keys())
        if base and len(changed) + len(gone) <= max(FEW, len(base) // 8):
            return None, (changed, gone)
        self._base = self.values
        return self._base, ({}, ())

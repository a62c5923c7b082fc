"""How the commands count tokens: offline, or through the API as long as that answers."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from distill import tokens
from distill.errors import RedactionError

if TYPE_CHECKING:
    from distill.config import Settings
    from distill.engines.token_count import TokenCounter

SECONDS = 20.0
"""Wall time that one count may take."""


@dataclass(slots=True, kw_only=True)
class TokenCounts:
    """Counts texts; says in `note` what could not be counted exactly, and why."""

    settings: "Settings"
    counter: "TokenCounter | None" = None
    note: str = ""

    @classmethod
    def of(cls, settings: "Settings", env: Mapping[str, str], *, exact: bool) -> "TokenCounts":
        """Make a counter; without a usable key it estimates, and says so."""
        if not exact:
            return cls(settings=settings)
        from distill.engines import token_count
        from distill.engines.interface import Unavailable

        found = token_count.from_settings(settings, env)
        if isinstance(found, Unavailable):
            return cls(settings=settings, note=f"estimated: {found.detail}")
        return cls(settings=settings, counter=found)

    @property
    def method(self) -> str:
        """Name the way figures came about."""
        return f"counted by {self.settings.model}" if self.counter else "estimated"

    def count(self, text: str) -> int:
        """Count a text; redacted text is all that is sent, and after the first failure nothing is."""
        if self.counter is None:
            return tokens.estimate(text, factor=self.settings.token_factor)
        return self._exact(text, self.counter)

    def _exact(self, text: str, counter: "TokenCounter") -> int:
        from distill.engines.interface import Unavailable
        from distill.redaction.redactor import redact

        try:
            found = counter.count(redact(text, policy=self.settings.redaction), seconds=SECONDS)
        except RedactionError as error:
            self.note = f"estimated in part: {error}"
            return tokens.estimate(text, factor=self.settings.token_factor)
        if not isinstance(found, Unavailable):
            return found
        self.counter, self.note = None, f"estimated from there on: {found.detail}"
        return self.count(text)

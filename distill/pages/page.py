"""A page of the wiki as values, normalised when they are made, so that what is written comes back equal."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime

from distill.model import Confidence, Lines, Seat, Section, SourceKind
from distill.pages.text import nfc, one_line

SCHEMA = 1
ALWAYS = (Section.ACCOMPLISHED, Section.DECISIONS, Section.OPEN_ITEMS)
"""The sections that every page has, in their order."""
COST_DIGITS = 6
TEXT_KEYS = (
    "title", "map", "map_sha256", "session_id", "engine", "fallback_from", "fallback_reason", "model", "prompt",
    "reviewed_by", "reviewed_at", "reviewed_seal", "seal",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Bullet:
    """One line of a section, complete in itself."""

    text: str
    lines: Lines | None = None
    """The lines of the archived map that it rests on."""
    box: bool | None = None
    """An open item: False while it is open, True when it is done; None for everything else."""

    def __post_init__(self) -> None:
        given = self.text
        if (text := one_line(given)) is not given:
            object.__setattr__(self, "text", text)
        if not text:
            raise ValueError("A bullet needs text.")


@dataclass(frozen=True, slots=True, kw_only=True)
class PageMeta:
    """The front matter of a page."""

    title: str
    date: datetime
    """When the map was written, in UTC, to the second."""
    seat: Seat
    session_id: str = ""
    source: SourceKind = SourceKind.RESTORE_MAP
    map: str = ""
    """Link to the archived map, relative to the page."""
    map_sha256: str = ""
    engine: str = ""
    fallback_from: str = ""
    fallback_reason: str = ""
    model: str = ""
    prompt: str = ""
    confidence: Confidence = Confidence.LOW
    reviewed_by: str = ""
    """Who raised the confidence."""
    reviewed_at: str = ""
    """When, in UTC, as in 2026-10-18T18:21:07Z."""
    reviewed_seal: str = ""
    """The seal of the page as it was then: who changes it after that drops the confidence."""
    tags: tuple[str, ...] = ()
    input_tokens: int = 0
    output_tokens: int = 0
    cost_usd: float | None = None
    redactions: Mapping[str, int] = field(default_factory=dict, hash=False)
    seal: str = ""
    """A hash of the page as it was written."""
    schema: int = SCHEMA
    extra: tuple[tuple[str, str], ...] = ()
    """Keys that `distill` does not know, each with its YAML lines as they stood."""

    def __post_init__(self) -> None:
        for key in TEXT_KEYS:
            given = getattr(self, key)
            if given and (text := one_line(given)) is not given:
                object.__setattr__(self, key, text)
        object.__setattr__(self, "seat", Seat(nfc(self.seat)))
        object.__setattr__(self, "date", self.date.astimezone(UTC).replace(microsecond=0))
        object.__setattr__(self, "tags", tuple(dict.fromkeys(filter(None, map(one_line, self.tags)))))
        object.__setattr__(self, "redactions", {one_line(kind): count for kind, count in self.redactions.items()})
        if self.cost_usd is not None:
            object.__setattr__(self, "cost_usd", round(self.cost_usd, COST_DIGITS))


@dataclass(frozen=True, slots=True)
class Page:
    """A page: what is said about it, notes on how it came about, and its sections."""

    meta: PageMeta
    notes: tuple[str, ...] = ()
    sections: tuple[tuple[Section, tuple[Bullet, ...]], ...] = ()
    """In the order of `Section`; the first three always, Constraints only where there are any."""

    def __post_init__(self) -> None:
        given = dict(self.sections)
        wanted = [name for name in Section if name in ALWAYS or given.get(name)]
        object.__setattr__(self, "sections", tuple((name, tuple(given.get(name, ()))) for name in wanted))
        object.__setattr__(self, "notes", tuple(filter(None, map(one_line, self.notes))))

    def bullets(self, section: Section) -> tuple[Bullet, ...]:
        """Give the bullets of one section, none when it is not there."""
        for name, bullets in self.sections:
            if name is section:
                return bullets
        return ()

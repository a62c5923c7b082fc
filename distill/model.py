"""The values that all parts of `distill` speak of; no behaviour beyond what a value needs.

Text in a digest is plain text in which only code spans (`` `x` ``) are markup; pages escape all else.
"""

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import NewType

Seat = NewType("Seat", str)
"""A named agent position, such as `orch-lead@openrig`; normalised to NFC."""

SessionId = NewType("SessionId", str)
"""The client's name of one session; empty when nobody said it."""

UNKNOWN_SEAT = Seat("unknown")


class Section(StrEnum):
    """The sections of a page, in their order."""

    ACCOMPLISHED = "Accomplished"
    DECISIONS = "Decisions"
    OPEN_ITEMS = "Open Items"
    CONSTRAINTS = "Constraints"


class DecisionStatus(StrEnum):
    """Where a decision stands."""

    PROPOSED = "proposed"
    ACCEPTED = "accepted"
    SUPERSEDED = "superseded"
    REJECTED = "rejected"
    """Thought of and turned down: what was decided is not to do it."""


class Force(StrEnum):
    """How strongly a constraint binds."""

    MUST = "must"
    SHOULD = "should"


class Confidence(StrEnum):
    """How far a page can be relied on; only a person raises it."""

    LOW = "low"
    REVIEWED = "reviewed"
    VERIFIED = "verified"


class SourceKind(StrEnum):
    """What a page was distilled from."""

    RESTORE_MAP = "restore-map"
    HANDOFF = "handoff"
    COMPACT_SUMMARY = "compact-summary"
    TRANSCRIPT = "transcript"


@dataclass(frozen=True, slots=True, order=True)
class Lines:
    """A range of lines of the archived map, 1-based, both ends included."""

    first: int
    last: int

    def __str__(self) -> str:
        return f"L{self.first}" if self.first == self.last else f"L{self.first}–{self.last}"  # noqa: RUF001


@dataclass(frozen=True, slots=True, kw_only=True)
class Accomplishment:
    """Something that is done."""

    text: str
    lines: Lines


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """Something that was settled, with its reason and what was turned down."""

    what: str
    lines: Lines
    why: str = ""
    rejected: str = ""
    status: DecisionStatus = DecisionStatus.ACCEPTED


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenItem:
    """Something that is still to do, to answer or to wait for."""

    text: str
    lines: Lines
    owner: str = ""
    """Who holds it, where `text` does not already say so."""
    blocked_by: str = ""
    """What it waits for, where `text` does not already say so."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Constraint:
    """A standing directive, in its own words."""

    text: str
    lines: Lines
    force: Force = Force.MUST


Item = Accomplishment | Decision | OpenItem | Constraint


@dataclass(frozen=True, slots=True, kw_only=True)
class Digest:
    """What an engine returns: items by section, each with the lines it rests on. Untrusted."""

    accomplished: tuple[Accomplishment, ...] = ()
    decisions: tuple[Decision, ...] = ()
    open_items: tuple[OpenItem, ...] = ()
    constraints: tuple[Constraint, ...] = ()
    omitted: tuple[tuple[Section, int], ...] = ()
    """How many items of a section were left out because the page holds only so many."""
    unsupported: int = 0
    """How many items were dropped because they claim what the map does not hold."""
    added: tuple[Lines, ...] = ()
    """The lines of open items that weigh, that the model's answer lacked, and that were put in from the map."""
    headline: str = ""
    """What the session was about, at most 100 characters; empty: made from the items."""


@dataclass(frozen=True, slots=True, order=True)
class Finding:
    """Where a secret stood, in the text as it was given; never the secret itself."""

    line: int
    column: int
    kind: str


@dataclass(frozen=True, slots=True)
class OwnRule:
    """A pattern of the person's own; group 1, where there is one, is the secret."""

    kind: str
    pattern: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RedactionPolicy:
    """What the settings say about redaction."""

    rules: tuple[OwnRule, ...] = ()
    allow: tuple[str, ...] = ()
    """Patterns of whole values that are no secrets, said by the person."""
    allow_guesses: tuple[str, ...] = ()
    """The same, said by a project: they spare what was only guessed, nothing that names itself."""
    ip_addresses: bool = False
    """Whether public IP addresses go too."""
    deep: bool = False
    """Whether kingfisher's rules are asked too."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Redacted:
    """Text that went through redaction. Only `distill.redaction` makes one (held by a test)."""

    text: str
    findings: tuple[Finding, ...] = ()
    secrets: tuple[tuple[str, str], ...] = field(default=(), repr=False)
    """(value, placeholder) of this run, in memory only, for the second pass and the read-back."""
    policy: RedactionPolicy = RedactionPolicy()
    """What this run was told, so that every later look at its text is told the same."""

    def counts(self) -> dict[str, int]:
        """Count the distinct values found, by kind."""
        counts: dict[str, int] = {}
        for _, placeholder in self.secrets:
            kind = placeholder.removeprefix("REDACTED-").rpartition("-")[0]
            counts[kind] = counts.get(kind, 0) + 1
        return dict(sorted(counts.items()))


@dataclass(frozen=True, slots=True, kw_only=True)
class CleanDigest:
    """A digest that went through the second pass. Only `distill.redaction` makes one (held by a test)."""

    digest: Digest


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """What an answer cost, as the answer itself says."""

    input_tokens: int = 0
    output_tokens: int = 0
    cost_usd: float | None = None
    """None: no price is known for the model, or nothing was called."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MapFacts:
    """What a map says about itself, read from its redacted text."""

    seat: Seat
    session_id: SessionId
    written: datetime
    """When it was written, in UTC: as the map says, else the file's modification time."""
    source: SourceKind = SourceKind.RESTORE_MAP


class Reason(StrEnum):
    """Why a compaction gave no page, or a page by another engine than asked for: a closed list."""

    NO_MAP = "no-map"
    STALE_MAP = "stale-map"
    PARTIAL_MAP = "partial-map"
    UNREADABLE_MAP = "unreadable-map"
    EMPTY_MAP = "empty-map"
    MAP_TOO_LARGE = "map-too-large"
    DUPLICATE = "duplicate"
    EDITED = "edited"
    NESTED = "nested"
    SUBAGENT = "subagent"
    DISABLED = "disabled"
    NO_INPUT = "no-input"
    NO_INTERPRETER = "no-interpreter"
    NO_KEY = "no-key"
    BAD_KEY = "bad-key"
    API_TIMEOUT = "api-timeout"
    API_ERROR = "api-error"
    BATCH_OPEN = "batch-open"
    RATE_LIMITED = "rate-limited"
    OVERLOADED = "overloaded"
    UNKNOWN_MODEL = "unknown-model"
    REFUSED = "refused"
    TRUNCATED = "truncated"
    BAD_ANSWER = "bad-answer"
    CAP_REACHED = "cap-reached"
    UNSUPPORTED_CLAIMS = "unsupported-claims"
    CONFIG_ERROR = "config-error"
    REDACTION_ERROR = "redaction-error"
    PAGE_ERROR = "page-error"
    DISK_ERROR = "disk-error"
    DEADLINE = "deadline"
    UNEXPECTED = "unexpected"

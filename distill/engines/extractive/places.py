"""What a part of a map is about, as its heading says."""

from enum import StrEnum


class Place(StrEnum):
    """Where an entry stands; the first four are sections of a page."""

    ACCOMPLISHED = "accomplished"
    DECISIONS = "decisions"
    OPEN = "open"
    CONSTRAINTS = "constraints"
    RULED_OUT = "ruled_out"
    """Approaches that were tried or thought of and turned down."""
    PITFALLS = "pitfalls"
    PROMPTS = "prompts"
    """The user's own words: only their directives count."""
    SAID = "said"
    """All that a user typed in a session, one-off requests too: only what forbids or holds for good counts."""
    SUMMARY = "summary"
    """Says again what other sections hold; counts where they do not."""
    TEAM = "team"
    MIXED = "mixed"
    """Everything at once: an entry's own words decide."""
    LOG = "log"
    """A session or a day: what its items do not say otherwise was done then."""
    FINDINGS = "findings"
    """What was learnt: counts where it settles, demands or leaves something open."""
    DETAIL = "detail"
    """A heading without a key word among others that have one: only plain words count."""
    PLAIN = "plain"
    """A heading without a key word, or none."""
    SKIP = "skip"
    """Reference material: only boxes and prohibitions count."""
    NOTHING = "nothing"
    """Superseded, foreign or a list of lookups."""


SECTIONS = frozenset({Place.ACCOMPLISHED, Place.DECISIONS, Place.OPEN, Place.CONSTRAINTS})
TELLING = SECTIONS | {Place.RULED_OUT, Place.PITFALLS}
BUSY = frozenset({Place.ACCOMPLISHED, Place.OPEN})
"""What was done and what is to be done: where most items are told."""

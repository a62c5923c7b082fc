"""Plain sentences on how a page came about, for people who wonder what is missing."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from distill.model import Digest, Reason, Section, Usage

NOUNS = {
    Section.ACCOMPLISHED: ("accomplishment", "accomplishments"),
    Section.DECISIONS: ("decision", "decisions"),
    Section.OPEN_ITEMS: ("open item", "open items"),
    Section.CONSTRAINTS: ("constraint", "constraints"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Provenance:
    """How a page came about: who distilled it, at what cost, and what was taken out."""

    engine: str
    fallback_from: str = ""
    """The engine that was asked first and could not answer."""
    fallback_reason: str = ""
    fallback_detail: str = ""
    """One sentence: what happened and what to do."""
    model: str = ""
    prompt: str = ""
    usage: Usage = field(default_factory=Usage)
    map_sha256: str = ""
    map: str = ""
    """Link to the archived map; empty: made from the page's name."""
    redactions: Mapping[str, int] = field(default_factory=dict)
    """Distinct secrets removed, by kind."""
    replaced_bytes: int = 0
    """Bytes of the map that were no UTF-8."""
    unread_lines: int = 0
    """Lines of the map that the engine was not shown, because it was too long."""


def notes(digest: Digest, provenance: Provenance) -> tuple[str, ...]:
    """Say what a reader must know about how this page was made; nothing when there is nothing to say."""
    return tuple(_sentences(digest, provenance))


def _sentences(digest: Digest, provenance: Provenance) -> Iterator[str]:
    if provenance.fallback_from:
        yield _fallback(provenance)
    if any(count > 0 for _, count in digest.omitted):
        left = ", ".join(_counted(count, *NOUNS[section]) for section, count in digest.omitted if count > 0)
        yield f"Left out because the page holds only so many: {left}. The archived map holds all."
    if digest.added:
        count = _counted(len(digest.added), "open item that weighs", "open items that weigh")
        lines = ", ".join(map(str, digest.added))
        yield f"Added from the map, because the model's answer lacked it: {count} ({lines})."
    if digest.unsupported > 0:
        dropped = _counted(digest.unsupported, "item was", "items were")
        yield f"{dropped} dropped because the lines they cite do not bear out what they say or name."
    if sum(provenance.redactions.values()) > 0:
        kinds = ", ".join(f"{count} × {kind}" for kind, count in sorted(provenance.redactions.items()))  # noqa: RUF001
        yield f"Secrets removed from the map before anything read it: {kinds}."
    if provenance.unread_lines > 0:
        lines = _counted(provenance.unread_lines, "line", "lines")
        yield f"The map was too long for the {provenance.engine} engine, which was not shown {lines} of it."
    if provenance.replaced_bytes > 0:
        count = _counted(provenance.replaced_bytes, "byte", "bytes")
        yield f"{count} of the map could not be read as UTF-8; `�` stands for each."


def _fallback(provenance: Provenance) -> str:
    if provenance.fallback_reason == Reason.NO_KEY:
        return f"Made by the {provenance.engine} engine, without a model. {provenance.fallback_detail}".rstrip()
    reason = f" ({provenance.fallback_reason})" if provenance.fallback_reason else ""
    start = f"Distilled by the {provenance.engine} engine because {provenance.fallback_from} could not answer{reason}."
    return f"{start} {provenance.fallback_detail}".rstrip()


def _counted(count: int, one: str, many: str) -> str:
    return f"{count} {one if count == 1 else many}"

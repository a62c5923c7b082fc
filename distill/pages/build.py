"""From a clean digest to a page."""

import re
from collections.abc import Iterable, Iterator

from distill.model import CleanDigest, Digest, Item, MapFacts, Seat, Section
from distill.pages.bullet import bullet
from distill.pages.headline import headline
from distill.pages.naming import page_name
from distill.pages.notes import Provenance, notes
from distill.pages.page import Bullet, Page, PageMeta
from distill.pages.text import nfc, one_line

__all__ = ["Provenance", "build", "map_link"]

TICKET = re.compile(r"[A-Z](?<![A-Za-z0-9_/.-].)[A-Z0-9]{1,9}-[0-9]{1,7}(?![A-Za-z0-9_-]|\.[0-9])")
NOT_TICKETS = frozenset(
    {"UTF", "ISO", "SHA", "RFC", "CVE", "CWE", "GPT", "UTC", "AES", "RSA", "TLS", "HTTP", "REDACTED"}
)
"""Prefixes that look like a tracker's but name standards, weaknesses or models."""
MOST_TICKETS = 12
UNSAFE_IN_TAG = re.compile(r"[^\w.@/-]")
TAG_LENGTH = 80


def build(clean: CleanDigest, facts: MapFacts, provenance: Provenance) -> Page:
    """Make the page of a digest that went through the second pass."""
    digest = clean.digest
    return Page(
        meta=_meta(digest, facts, provenance),
        notes=notes(digest, provenance),
        sections=(
            (Section.ACCOMPLISHED, _bullets(digest.accomplished)),
            (Section.DECISIONS, _bullets(digest.decisions)),
            (Section.OPEN_ITEMS, _bullets(digest.open_items)),
            (Section.CONSTRAINTS, _bullets(digest.constraints)),
        ),
    )


def map_link(name: str) -> str:
    """Link from a page to the archived map of the same name."""
    return f"../maps/{name}"


def _meta(digest: Digest, facts: MapFacts, provenance: Provenance) -> PageMeta:
    usage = provenance.usage
    return PageMeta(
        title=headline(digest),
        date=facts.written,
        seat=facts.seat,
        session_id=facts.session_id,
        source=facts.source,
        map=provenance.map or map_link(page_name(facts.written, facts.seat, provenance.map_sha256)),
        map_sha256=provenance.map_sha256,
        engine=provenance.engine,
        fallback_from=provenance.fallback_from,
        fallback_reason=provenance.fallback_reason,
        model=provenance.model,
        prompt=provenance.prompt,
        tags=tuple(_tags(digest, facts.seat, provenance.engine)),
        input_tokens=usage.input_tokens,
        output_tokens=usage.output_tokens,
        cost_usd=usage.cost_usd,
        redactions=provenance.redactions,
    )


def _tags(digest: Digest, seat: Seat, engine: str) -> Iterator[str]:
    yield _tag("seat", nfc(seat))
    for ticket in _tickets(digest):
        yield _tag("ticket", ticket)
    if engine:
        yield _tag("engine", engine)


def _tickets(digest: Digest) -> list[str]:
    """Collect the tickets that are open, then those that are done, each once."""
    texts = [*(item.text for item in digest.open_items), *(item.text for item in digest.accomplished)]
    found = (ticket for text in texts for ticket in TICKET.findall(one_line(text)))
    return [t for t in dict.fromkeys(found) if t.partition("-")[0] not in NOT_TICKETS][:MOST_TICKETS]


def _tag(kind: str, value: str) -> str:
    return f"{kind}/{UNSAFE_IN_TAG.sub('_', value)[:TAG_LENGTH]}"


def _bullets(items: Iterable[Item]) -> tuple[Bullet, ...]:
    return tuple(made for item in items if (made := bullet(item)) is not None)

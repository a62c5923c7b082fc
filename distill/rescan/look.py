"""A look at one text with today's rules: what is found, where, and the text without it."""

from collections.abc import Callable
from dataclasses import dataclass

from distill.errors import RedactionError
from distill.model import Finding, Redacted, RedactionPolicy
from distill.redaction.places import Place, found_places, line_and_column, line_starts
from distill.redaction.private_blocks import KIND as PRIVATE
from distill.rescan.forms import Form
from distill.rescan.parts import parts
from distill.rescan.reading import Edit, Reading, edited

MOST_ROUNDS = 12
Counts = Callable[[str], bool]
"""Whether a kind of finding counts in this text."""


@dataclass(frozen=True, slots=True)
class Looked:
    """What a look found, in the places of the given text, and that text without it, line for line."""

    findings: tuple[Finding, ...]
    text: str
    secrets: tuple[tuple[str, str], ...] = ()
    """(value, kind) of what was found, in memory only."""


def look(
    text: str,
    forms: tuple[Form, ...],
    *,
    counts: Counts,
    known: Redacted | None = None,
    policy: RedactionPolicy | None = None,
) -> Looked:
    """Look until nothing more is found, at the bare text and at each way in which it reads.

    Raises RedactionError as `redact` does, or when this does not come to an end.
    """
    rounds: list[Reading] = []
    found: list[tuple[int, str]] = []
    secrets: dict[str, str] = {}
    used: dict[str, str] = {}
    bare = text
    for _ in range(MOST_ROUNDS):
        known, places = _found(bare, forms, counts, known, policy)
        places = places or parts(bare, known, frozenset(name for name, kind in used.items() if kind != PRIVATE))
        if not places:
            return Looked(_findings(text, found), bare, tuple(secrets.items()))
        used |= {place.instead: place.kind for place in places}
        named = ((value, used.get(placeholder, PRIVATE)) for value, placeholder in known.secrets)
        secrets.update((value, kind) for value, kind in named if kind != PRIVATE)
        found += ((_given(rounds, place.start), place.kind) for place in places)
        rounds.append(edited(bare, [_keeping_lines(bare, place) for place in places]))
        bare = rounds[-1].text
    raise RedactionError("Looking for secrets did not settle; nothing was changed. Please report the text's shape.")


def _found(
    text: str, forms: tuple[Form, ...], counts: Counts, known: Redacted | None, policy: RedactionPolicy | None
) -> tuple[Redacted, list[Place]]:
    """Give the places of all readings that count, as places of the text: one reading may see more than another."""
    found: list[Place] = []
    seen: set[str] = set()
    for form in forms:
        chain = _read(text, form)
        shown = chain[-1].text if chain else text
        if known is None or (shown.strip() and shown not in seen):
            seen.add(shown)
            known, places = found_places(shown, known=known, policy=policy)
            found += _in_text(chain, [place for place in places if counts(place.kind)])
    assert known is not None  # noqa: S101 - there is at least one form
    return known, _merged(found)


def _read(text: str, form: Form) -> list[Reading]:
    chain: list[Reading] = []
    for step in form:
        chain.append(step(chain[-1].text if chain else text))
    return chain


def _in_text(chain: list[Reading], places: list[Place]) -> list[Place]:
    """Bring places of a reading back to the text."""
    return [Place(_given(chain, p.start), _given_end(chain, p.end), p.kind, p.instead) for p in places]


def _merged(places: list[Place]) -> list[Place]:
    """Join places that meet, under the name of the one that sees most."""
    joined: list[Place] = []
    for place in sorted(places, key=lambda p: (p.start, -p.end)):
        if joined and place.start < joined[-1].end:
            last = joined[-1]
            wider = max(last, place, key=lambda p: p.end - p.start)
            joined[-1] = Place(last.start, max(last.end, place.end), wider.kind, wider.instead)
        elif place.start < place.end:
            joined.append(place)
    return joined


def _given(chain: list[Reading], at: int) -> int:
    for reading in reversed(chain):
        at = reading.start(at)
    return at


def _given_end(chain: list[Reading], at: int) -> int:
    for reading in reversed(chain):
        at = reading.end(at)
    return at


def _keeping_lines(text: str, place: Place) -> Edit:
    """Replace a place and keep the ends of its lines: what cites lines of this text stays right."""
    gone = text[place.start : place.end]
    end = "\r\n" if "\r\n" in gone else "\n"
    return Edit(place.start, place.end, place.instead + end * gone.count("\n"))


def _findings(text: str, found: list[tuple[int, str]]) -> tuple[Finding, ...]:
    starts = line_starts(text)
    return tuple(
        sorted({Finding(*line_and_column(starts, at), kind) for at, kind in found})  # a place is told once
    )

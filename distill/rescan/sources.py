"""What a site would be built of, looked at before it is: each wording once in a process."""

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from distill.errors import RedactionError
from distill.model import Finding, RedactionPolicy
from distill.redaction.octets import decoded
from distill.rescan.forms import forms_of
from distill.rescan.look import look
from distill.rescan.names import in_a_line, shown
from distill.rescan.targets import PERSONAL, role_of

MOST_REMEMBERED = 100_000
"""Wordings that are remembered, each by its hash."""


@dataclass(frozen=True, slots=True)
class Suspect:
    """What stands in one source of a site."""

    findings: tuple[Finding, ...] = ()
    trouble: str = ""
    """Why it could not be looked at."""
    clean: bytes = field(default=b"", repr=False)
    """The source without it; nothing where it could not be looked at."""


@dataclass(slots=True)
class Memory:
    """Looks at sources and remembers what they hold, by the hash of their bytes: a rebuild looks at what is new."""

    known: dict[tuple[bytes, str, bool, RedactionPolicy | None], Suspect | None] = field(default_factory=dict)

    def suspect(self, place: str, data: bytes, policy: RedactionPolicy | None = None) -> Suspect | None:
        """Tell what stands in a source, by its path in the wiki and its bytes; None when it is clean."""
        strict = role_of(place)[1]
        ending = place[place.rfind(".") :]
        key = (hashlib.sha256(data).digest(), ending, strict, policy)
        if key not in self.known:
            if len(self.known) >= MOST_REMEMBERED:
                self.known.clear()
            self.known[key] = _suspect(place, data, policy, strict=strict)
        return self.known[key]


def _suspect(place: str, data: bytes, policy: RedactionPolicy | None, *, strict: bool) -> Suspect | None:
    octets = decoded(data)
    try:
        looked = look(octets.text, forms_of(place), counts=lambda kind: strict or kind not in PERSONAL, policy=policy)
    except RedactionError as error:
        return Suspect(trouble=str(error))
    return Suspect(looked.findings, clean=octets.encode(looked.text)) if looked.findings else None


def told(places: Iterable[str], suspects: dict[str, Suspect], policy: RedactionPolicy | None = None) -> Iterator[str]:
    """Say in lines what stands where, never a value. Raises RedactionError when the names cannot be looked at."""
    given = list(places)
    names = dict(zip(given, shown(given, policy=policy), strict=True))
    for place, name in names.items():
        if name != in_a_line(place):
            yield f"{name}: something stands in the name of the file; rename it"
    for place, suspect in suspects.items():
        yield from (f"{names[place]}:{f.line}:{f.column} {f.kind}" for f in suspect.findings)
        if suspect.trouble:
            yield f"{names[place]}: {suspect.trouble}"

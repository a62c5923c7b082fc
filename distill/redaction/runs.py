"""Runs: stretches of base64's characters, of both alphabets, which several detectors look into."""

from distill.redaction.literals import ranges
from distill.redaction.spans import View, flat

SHORTEST = 24
"""Characters of a run."""
_RUN = rf"[A-Za-z0-9+/_-]{{{SHORTEST},}}"


def runs(text: str) -> list[tuple[int, int]]:
    """List where runs stand, padding left out; they are looked up once for a text that remembers."""
    if not isinstance(text, View):
        return ranges(_RUN, flat(text))
    if "runs" not in text.found:
        text.found["runs"] = ranges(_RUN, text.flat)
    found: list[tuple[int, int]] = text.found["runs"]
    return found

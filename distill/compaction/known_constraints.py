"""The active constraints as a hook may say them: redacted by the preparation, else with their looks checked. Light."""

from distill.compaction import ready, shape
from distill.constraints import light

TYPE_CHECKING = False


def of(state: str, lane: str, registry: str, seat: str, now: float) -> "list[tuple[str, str]]":
    """Give force and words of the constraints of a seat, those that must hold first."""
    prepared = ready.load(state, lane, now) if state else None
    if prepared is not None and prepared.constraints:
        return prepared.constraints
    return [(force, shape.masked(text)) for force, text in light.active(registry, seat)]

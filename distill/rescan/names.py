"""Names of files in a form that may be shown: whoever names a file may have put a key into its name."""

from collections.abc import Sequence

from distill.errors import RedactionError
from distill.model import RedactionPolicy
from distill.redaction.carried import Carried
from distill.rescan.forms import PLAIN
from distill.rescan.look import look

AT_ONCE = 20_000
"""Names that are looked at in one go."""


def in_a_line(name: str) -> str:
    """Give a name without its line breaks, which a file's name may have."""
    return name.replace("\n", " ")


def shown(names: Sequence[str], carried: Carried | None = None, policy: RedactionPolicy | None = None) -> list[str]:
    """Redact names, in their order; one that comes back changed held something. Raises RedactionError."""
    found: list[str] = []
    for at in range(0, len(names), AT_ONCE):
        part = "\n".join(in_a_line(name) for name in names[at : at + AT_ONCE])
        known = carried.into(part) if carried else None
        found += look(part, PLAIN, counts=lambda _: True, known=known, policy=policy).text.split("\n")
    if len(found) != len(names):
        raise RedactionError("The names of the files cannot be told apart; nothing can be shown of them.")
    return found

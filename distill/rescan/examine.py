"""Examining the files of one unit: read, look, and on demand mend."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from distill import files
from distill.errors import PageError, RedactionError
from distill.model import Finding, RedactionPolicy
from distill.pages.read import parse
from distill.redaction import private_blocks
from distill.redaction.carried import Carried
from distill.redaction.octets import Octets, decoded
from distill.rescan import marks
from distill.rescan.forms import forms_of
from distill.rescan.look import Looked, look
from distill.rescan.targets import Role, Target, Unit

MOST_BYTES = 64_000_000
"""Bytes of one file that are read; a larger one is named, not passed over."""
PIECE = 1_000_000
"""Characters of a built file that are looked at in one go."""
TRIES = 5
"""How often a file is read anew that grows while it is looked at."""
BREAKS = ("},{", "}, {", "\n")
"""Where a large file of a site may be parted: between the pages of a search index, else between lines."""
APART = "\n\n"
Put = Callable[[Target, bytes, bytes], bool | None]
"""Puts what a file shall hold in its place, or beside it; False where it is not as it was, None where it is in use."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Examined:
    """What is known of one file after it was examined."""

    target: Target
    findings: tuple[Finding, ...] = ()
    fixed: bool = False
    trouble: str = ""
    """Why it could not be looked at or mended; empty when it could."""
    blind: bool = False
    """It could not be looked at: nobody knows what is in it."""
    secrets: tuple[tuple[str, str], ...] = ()
    """(value, kind) of the whole unit, in memory only."""

    @property
    def clean(self) -> bool:
        """Tell whether nothing stands in it any more."""
        return not self.trouble and (self.fixed or not self.findings)


def examine(
    unit: Unit, carried: Carried, put: Put | None = None, policy: RedactionPolicy | None = None
) -> tuple[Examined, ...]:
    """Look at the files of a unit as one; with `put` mend what can be mended."""
    for _ in range(TRIES):
        done = _examine(unit, carried, put, policy)
        if done is not None:
            return done
    return tuple(_blind(target, "it changes all the time; try again") for target in unit)


def _examine(
    unit: Unit, carried: Carried, put: Put | None, policy: RedactionPolicy | None
) -> tuple[Examined, ...] | None:
    """Give None when a file was changed by somebody else meanwhile."""
    try:
        given = [_read(target) for target in unit]
    except OSError as error:
        return _apart(unit, carried, put, policy, _why(error))
    if len(unit) > 1 and any(_reaches_over(octets.text) for octets, _ in given):
        return _each(unit, carried, put, policy)
    try:
        looked = _look(unit, [octets.text for octets, _ in given], carried, policy)
    except RedactionError as error:
        return _apart(unit, carried, put, policy, str(error))
    examined = []
    for target, (octets, data), mine in zip(unit, given, looked, strict=True):
        seen = Examined(target=target, findings=mine.findings, secrets=mine.secrets)
        if put is not None and mine.findings:
            mended = _mended(seen, octets, data, mine.text, put)
            if mended is None:
                return None
            seen = mended
        examined.append(seen)
    return tuple(examined)


def _apart(
    unit: Unit, carried: Carried, put: Put | None, policy: RedactionPolicy | None, why: str
) -> tuple[Examined, ...]:
    """Examine files one by one, so that the trouble of one is not that of the other."""
    return (_blind(unit[0], why),) if len(unit) == 1 else _each(unit, carried, put, policy)


def _each(unit: Unit, carried: Carried, put: Put | None, policy: RedactionPolicy | None) -> tuple[Examined, ...]:
    return tuple(each for target in unit for each in examine((target,), carried, put, policy))


def _reaches_over(text: str) -> bool:
    """Tell a text with a private block that is not closed: joined with another, it would take that along."""
    return any(span.end > len(text) for span in private_blocks.spans(text + APART))


def _blind(target: Target, why: str) -> Examined:
    return Examined(target=target, trouble=why, blind=True)


def _read(target: Target) -> tuple[Octets, bytes]:
    data = files.read_bounded(target.path, MOST_BYTES)
    if len(data) > MOST_BYTES:
        raise OSError(0, f"larger than {MOST_BYTES:,} bytes")
    return decoded(data), data


def _why(error: OSError) -> str:
    return f"it cannot be read ({error.strerror or type(error).__name__})"


def _look(unit: Unit, texts: list[str], carried: Carried, policy: RedactionPolicy | None) -> list[Looked]:
    """Look at all texts as one, and part what was found by lines, which a look leaves as they are."""
    if len(unit) == 1:
        return [_look_at(unit[0], texts[0], carried, policy)]
    joined = APART.join(texts)
    whole = look(joined, forms_of(unit[0].path.name), counts=unit[0].counts, known=carried.into(joined), policy=policy)
    lines, first, parts = whole.text.split("\n"), 0, []
    for text in texts:
        last = first + text.count("\n") + 1
        mine = tuple(replace(f, line=f.line - first) for f in whole.findings if first < f.line <= last)
        parts.append(Looked(mine, "\n".join(lines[first:last]), whole.secrets))
        first = last + APART.count("\n") - 1
    return parts


def _look_at(target: Target, text: str, carried: Carried, policy: RedactionPolicy | None) -> Looked:
    forms = forms_of(target.path.name)
    if target.role is not Role.SITE or len(text) <= PIECE:
        return look(text, forms, counts=target.counts, known=carried.into(text), policy=policy)
    findings: list[Finding] = []
    line, column = 0, 0
    for piece in pieces(text):
        found = look(piece, forms, counts=target.counts, known=carried.into(piece), policy=policy).findings
        findings += (replace(f, line=f.line + line, column=f.column + (column if f.line == 1 else 0)) for f in found)
        line += piece.count("\n")
        column = len(piece) - piece.rfind("\n") - 1 + (0 if "\n" in piece else column)
    return Looked(tuple(findings), text)


def pieces(text: str, size: int = PIECE) -> Iterable[str]:
    """Part a text where nothing is torn, into pieces of about this size."""
    at = 0
    while at < len(text):
        cut = max((text.rfind(mark, at + 1, at + size) for mark in BREAKS), default=-1)
        end = len(text) if len(text) - at <= size or cut <= at else cut + 1
        yield text[at:end]
        at = end


def _mended(seen: Examined, octets: Octets, before: bytes, text: str, put: Put) -> Examined | None:
    """Write what was mended; None when the file has changed meanwhile."""
    target = seen.target
    if target.role is Role.SITE:
        return seen
    if target.far:
        return replace(seen, trouble="a link leads to it out of the project; take it out by hand")
    if _is_page(target, octets.text) and not _is_page(target, text):
        return replace(seen, trouble="its front matter would not be readable any more; take it out by hand")
    marked = marks.carried_over(octets.text, text) if target.role is Role.MADE else text
    try:
        done = put(target, before, octets.encode(marked))
    except OSError as error:
        return replace(seen, trouble=f"it cannot be written ({error.strerror or type(error).__name__})")
    if done is None:
        return replace(seen, trouble="a worker is at it; try again")
    return replace(seen, fixed=True) if done else None


def _is_page(target: Target, text: str) -> bool:
    """Tell whether a file reads as a page."""
    try:
        parse(text, name=target.path.name)
    except PageError:
        return False
    return True

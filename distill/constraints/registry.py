"""The registry's text: what comes in, what is revoked, and all else as people left it. Pure."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from importlib.resources import files

from distill.constraints import light
from distill.constraints.entry import DIGITS, MOST_DIGITS, Entry, digest, field, mark, normal, render
from distill.constraints.light import Line
from distill.pages.quotation import bare


@dataclass(frozen=True, slots=True, kw_only=True)
class Merged:
    """A registry's text with what came in."""

    text: str
    added: tuple[str, ...] = ()
    """The lines that are new."""
    left: int = 0
    """How many constraints had no room."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """A constraint as the registry has it, whoever wrote its line."""

    mark: str
    line: Line
    row: int
    """Number of its line in the file, from 1."""


def empty() -> str:
    """Give the text of a registry that holds nothing yet."""
    return (files("distill") / "templates" / "pages" / "constraints.md").read_text("utf-8")


def standing(text: str) -> list[Standing]:
    """List what a registry holds, revoked ones too; a line without an id has that of its words."""
    return [Standing(mark=line.mark or mark(line.text), line=line, row=at + 1) for at, line in light.numbered(text)]


def merged(text: str, entries: Iterable[Entry]) -> Merged:
    """Append what the registry does not know yet, behind its last constraint; no line that is there is touched.

    What was revoked stays revoked, and what a person put into other words is known by its id.
    """
    known, added, left = standing(text), list[str](), 0
    room = light.MAX_BYTES - len(text.encode())
    for entry in entries:
        if knows(known, entry.text, entry.seat):
            continue
        named = _mark_for(entry.text, known)
        line = render(entry, named)
        if (size := len(line.encode()) + 2) > room:
            left += 1
            continue
        room -= size
        added.append(line)
        known.append(Standing(mark=named, line=light.lines(line)[0], row=0))
    return Merged(text=_appended(text, added) if added else text, added=tuple(added), left=left)


def revoked(text: str, named: str, *, on: date, by: str, why: str) -> str | None:
    """Strike every line of an id through, in place, with who says so and why; None when no such line stands."""
    rows = text.split("\n")
    found = [one for one in standing(text) if one.mark.lower() == named.lower() and not one.line.revoked]
    for one in found:
        first, last = one.row - 1, _last_row(rows, one.row - 1)
        rows[first] = f"{rows[first][:2]}{light.STRUCK}{rows[first][2:].lstrip()}"
        end = rows[last].rstrip()
        rows[last] = f"{end}{light.STRUCK} revoked {on:%Y-%m-%d} by {_told(by)}: {_told(why)}{_end(rows[last])}"
    return "\n".join(rows) if found else None


def knows(held: Iterable[Standing], text: str, seat: str = "") -> bool:
    """Tell whether a registry has words for a seat already, in whatever wording; what was revoked it has for all.

    `seat` empty: nobody knows who asks.
    """
    return known_as(held, text, seat) is not None


def known_as(held: Iterable[Standing], text: str, seat: str = "") -> Standing | None:
    """Find the constraint by which a registry has words for a seat already; None where it has none."""
    found = (one for one in held if _is_of(one, text) and (one.line.revoked or one.line.holds_for(seat)))
    return next(found, None)


def _is_of(one: Standing, text: str) -> bool:
    return normal(text) in {normal(one.line.text), normal(bare(one.line.text))} or _was_reworded(one, text)


def _was_reworded(one: Standing, text: str) -> bool:
    """Tell whether a line has the id of a text, but no longer its words."""
    named = one.mark.removeprefix("C-").lower()
    was = len(named) >= DIGITS and not digest(one.line.text).startswith(named)
    return was and digest(text).startswith(named)


def _mark_for(text: str, known: list[Standing]) -> str:
    """Give the text's id, longer where another text has it."""
    others = {one.mark for one in known if normal(one.line.text) != normal(text)}
    return next(m for digits in range(DIGITS, MOST_DIGITS + 1) if (m := mark(text, digits)) not in others)


def _appended(text: str, lines: list[str]) -> str:
    rows = text.split("\n")
    held = light.numbered(text)
    if held:
        at = _last_row(rows, held[-1][0]) + 1
    else:
        while rows and not rows[-1].strip():
            rows.pop()
        at, lines = len(rows), ["", *lines] if rows else lines
    end = "\r" if "\r\n" in text else ""
    rows[at:at] = [f"{line}{end}" for line in lines]
    return "\n".join(rows if not rows[-1] else [*rows, ""])


def _last_row(rows: list[str], first: int) -> int:
    """Find the last line of a constraint: what is indented below it is part of it."""
    last = first
    while last + 1 < len(rows) and rows[last + 1].startswith("  ") and rows[last + 1].strip():
        last += 1
    return last


def _end(row: str) -> str:
    return "\r" if row.endswith("\r") else ""


def _told(text: str) -> str:
    return field(text) or "nobody"

"""Standing constraints through map, page, next map: what is left of them word for word after some cycles."""

from dataclasses import dataclass
from datetime import UTC, datetime

from distill.engines.extractive.engine import digest_of
from distill.model import MapFacts, Seat, Section, SessionId
from distill.pages.build import Provenance, build
from distill.pages.read import parse
from distill.pages.render import render
from distill.redaction import clean
from distill.redaction.redactor import redact

CONSTRAINTS = {
    "action": (
        "Never push to `release/*` without a green `qa/full` check.",
        "Do not restart the ingest host between 08:00 and 18:00 CET.",
        "Ask the owner before any migration that drops a column.",
        "You MUST run `make drill` before each deploy, also for a one-line change.",
        "No dependency with a copyleft licence may be added.",
        "Use the sandbox account `acct-17` for every payment test; the live one is off limits.",
    ),
    "information": (
        "The figures of Q3 are confidential until 2026-11-05.",
        "Names of patients never leave the clinic's own network.",
        "Only the ombudsman may see who filed a complaint.",
        "Do not quote the supplier's price list in a public ticket.",
        "Keep the coordinates of the nests out of every log.",
        "Sources of the leak report stay anonymous, even among ourselves.",
    ),
    "process": (
        "Two reviewers for everything under `billing/`, one of them from finance.",
        "Every ruling goes into the register on the day it was made.",
        "Stop and wait for a person when a step costs more than 50 EUR.",
        "Write the failing test first; a fix without one is sent back.",
        "Release only on Tuesdays, after the stand-up.",
        "One pull request, one subject: a rename travels alone.",
    ),
    "preference": (
        "The owner prefers short commit messages in the imperative.",
        "She would rather be told late than told twice.",
        "Improve the existing pipeline rather than expanding it.",
        "Tables should stay under six columns.",
        "He likes plain words: no \u201cleverage\u201d, no \u201csynergy\u201d.",
        "Prefer the standard library to a new package.",
    ),
    "output": (
        "Answer in German when the ticket is in German.",
        "All times in reports are UTC, written as 14:05Z.",
        "Each page ends with the list of open questions, numbered.",
        "Prices have two decimals and the currency in front: EUR 12.50.",
        "Error texts name the file, the line and what to do next.",
        "Charts must be readable in black and white.",
    ),
}
ALL = tuple(text for texts in CONSTRAINTS.values() for text in texts)
POSITIONS = ("top", "middle", "end")
_ABOUT = MapFacts(
    seat=Seat("lead@bench"), session_id=SessionId("s-1"), written=datetime(2026, 3, 14, 12, 0, tzinfo=UTC)
)


@dataclass(frozen=True)
class Kept:
    """How many constraints stand in the pages after each cycle, word for word."""

    by_cycle: tuple[int, ...]


def map_of(constraints: tuple[str, ...], kilobytes: int, position: str, cycle: int = 0) -> str:
    """Write a map of a size with its constraints at the top, in the middle or at the end."""
    section = "\n".join(["## Standing constraints", "", *(f"- {text}" for text in constraints), ""])
    filler: list[str] = []
    size = len(section)
    number = 0
    while size < kilobytes * 1000:
        number += 1
        part = _filler(number, cycle)
        filler.append(part)
        size += len(part)
    at = {"top": 0, "middle": len(filler) // 2, "end": len(filler)}[position]
    return "\n".join(["# RESTORE MAP — lead@bench", "", *filler[:at], section, *filler[at:]])


def _filler(number: int, cycle: int) -> str:
    ticket = f"BEN-{100 * cycle + number}"
    return "\n".join(
        [
            f"## {ticket} ingest lane {number}",
            "",
            f"- {ticket} merged as #{number + 40}: lane {number} reads {number * 3} files an hour",
            f"- Open: lane {number} still drops the last row of a file without a final line break",
            f"- We chose one queue for lane {number} instead of two, because order matters there",
            "",
            f"The lane was measured on day {number} and came out at {number * 7} rows a second under load.",
            "",
        ]
    )


def kept(kilobytes: int, position: str, cycles: int) -> Kept:
    """Go round `cycles` times; each next map holds the constraints that the page before it holds."""
    held = ALL
    counts = []
    for cycle in range(cycles):
        held = _on_page(map_of(held, kilobytes, position, cycle))
        counts.append(len(set(ALL) & set(held)))
    return Kept(tuple(counts))


def _on_page(text: str) -> tuple[str, ...]:
    source = redact(text)
    cleaned = clean.clean_digest(digest_of(source.text), source)
    page = parse(render(build(cleaned, _ABOUT, Provenance(engine="extractive", map_sha256="0" * 64))))
    return tuple(_words(bullet.text) for bullet in page.bullets(Section.CONSTRAINTS))


def _words(bullet: str) -> str:
    return bullet.removesuffix(" (must)").removesuffix(" (should)").removeprefix('"').removesuffix('"')

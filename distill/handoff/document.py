"""A handoff as Markdown, and its verbatim tail read back from it.

What was said is quoted line by line, so that no heading, fence or rule of it reaches beyond its own place.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from distill.handoff.outline import Outline, arranged
from distill.handoff.tail import Said, Tail
from distill.handoff.wording import Wording, wordings
from distill.sessions.markup import embedded

MOST_BYTES = 1_000_000
"""Bytes of an earlier handoff that are read."""
_SAID = re.compile(r"### (?P<kind>[><]) (?P<at>[0-9T:.Z+-]{10,40}|-)(?: \(\+(?P<left>\d{1,9})[^)\n]{0,60}\))?")
PART_LEVEL = 3
PROMPT, ANSWER = ">", "<"
"""How the heading of something that was said begins: from the person, from the agent."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Handoff:
    """All that a handoff tells."""

    session: str
    seat: str
    written: datetime
    """When, in UTC."""
    titles: tuple[str, ...]
    outline: Outline
    tail: Tail
    wording: Wording


def render(handoff: Handoff) -> str:
    """Write the handoff; a part with nothing to say says so."""
    wording = handoff.wording
    lines = [f"# {wording.title} — {handoff.seat or handoff.session or '-'}", ""]
    lines += [f"Written: {handoff.written:%Y-%m-%dT%H:%M:%SZ}"]
    lines += [f"Session: {handoff.session}"] if handoff.session else []
    for number, (title, part) in enumerate(zip(handoff.titles, handoff.outline, strict=True), 1):
        lines += ["", f"## {number}. {title}", "", *_part(part, wording)]
    lines += ["", f"## {wording.prompts}", "", *_said(handoff.tail.prompts, PROMPT, wording)]
    lines += ["", f"## {wording.answers}", "", *_said(handoff.tail.answers, ANSWER, wording)]
    return "\n".join(lines).rstrip("\n") + "\n"


def _part(part: Sequence[str], wording: Wording) -> list[str]:
    """Give the lines of a part, with nothing in them that reaches beyond its end."""
    return embedded("\n".join(part), PART_LEVEL) if part else [wording.nothing]


def _said(said: Sequence[Said], kind: str, wording: Wording) -> list[str]:
    """Give what was said, the first one first."""
    if not said:
        return [wording.nothing]
    return [line for one in reversed(said) for line in _one(one, kind, wording)][:-1]


def _one(said: Said, kind: str, wording: Wording) -> Iterator[str]:
    left = f" (+{said.left_out} {wording.left_out})" if said.left_out else ""
    yield f"### {kind} {said.at or '-'}{left}"
    yield ""
    yield from (f"> {line}" for line in said.text.split("\n"))
    yield ""


def tail_of(text: str) -> Tail:
    """Read the tail of a handoff back; what is none is passed over."""
    found: list[tuple[str, Said, list[str]]] = []
    lines = text.split("\n")
    for line in lines[_end_of_outline(lines) :]:
        if match := _SAID.fullmatch(line):
            at = "" if match["at"] == "-" else match["at"]
            found.append((match["kind"], Said(at, "", int(match["left"] or 0)), []))
        elif line.startswith("## "):
            found.append(("", Said("", ""), []))
        elif found and line.startswith("> "):
            found[-1][2].append(line[2:])
    said = [(kind, Said(one.at, "\n".join(words), one.left_out)) for kind, one, words in reversed(found) if words]
    return Tail([one for kind, one in said if kind == PROMPT], [one for kind, one in said if kind == ANSWER])


def outline_of(text: str, titles: Sequence[str]) -> Outline:
    """Read the outline of a handoff back."""
    lines = text.split("\n")
    return arranged("\n".join(lines[: _end_of_outline(lines)]), titles)


def _end_of_outline(lines: Sequence[str]) -> int:
    """Find the heading of the tail: the last one, since nothing in the tail stands at the beginning of a line."""
    ends = {f"## {wording.prompts}" for wording in wordings().values()}
    return max((at for at, line in enumerate(lines) if line in ends), default=len(lines))

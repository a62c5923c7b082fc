"""The nine parts, filled with what transcript and git prove and with what was said, and nothing made up."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from distill.agents.transcripts.plans import PlanStep, StepState
from distill.agents.transcripts.read_facts import Ran
from distill.engines.extractive.engine import digest_of
from distill.git import Checkout
from distill.handoff.outline import MOST_LINES, Outline, one_line
from distill.handoff.tail import Said
from distill.maps.decode import normalise
from distill.maps.template import code
from distill.model import Decision, Digest, OpenItem
from distill.sessions import document
from distill.sessions.segment import Segment

BRIEF = 300
"""Characters of a prompt in the part with the goal."""
MOST_ITEMS = 12
MOST_COMMAND = 800
"""Characters of a command that is told whole; of a longer one it is not known where it was cut."""
KEPT = (0, 4, 5)
"""Parts of an earlier handoff that still hold: the first goal, decisions, what is ruled out."""
_CHECK = re.compile(
    r"\b(?:py\.?test|tox|nox|unittest|mypy|ruff|jest|vitest|mocha|ctest|phpunit|rspec|check|lint|verify|clippy|tsc|"
    r"(?:make|cargo|go|npm|pnpm|yarn|gradle|gradlew|mvn|dotnet|bazel|mix|swift|deno|bun|just|rake|sbt|zig)"
    r"(?: run)? (?:test|check|build|verify|vet|lint|ci)\w*)\b"
)
"""Commands that prove something."""
_ENDS = ".!?。…"


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """All that is known of a session."""

    segment: Segment
    session: str
    root: str
    commands: Sequence[Ran]
    """Commands that ended, the last one first."""
    plan: Sequence[PlanStep]
    checkout: Checkout | None
    prompts: Sequence[Said]
    """The last one first."""


def filled(known: Known) -> Outline:
    """Fill the nine parts."""
    digest = digest_of(document.document_of(known.segment, known.session, known.root))
    parts = (
        _goal(known),
        _state(known, digest),
        _in_progress(known),
        _next(known, digest),
        (one_line(_decision(one)) for one in digest.decisions if not _is_only_rejected(one)),
        (one_line(one.rejected or one.what) for one in digest.decisions if one.rejected),
        _blocked(known, digest),
        _files(known),
        (one_line(_whole(command)) for command in _checks(known.commands)[:1]),
    )
    return tuple(_kept(part) for part in parts)


def with_earlier(outline: Outline, before: Outline) -> Outline:
    """Put what an earlier handoff says and still holds before what is new; no doubles."""
    if len(outline) != len(before):
        return outline
    first_goal = before[0][:1] or outline[0][:1]
    joined = [(*before[at], *part) if at in KEPT else part for at, part in enumerate(outline)]
    joined[0] = (*first_goal, *outline[0][-1:])
    return tuple(tuple(dict.fromkeys(part))[-MOST_LINES:] for part in joined)


def _goal(known: Known) -> Iterator[str]:
    """Give the first prompt that is known and the last one."""
    for one in [*known.prompts[-1:], *known.prompts[:1]]:
        text = " ".join(one.text.split())
        at = f"{one.at[:10]} {one.at[11:16]}Z: " if one.at else ""
        yield one_line(f"{at}{text[:BRIEF]}{'…' if len(text) > BRIEF else ''}")


def _state(known: Known, digest: Digest) -> Iterator[str]:
    checked: set[str] = set()
    for ran in known.commands:
        if _CHECK.search(ran.command) and ran.command not in checked and len(checked) < MOST_ITEMS:
            checked.add(ran.command)
            status = "exit ?" if ran.exit_code is None else f"exit {ran.exit_code}"
            yield one_line(f"{code(ran.command)}: {status}{f' ({ran.at:%Y-%m-%d %H:%MZ})' if ran.at else ''}")
    subjects = {normalise(commit.subject) for commit in known.segment.commits}
    for done in digest.accomplished[:MOST_ITEMS]:
        if not any(subject in done.text for subject in subjects):
            yield one_line(done.text)


def _in_progress(known: Known) -> Iterator[str]:
    yield from (one_line(normalise(step.text)) for step in known.plan if step.state is StepState.ACTIVE)
    changed = known.checkout.changed[:MOST_ITEMS] if known.checkout else ()
    if known.checkout and changed:
        stat = f" ({known.checkout.shortstat})" if known.checkout.shortstat else ""
        more = len(known.checkout.changed) - len(changed)
        yield one_line(f"{', '.join(map(code, changed))}{f' +{more}' if more else ''}{stat}")


def _next(known: Known, digest: Digest) -> Iterator[str]:
    yield from (one_line(normalise(step.text)) for step in known.plan if step.state is StepState.OPEN)
    yield from (one_line(item.text) for item in digest.open_items if not item.blocked_by)


def _blocked(known: Known, digest: Digest) -> Iterator[str]:
    yield from (one_line(_waiting(item)) for item in digest.open_items if item.blocked_by)
    yield from document.failures(known.segment.failed_now[:MOST_ITEMS])


def _files(known: Known) -> Iterator[str]:
    if known.checkout:
        head = f"@ {known.checkout.head}" if known.checkout.head else ""
        yield one_line(f"{code(known.checkout.branch or 'HEAD')} {head}".strip())
    yield from document.commits(known.segment)[-MOST_ITEMS:]
    yield from document.paths("", known.segment.written[: MOST_ITEMS * 2], known.root)


def _checks(commands: Iterable[Ran]) -> list[str]:
    """Give the commands that prove something and ended well, the last one first, each as it was typed."""
    told = (ran.command for ran in commands if ran.exit_code == 0 and len(ran.command) < MOST_COMMAND)
    return [command for command in told if _CHECK.search(command)]


def _whole(command: str) -> str:
    """Give a command as a code span that changes no character of it."""
    return f"`` {command} ``" if "`" in command else f"`{command}`"


def _decision(one: Decision) -> str:
    if not one.why or one.why in one.what:
        return one.what
    return f"{one.what}{'' if one.what[-1:] in _ENDS else '.'} Why: {one.why}"


def _is_only_rejected(one: Decision) -> bool:
    return bool(one.rejected) and one.rejected == one.what


def _waiting(item: OpenItem) -> str:
    return item.text if item.blocked_by in item.text else f"{item.text} ← {item.blocked_by}"


def _kept(lines: Iterable[str]) -> tuple[str, ...]:
    found = (" ".join(line.split()) for line in lines)
    return tuple(dict.fromkeys(line for line in found if line.strip("- ")))[:MOST_LINES]

"""A captured map: the parts of a restore map, filled with what transcript and git prove, and nothing made up."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from distill.agents.transcripts.plans import PlanStep, StepState
from distill.git import Checkout
from distill.maps.decode import normalise
from distill.maps.facts import CAPTURED, END_MARK
from distill.maps.template import NewRow, code, git_lines, list_rows
from distill.sessions import document
from distill.sessions.markup import quoted
from distill.sessions.segment import Segment

MOST_COMMANDS = 15
BRIEF = 300
"""Characters of the last prompt that the summary shows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Captured:
    """All that is known of a session whose agent wrote no map."""

    seat: str
    session: str
    at: datetime
    """When it was captured, in UTC."""
    root: str
    previous: str
    segment: Segment
    plan: Sequence[PlanStep]
    commands: Sequence[str]
    """The last one first."""
    checkout: Checkout | None
    written: Sequence[NewRow]
    read: Sequence[NewRow]
    team: Sequence[str] = ()


def compose(captured: Captured) -> str:
    """Write the map; what no transcript can tell says None."""
    segment = captured.segment
    lines = [*_head(captured)]
    for title, part in (
        ("Summary", list(_summary(captured))),
        ("Active Work", list(_active(captured))),
        ("Session Totals", [*document.commits(segment), *document.paths("Wrote", segment.written, captured.root)]),
        ("Decisions", []),
        ("Constraints", []),
        ("External State", []),
        ("Blockers", []),
        ("Findings", []),
        ("Team", [f"- {' '.join(line.split())}" for line in captured.team]),
        ("Ruled Out", []),
        ("Git", git_lines(captured.checkout)),
        ("Commands that failed since the last prompt", document.failures(segment.failed_now)),
        ("Last commands", [f"- {code(command)}" for command in reversed(captured.commands[:MOST_COMMANDS])]),
        ("Last answers of the agent", document.answers(segment)),
        ("Prompts, word for word", document.prompts(segment)),
        ("Ranked Reading List", list(_list(captured))),
    ):
        lines += ["", f"## {title}", "", *(part or ["None."])]
    return normalise("\n".join([*lines, "", END_MARK])) + "\n"


def _head(captured: Captured) -> Iterator[str]:
    yield f"# Restore map — {captured.seat} {CAPTURED}"
    yield ""
    yield f"Written: {captured.at:%Y-%m-%dT%H:%M:%SZ} · session {captured.session or 'unknown'}"
    yield f"Previous map: {captured.previous or 'none'}"
    yield from ("", "## About this map", "")
    yield "> No agent wrote this map: it was put together from the transcript and from git."
    yield "> Decisions, constraints and reasons stand, if anywhere, in the prompts below, word for word."
    if captured.segment.is_cut:
        yield "> The session goes further back than what was read."


def _summary(captured: Captured) -> Iterator[str]:
    segment = captured.segment
    if segment.prompts:
        text = " ".join(normalise(segment.prompts[0].text).split())
        yield f"> Last prompt: {text[:BRIEF]}{'…' if len(text) > BRIEF else ''}"
        yield ""
    done = sum(step.state is StepState.DONE for step in captured.plan)
    steps = f"{done} of {len(captured.plan)} steps of the plan done, " if captured.plan else ""
    yield (
        f"Since the last compaction: {len(segment.commits)} commits, {len(segment.written)} files written, "
        f"{steps}{len(segment.failed_now)} commands failed since the last prompt."
    )


def _active(captured: Captured) -> Iterator[str]:
    """Tell what was asked last and which steps are open."""
    if captured.segment.prompts:
        yield from ("### What was asked last", "", *quoted(normalise(captured.segment.prompts[0].text).strip("\n")), "")
    open_steps = [step for step in captured.plan if step.state is not StepState.DONE]
    if open_steps:
        yield from ("### The plan", "")
        yield from (f"- [ ] {normalise(step.text)}{' (begun)' if _is_begun(step) else ''}" for step in open_steps)


def _is_begun(step: PlanStep) -> bool:
    return step.state is StepState.ACTIVE


def _list(captured: Captured) -> Iterator[str]:
    own = NewRow("this map", 0, "Put together from the transcript")
    yield from ("| # | Path | ~tokens | Why |", "|---|------|---------|-----|")
    yield from list_rows([own, *captured.written], captured.read)

"""The agent's own list of steps, as it last wrote it: Claude Code's TodoWrite, Codex's update_plan."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from distill.agents.transcripts import rows
from distill.agents.transcripts.values import Object, object_of, objects, word

MOST_PASSED = 64_000_000
"""Bytes of a transcript that are looked at for the last plan."""
MOST_STEPS = 50
MOST_STEP = 400


class StepState(StrEnum):
    """Where a step stands."""

    OPEN = "open"
    ACTIVE = "active"
    DONE = "done"


@dataclass(frozen=True, slots=True)
class PlanStep:
    """One step, on one line."""

    text: str
    state: StepState


_STATES = {"completed": StepState.DONE, "in_progress": StepState.ACTIVE}


def last_plan(path: str) -> tuple[PlanStep, ...]:
    """Find the newest plan of the main agent; empty where there is none near the end. Never raises."""
    passed = 0
    for row in rows.newest_first(path):
        for record in row.records:
            for steps in _plans(record):
                return steps
        passed += row.passed
        if passed > MOST_PASSED:
            break
    return ()


def _plans(record: Object) -> Iterator[tuple[PlanStep, ...]]:
    """Give the plans of a row, the last one first."""
    payload = record.get("payload")
    if isinstance(payload, dict):
        if payload.get("type") == "function_call" and payload.get("name") == "update_plan":
            yield _steps(_decoded(word(payload.get("arguments"))).get("plan"), "step")
        return
    if record.get("type") != "assistant" or record.get("isSidechain") is True:
        return
    for block in reversed(objects(object_of(record.get("message")).get("content"))):
        if block.get("type") == "tool_use" and block.get("name") == "TodoWrite":
            yield _steps(object_of(block.get("input")).get("todos"), "content")


def _steps(listed: object, key: str) -> tuple[PlanStep, ...]:
    found = ((" ".join(word(one.get(key)).split())[:MOST_STEP], one) for one in objects(listed))
    steps = (PlanStep(text, _STATES.get(word(one.get("status")), StepState.OPEN)) for text, one in found if text)
    return tuple(step for step, _ in zip(steps, range(MOST_STEPS), strict=False))


def _decoded(arguments: str) -> Object:
    try:
        return object_of(json.loads(arguments))
    except (ValueError, RecursionError):
        return {}

"""The skills in the real clients: a person starts the brain dump by each of its names, the model never does."""

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path

from claude_lab import Lab
from codex_lab import Run
from prepare import REPOSITORY, distill
from stage import Check, Stage

BODY = "Say now, in the chat, what would otherwise be lost"
"""Words of the brain dump that stand nowhere else."""
DUMP, MAP = "Say everything that is only in your head", "Write a restore map before the conversation"
"""How their descriptions begin, which is what a model is shown of a skill."""


def in_claude_code(stage: Stage, *, name: str, plugin: bool) -> list[str]:
    """Start the brain dump in Claude Code and see what the model is sent."""
    with Lab(stage.work / f"skills-{abs(hash((name, plugin))):x}", claude=stage.claude) as lab:
        if not plugin:
            distill(lab.project, lab.env(), "install", "--agent", "claude-code", "--skills")
        more = ["--plugin-dir", str(REPOSITORY)] if plugin else []
        lab.headless("MOCK say hello", *more)
        listed = json.dumps([request.get("body") for request in lab.requests()])
        lab.headless(f"{name} MOCK say done", *more)
        sent = json.dumps([request.get("body") for request in lab.requests()])
    return _troubles(listed, sent)


def in_codex(stage: Stage) -> list[str]:
    """Start the brain dump in Codex and see what the model is sent."""
    del stage
    with Run("skills") as run:
        run.config()
        distill(run.work, run.env(), "install", "--agent", "codex", "--skills")
        run.exec("hello")
        listed = json.dumps([request["body"] for request in run.requests()])
        run.exec("$brain-dump")
        sent = json.dumps([request["body"] for request in run.requests()])
        troubles = _troubles(listed, sent)
        distill(run.work, run.env(), "uninstall", "--agent", "codex")
        left = [str(path) for path in Path(run.work, ".agents").rglob("*")]
        return troubles + [f"left behind: {path}" for path in left]


def _troubles(listed: str, sent: str) -> list[str]:
    says: dict[str, Callable[[], bool]] = {
        "the model is offered the brain dump": lambda: DUMP in listed,
        "the model is not offered the restore map": lambda: MAP not in listed,
        "the brain dump is there before anybody asked": lambda: BODY in listed,
        "the brain dump did not come": lambda: BODY not in sent,
    }
    return [trouble for trouble, is_so in says.items() if is_so()]


CHECKS: dict[str, Check] = {
    "claude skill /brain-dump, installed": partial(in_claude_code, name="/brain-dump", plugin=False),
    "claude skill /+, installed": partial(in_claude_code, name="/+", plugin=False),
    "claude skill /brain-dump, plug-in": partial(in_claude_code, name="/brain-dump", plugin=True),
    "claude skill /distill:brain-dump, plug-in": partial(in_claude_code, name="/distill:brain-dump", plugin=True),
}
CODEX_CHECKS: dict[str, Check] = {"codex skill $brain-dump, installed": in_codex}

"""Sessions of Codex with hooks that a person trusted in its own screen, as installed hook and as plug-in."""

import json
import re
import shutil
import sys
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from codex_lab import Run
from prepare import REPOSITORY, distill, prepare
from stage import (
    AFTER_HOOK_S,
    Check,
    Stage,
    copy_of_repository,
    dispatched,
    left_over,
    link_distill,
    record,
    troubles_of,
)
from worlds import outcomes, pages

sys.path.insert(0, str(REPOSITORY))

from distill.agents import codex
from distill.install.codex_rules import PROMPT_FILE

MARK = re.compile(r"This conversation was compacted just now[^(]*\(distill ([0-9a-f]{8})\)")
OWN_PROMPT = "CONTEXT CHECKPOINT COMPACTION"
"""Words of the prompt that Codex brings."""
COMPACTING = "TOKENS 50000 RUN cat a.txt"
"""A turn whose first answer reports so much that Codex compacts before the next request."""
PLUGIN_HOOKS = json.loads((REPOSITORY / "hooks" / "codex.json").read_text("utf-8"))["hooks"]
OURS = {"installed": len(codex.SUBSCRIPTIONS), "plug-in": sum(len(groups) for groups in PLUGIN_HOOKS.values())}
"""Hooks that Codex has of us."""


@contextmanager
def session(
    stage: Stage, name: str, *, scope: str = "", plugin: bool = False, with_map: bool = True, remote: bool = False
) -> "Iterator[Run]":
    """Give a home of Codex and a project with our hook in the ways that are named; nothing is trusted yet."""
    with Run(name) as run:
        run.env_extra["LAB_MARK"] = uuid.uuid4().hex
        run.env_extra["PATH"] = f"{run.home}/.local/bin:{Path(stage.codex).parent}:/usr/local/bin:/usr/bin:/bin"
        run.config(name="OpenAI" if remote else "mock")
        run.hooks()  # the recording ones, which were there before ours
        prepare(run.work, run.env(), with_map=with_map, agent="codex" if scope else "", scope=scope)
        if plugin:
            link_distill(run.home / ".local" / "bin")
            _add_plugin(run)
        yield run
        record(stage.record, "codex", [event["stdin"] for event in run.events()])


def _add_plugin(run: Run) -> None:
    copy = copy_of_repository(run.dir / "copy")
    for words in (("plugin", "marketplace", "add", str(copy)), ("plugin", "add", "distill@distill")):
        code, out, err = run.codex(*words)
        assert code == 0, f"codex {' '.join(words[:2])}: {out}{err}"
    shutil.rmtree(copy / "hooks")  # what runs is the copy that Codex made


def trust(run: Run) -> None:
    """Trust all hooks in the screen that Codex shows at its start, as a person does."""
    run.tui(bypass=False)
    run.wait_screen("need review", 30)
    time.sleep(1)  # it draws before it listens
    run.keys("2", pause=1)
    run.keys("Enter", pause=2)
    if "trust all" in run.screen():  # the choice was not heard: this is the list of the first one
        run.keys("t", "Escape", pause=1)
    run.wait_screen("mock-model", 30)
    quit_terminal(run)


def quit_terminal(run: Run) -> None:
    """Leave the terminal by its own command."""
    run.type("/quit")
    time.sleep(2)
    run.tmux_cmd("kill-server")
    run.tmux = None


def doctor(run: Run, *, trusted: bool, hooks: int) -> list[str]:
    """Ask `distill doctor`, and say where it does not tell the trust of our hooks as it is."""
    said = distill(run.work, run.env(), "doctor").stdout
    lines = [line for line in said.splitlines() if "codex trust: " in line]
    trusts, never = (sum(words in line for line in lines) for words in ("Codex trusts", "never runs"))
    wanted = (hooks, 0) if trusted else (0, hooks)
    return [] if (trusts, never) == wanted else [f"doctor: {trusts} trusted, {never} not: {lines}"]


def left(run: Run) -> list[str]:
    """Say which of our processes stay."""
    return left_over(run.env_extra["LAB_MARK"])


def said(run: Run) -> list[str]:
    """Say whether the restore text reached the model other than once, in later requests again as what was said."""
    developer = [str(i) for r in run.requests() for i in r["body"].get("input", []) if i.get("role") == "developer"]
    marks = {mark for text in developer for mark in MARK.findall(text)}
    lost = [text for text in developer if MARK.search(text) and "Restore map: " not in text]
    return [f"the restore text came {len(marks)} times"] * (len(marks) != 1) + [f"without its map: {t}" for t in lost]


def automatic(stage: Stage, scope: str) -> list[str]:
    """Compact in mid-turn with the installed hook: untrusted it never runs and doctor says so, trusted it does."""
    with session(stage, f"automatic-{scope}", scope=scope) as run:
        troubles = doctor(run, trusted=False, hooks=OURS["installed"])
        run.exec(COMPACTING, bypass=False)
        if outcomes(run.work) or pages(run.work):
            troubles.append(f"it ran untrusted: {outcomes(run.work)}")
        trust(run)
        troubles += doctor(run, trusted=True, hooks=OURS["installed"])
        run.exec(COMPACTING, bypass=False)
        return troubles + said(run) + troubles_of(run.work, events=2) + left(run)


def by_plugin(stage: Stage, scope: str = "") -> list[str]:
    """Compact with the plug-in, alone or beside the installed hook."""
    with session(stage, f"plugin-{scope}", scope=scope, plugin=True) as run:
        hooks = OURS["plug-in"] + (OURS["installed"] if scope else 0)
        trust(run)
        troubles = doctor(run, trusted=True, hooks=hooks)
        run.exec(COMPACTING, bypass=False)
        return troubles + said(run) + troubles_of(run.work, events=4 if scope else 2) + left(run)


def with_our_prompt(stage: Stage) -> list[str]:
    """Let Codex compact by itself: its request is our prompt, whole, with the rules; uninstalled, it is Codex's own."""
    with session(stage, "prompt", scope="user") as run:
        trust(run)
        ours = (run.codex_home / PROMPT_FILE).read_text("utf-8").strip()
        troubles = [f"rule {n} is not in our prompt" for n in range(1, 11) if f"\n{n}. " not in ours]
        run.exec(COMPACTING, bypass=False)
        asked = [_last_said(request) for request in run.requests() if request["kind"] == "compact-local"]
        if not asked or any(text.strip() != ours for text in asked):
            troubles.append(f"the summary was asked for with {asked!r:.500}")
        distill(run.work, run.env(), "uninstall", "--agent", "codex", "--scope", "user")
        run.exec(COMPACTING, bypass=False)
        asked = [_last_said(request) for request in run.requests() if request["kind"] == "compact-local"][len(asked) :]
        if not asked or any(OWN_PROMPT not in text for text in asked):
            troubles.append(f"after uninstalling it was asked for with {asked!r:.500}")
        return troubles


def rules_at_the_service(stage: Stage) -> list[str]:
    """Let the service compact: it gets the rules by AGENTS.md, and nothing of ours besides."""
    with session(stage, "rules-remote", scope="user", remote=True) as run:
        trust(run)
        run.exec(COMPACTING, bypass=False)
        sent = [json.dumps(each["body"]["input"]) for each in run.requests() if each["kind"] == "compact-remote"]
        troubles = [] if sent else ["nothing was compacted"]
        troubles += ["the rules are not there"] * (not all("carry on what it holds" in text for text in sent))
        return troubles + ["the prompt file is there"] * (run.codex_home / PROMPT_FILE).exists()


def _last_said(request: dict[str, Any]) -> str:
    content = request["body"]["input"][-1]["content"]
    return content if isinstance(content, str) else "\n".join(part.get("text", "") for part in content)


def without_map(stage: Stage, *, remote: bool) -> list[str]:
    """Compact without a map; what the service compacted leaves no summary that could be read."""
    sources = ("handoff", "transcript") if remote else ("compact-summary",)  # the handoff, where it is there in time
    with session(stage, f"no-map-{sources[-1]}", scope="user", with_map=False, remote=remote) as run:
        trust(run)
        run.exec("Plant the tulips before the frost comes")
        run.exec(COMPACTING, bypass=False)
        return troubles_of(run.work, sources, events=2) + left(run)


def in_terminal(stage: Stage, end: str) -> list[str]:
    """Compact by hand in the terminal; without a further prompt there is no SessionStart ever."""
    with session(stage, f"terminal-{end}", scope="user") as run:
        trust(run)
        run.tui(bypass=False)
        run.wait_screen("mock-model", 30)
        time.sleep(2)
        run.type("first question")
        run.wait_screen("MOCK ANSWER #1")
        run.type("/compact")
        troubles = [] if dispatched(run.work) else ["no hook ran"]
        time.sleep(AFTER_HOOK_S)
        if end == "asked":
            run.type("second question")
            run.wait_screen("to: second question")
        if end != "closed":
            quit_terminal(run)
        else:
            run.tmux_cmd("kill-server")
            run.tmux = None
        return troubles + troubles_of(run.work, events=2 if end == "asked" else 1) + left(run)


def resumed(stage: Stage) -> list[str]:
    """Pass the limit at the end of a turn, and resume: Codex tells of the start and of the compaction then."""
    with session(stage, "resumed", scope="user") as run:
        trust(run)
        _, lines, _ = run.exec("TOKENS 50000 first question", bypass=False)
        thread = next(line["thread_id"] for line in lines if line.get("type") == "thread.started")
        run.exec("second question", bypass=False, resume=thread)
        return said(run) + troubles_of(run.work, events=2) + left(run)


CHECKS: dict[str, Check] = {
    "codex installed for the person, automatic": partial(automatic, scope="user"),
    "codex installed for the project, automatic": partial(automatic, scope="project"),
    "codex plug-in of a marketplace, automatic": by_plugin,
    "codex plug-in and installed at once, automatic": partial(by_plugin, scope="user"),
    "codex compacts by itself, with our prompt": with_our_prompt,
    "codex has the service compact, with our rules": rules_at_the_service,
    "codex without a map, compacted here": partial(without_map, remote=False),
    "codex without a map, compacted by the service": partial(without_map, remote=True),
    "codex resumed past its limit": resumed,
    "codex terminal, asked on": partial(in_terminal, end="asked"),
    "codex terminal, left at once": partial(in_terminal, end="quit"),
    "codex terminal, closed 0.2 s after the hook": partial(in_terminal, end="closed"),
}

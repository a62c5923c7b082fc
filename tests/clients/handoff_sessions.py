"""The handoff as a mod of Claude Code: with it and without, and with a command that fails, is slow, or is not there."""

import json
import os
import stat
import time
from collections.abc import Mapping
from functools import partial
from pathlib import Path

import codex_sessions
from claude_constraints import HELPER
from claude_lab import Lab, Stream
from prepare import REPOSITORY, prepare
from stage import Check, Stage, link_distill

LEAD = "The handoff of this session, put together by distill"
SUMMARY = "MOCK-SUMMARY"
WORDS = ("MOCK say the first word", "MOCK say the second word")
MANUAL = ("/compact",)
TWICE = ("/compact", "MOCK say between", "/compact")
AUTOMATIC = ('MOCK usage 150000\nMOCK tool Read {"file_path":"small.txt"}\nMOCK say done',)
"""A turn of so many tokens that the client compacts in its midst."""
WITH_HELPER = (f"MOCK tool Agent {json.dumps(HELPER)}\nMOCK say started", "/compact")
"""A compaction while a helper is at work."""
PRECOMPUTING = {"precomputeCompactionEnabled": True, "precomputeArmTokens": 20_000}
"""Settings with which the client may make a summary ahead of the compaction that takes it."""
NEARLY_FULL = ("MOCK usage 60000\nMOCK say much", "MOCK usage 63000\nMOCK say more", "/compact")
SAVED_WAIT_S = 20.0
FAILS, SLOW = "#!/bin/sh\necho half a handoff\nexit 3\n", "#!/bin/sh\nexec sleep 300\n"


def session(
    stage: Stage,
    name: str,
    *,
    script: str | None = "",
    compact: tuple[str, ...] = MANUAL,
    seconds: int = 60,
    settings: Mapping[str, object] | None = None,
) -> tuple[str, list[Path]]:
    """Hold a session that compacts; return what the model was sent last, and the handoffs that were saved.

    `script` stands for the `distill` that the option names; empty: the real one, found as ever; None: there is none.
    """
    root = stage.work / f"handoff-{name}"
    programs = root / "programs"
    path = f"{programs}{os.pathsep}{os.environ['PATH']}"
    env = {"PATH": path, "PYTHONPATH": str(REPOSITORY), "CLAUDE_CODE_AUTO_COMPACT_WINDOW": "100000"}
    with Lab(root, claude=stage.claude, env=env) as lab:
        prepare(lab.project, lab.env())
        _put(programs, script)
        options = {"seconds": seconds, "distill": "" if script == "" else str(programs / "distill")}
        configured = json.dumps({"pluginConfigs": {"distill@inline": {"options": options}}, **(settings or {})})
        stream = lab.stream("--plugin-dir", str(REPOSITORY), "--settings", configured)
        for said in (*WORDS, "MOCK say the third word", *compact, "MOCK say after"):
            stream.say(said)
        _leave(stream)
        sent = [json.dumps(request["body"].get("messages"), ensure_ascii=False) for request in lab.requests()]
        last = next((text for text in reversed(sent) if "MOCK say after" in text), "")
        return last, sorted((lab.home / ".claude" / "handoffs").glob("*.md"))


def _leave(stream: Stream) -> None:
    """End the client, which would wait for a helper that is still at work."""
    stream.p.terminate()
    stream.p.wait(30)


def _put(programs: Path, script: str | None) -> None:
    if script == "":
        link_distill(programs)
    elif script is not None:
        programs.mkdir(parents=True, exist_ok=True)
        (programs / "distill").write_text(script, "utf-8")
        (programs / "distill").chmod(0o755)


def with_mod(
    stage: Stage, *, name: str, compact: tuple[str, ...] = MANUAL, settings: Mapping[str, object] | None = None
) -> list[str]:
    """See the summary, and below it one handoff with the last words; the file is its owner's alone."""
    last, saved = session(stage, name, compact=compact, settings=settings)
    says = {
        "the summary is not there": SUMMARY not in last,
        "the handoff is not there": LEAD not in last,
        "there is more than one handoff": last.count(LEAD) > 1,
        "the first prompt is not there word for word": f"> {WORDS[0]}" not in last,
        "no handoff was saved": not saved,
        "others may read it": any(stat.S_IMODE(path.stat().st_mode) != 0o600 for path in saved),
    }
    return [trouble for trouble, is_so in says.items() if is_so]


def without(
    stage: Stage, *, name: str, script: str | None = "", compact: tuple[str, ...] = MANUAL, seconds: int = 60
) -> list[str]:
    """See the client's own summary alone."""
    last, _ = session(stage, name, script=script, compact=compact, seconds=seconds)
    says = {"the summary is not there": SUMMARY not in last, "there is a handoff": LEAD in last}
    return [trouble for trouble, is_so in says.items() if is_so]


def in_codex(stage: Stage) -> list[str]:
    """See the handoff that the hook before a compaction of Codex leads to."""
    with codex_sessions.session(stage, "handoff", scope="user") as run:
        codex_sessions.trust(run)
        run.exec(codex_sessions.COMPACTING, bypass=False)
        until = time.monotonic() + SAVED_WAIT_S
        while not (saved := list((run.home / ".claude" / "handoffs").glob("*.md"))) and time.monotonic() < until:
            time.sleep(0.1)
        texts = [path.read_text("utf-8") for path in saved]
        lost = [f"> {codex_sessions.COMPACTING}" not in text for text in texts]
        troubles = ["the prompt is not there word for word"] * any(lost)
        return [*([] if saved else ["no handoff was saved"]), *troubles, *codex_sessions.left(run)]


CHECKS: dict[str, Check] = {
    "claude handoff, with the mod": partial(with_mod, name="manual"),
    "claude handoff, with the mod, twice": partial(with_mod, name="twice", compact=TWICE),
    "claude handoff, with the mod, automatic": partial(with_mod, name="automatic", compact=AUTOMATIC),
    "claude handoff, with the mod, a helper alive": partial(with_mod, name="helper", compact=WITH_HELPER),
    "claude handoff, with the mod, made ahead": partial(
        with_mod, name="ahead", compact=NEARLY_FULL, settings=PRECOMPUTING
    ),
    "claude handoff, /compact classic": partial(without, name="classic", compact=("/compact classic keep the names",)),
    "claude handoff, the command fails": partial(without, name="fails", script=FAILS),
    "claude handoff, the command is slow": partial(without, name="slow", script=SLOW, seconds=2),
    "claude handoff, no distill": partial(without, name="missing", script=None),
}
CODEX_CHECKS: dict[str, Check] = {"codex handoff, automatic": in_codex}

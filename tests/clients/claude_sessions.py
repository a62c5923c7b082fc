"""Sessions of Claude Code in all its modes, with the plug-in, with the installed hook, with both, without a map."""

import json
import subprocess
import sys
from pathlib import Path

from prepare import REPOSITORY
from stage import Check, Stage, record, troubles_of

HARNESS = Path(__file__).resolve().parent / "claude_code" / "e2e.py"
PREPARE = Path(__file__).resolve().parent / "prepare.py"
MODES = {"stream": ["stream"], "headless": ["headless"], "automatic": ["stream", "--auto"], "terminal": ["tui"]}
PLUGIN = ["--plugin-dir", str(REPOSITORY)]


def session(
    stage: Stage,
    mode: str,
    preparation: str,
    *,
    plugin: bool = False,
    source: str = "",
    events: int = 1,
) -> list[str]:
    """Hold one session that compacts once; return what was not as it should be."""
    root = stage.work / f"claude-{mode}-{abs(hash((preparation, plugin))):x}"
    out = root.with_suffix(".json")
    command = [sys.executable, str(HARNESS), "--claude", stage.claude, "--root", str(root), "--mode", *MODES[mode]]
    command += ["--setup", f"{sys.executable} {PREPARE} . {preparation}", "--wait", "2", "--out", str(out)]
    done = subprocess.run([*command, *(PLUGIN if plugin else [])], capture_output=True, text=True, check=False)
    if not out.exists():
        return [f"no session: {done.stderr[-500:]}"]
    told = json.loads(out.read_text("utf-8"))
    record(stage.record, "claude-code", [hook["stdin"] for hook in told["hooks"]])
    return [*_said(told), *_left(told), *troubles_of(root / "proj", source=source, events=events)]


def _said(told: dict[str, object]) -> list[str]:
    """Say what reached the model: nothing of ours may."""
    said = [*(told.get("context_after") or []), told.get("compact_instructions") or ""]  # type: ignore[misc]
    setup = [f"the set-up failed: {each['out']}" for each in told.get("setup") or [] if each["rc"]]  # type: ignore[union-attr]
    return setup + [f"the model was told {text!r}" for text in said if text]


def _left(told: dict[str, object]) -> list[str]:
    return [f"left behind: {p['cmd']}" for p in told["children_later"] if "distill" in p["cmd"]]  # type: ignore[union-attr]


def _installed(mode: str, scope: str) -> Check:
    return lambda stage: session(stage, mode, f"--map --agent claude-code --scope {scope}")


def _as_plugin(mode: str) -> Check:
    return lambda stage: session(stage, mode, "--map", plugin=True)


def _both(mode: str) -> Check:
    return lambda stage: session(stage, mode, "--map --agent claude-code", plugin=True, events=2)


def _without_map(mode: str) -> Check:
    return lambda stage: session(stage, mode, "--agent claude-code", source="compact-summary")


CHECKS: dict[str, Check] = {
    **{f"claude plug-in, {mode}": _as_plugin(mode) for mode in MODES},
    **{f"claude installed for the project, {mode}": _installed(mode, "project") for mode in MODES},
    "claude installed for the person, stream": _installed("stream", "user"),
    "claude plug-in and installed at once, stream": _both("stream"),
    "claude plug-in and installed at once, automatic": _both("automatic"),
    **{f"claude without a map, {mode}": _without_map(mode) for mode in MODES},
}

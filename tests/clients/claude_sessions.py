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
RULES = "Continuity rules for this summary (distill)"
RESTORE = "This conversation was compacted just now"
CONSTRAINT = "Never push to `main`; every change goes through a pull request."
PLUGIN = ["--plugin-dir", str(REPOSITORY)]


def session(
    stage: Stage,
    mode: str,
    preparation: str,
    *,
    plugin: bool = False,
    sources: tuple[str, ...] = ("",),
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
    has_map = "--map" in preparation
    return [*_said(told, has_map=has_map), *_left(told), *troubles_of(root / "proj", sources, events=events)]


def _said(told: dict[str, object], *, has_map: bool) -> list[str]:
    """Say what did not reach the model as it should: the rules before, the restore text once after."""
    setup = [f"the set-up failed: {each['out']}" for each in told.get("setup") or [] if each["rc"]]  # type: ignore[union-attr]
    rules = str(told.get("compact_instructions") or "")
    after = [str(text) for text in told.get("context_after") or []]  # type: ignore[union-attr]
    ours = [text for text in after if RESTORE in text]
    troubles = [*setup]
    if not all(f"{number}. " in rules for number in range(1, 11)) or RULES not in rules:
        troubles.append(f"the summary's request had {rules[:300]!r}")
    if len(ours) != 1:
        troubles.append(f"the restore text came {len(ours)} times: {after!r:.500}")
    elif has_map is not ("Restore map: " in ours[0]) or (has_map and CONSTRAINT not in ours[0]):
        troubles.append(f"the restore text was {ours[0][:900]!r}")
    return troubles


def _left(told: dict[str, object]) -> list[str]:
    return [f"left behind: {p['cmd']}" for p in told["children_later"] if "distill" in p["cmd"]]  # type: ignore[union-attr]


def _installed(mode: str, scope: str) -> Check:
    return lambda stage: session(stage, mode, f"--map --agent claude-code --scope {scope}")


def _as_plugin(mode: str) -> Check:
    return lambda stage: session(stage, mode, "--map", plugin=True)


def _both(mode: str) -> Check:
    return lambda stage: session(stage, mode, "--map --agent claude-code", plugin=True, events=2)


def _without_map(mode: str) -> Check:
    return lambda stage: session(stage, mode, "--agent claude-code", sources=("compact-summary",))


CHECKS: dict[str, Check] = {
    **{f"claude plug-in, {mode}": _as_plugin(mode) for mode in MODES},
    **{f"claude installed for the project, {mode}": _installed(mode, "project") for mode in MODES},
    "claude installed for the person, stream": _installed("stream", "user"),
    "claude plug-in and installed at once, stream": _both("stream"),
    "claude plug-in and installed at once, automatic": _both("automatic"),
    **{f"claude without a map, {mode}": _without_map(mode) for mode in MODES},
}

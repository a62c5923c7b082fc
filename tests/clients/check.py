"""Hold sessions of the real clients with the plug-in, and see that each compaction ends in a page.

usage: python tests/clients/check.py [--claude BINARY] [--codex BINARY] [--record FOLDER]

The clients are npm packages of some 400 MB each; they talk to a mock API on the loopback, in a network namespace
of their own where there are such. A client that is not named is skipped, and that is said. `--record` keeps the
events that the hooks were given, for the recorded input of the tests; paths are neutralised.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path

HERE = Path(__file__).resolve().parent
REPOSITORY = HERE.parent.parent
MAP = REPOSITORY / "distill" / "templates" / "demo" / "restore-map.md"
CLAUDE_MODES = {"stream": [], "headless": [], "automatic": ["--auto"], "terminal": []}
PAGE_WAIT_S = 20.0


def put_map(project: Path) -> None:
    """Write a fresh map into a project, and settings that call nobody."""
    text = MAP.read_text("utf-8")
    for name, value in {"written": f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}", "session": "check-0001"}.items():
        text = text.replace("{" + name + "}", value)
    (project / "restore-maps").mkdir(exist_ok=True)
    (project / "restore-maps" / "RESTORE-MAP.md").write_text(text, "utf-8")
    (project / "distill.toml").write_text('engine = "extractive"\n', "utf-8")


def verdict(name: str, project: Path) -> bool:
    """Wait for the page of a project and say whether it came, and once."""
    until = time.monotonic() + PAGE_WAIT_S
    journal = project / ".distill" / "journal.log"
    while time.monotonic() < until and "outcome=written" not in (
        journal.read_text("utf-8") if journal.exists() else ""
    ):
        time.sleep(0.1)
    time.sleep(1)
    pages = list((project / "wiki" / "sessions").glob("*.md"))
    lines = journal.read_text("utf-8").splitlines() if journal.exists() else ["no journal"]
    ok = len(pages) == 1 and sum("outcome=written" in line for line in lines) == 1
    print(f"{'ok    ' if ok else 'FAILED'} {name}: {len(pages)} page(s)")
    for line in [] if ok else lines:
        print(f"       {line}")
    return ok


def claude(binary: str, work: Path, record: Path | None) -> list[bool]:
    """Hold the sessions of Claude Code, one a mode."""
    return [_claude_mode(binary, work, mode, extra, record) for mode, extra in CLAUDE_MODES.items()]


def _claude_mode(binary: str, work: Path, mode: str, extra: list[str], record: Path | None) -> bool:
    root, out = work / f"claude-{mode}", work / f"claude-{mode}.json"
    setup = f"{sys.executable} {Path(__file__).resolve()} --put-map ."
    harness = HERE / "claude_code"
    how = {"automatic": "stream", "terminal": "tui"}.get(mode, mode)
    command = [str(harness / "isolate.sh"), sys.executable, str(harness / "e2e.py"), "--claude", binary]
    command += ["--root", str(root), "--mode", how, "--setup", setup, "--plugin-dir", str(REPOSITORY)]
    done = subprocess.run(
        [*command, "--wait", "2", "--out", str(out), *extra], capture_output=True, text=True, check=False
    )
    if not out.exists():
        print(f"FAILED claude {mode}: {done.stderr[-500:]}")
        return False
    told = json.loads(out.read_text("utf-8"))
    if record:
        _record(record, "claude-code", [h["stdin"] for h in told["hooks"]])
    silent = not told.get("context_after") and not told.get("compact_instructions")
    gone = not [p for p in told["children_later"] if "distill" in p["cmd"]]
    if not (silent and gone):
        print(
            f"       said {told.get('context_after')} {told.get('compact_instructions')}; left {told['children_later']}"
        )
    return verdict(f"claude {mode}", root / "proj") and silent and gone


def codex(binary: str, work: Path, record: Path | None) -> list[bool]:
    """Hold a session of Codex with an automatic compaction in mid-turn."""
    script = [sys.executable, str(Path(__file__).resolve()), "--codex-session", str(work)]
    env = {**os.environ, "CODEX_BIN": binary, "CODEX_LAB": str(work / "codex")}
    subprocess.run(script, env=env, check=False)
    if record:
        captured = sorted((work / "codex" / "runs" / "check" / "cap").glob("*.hook.json"))
        _record(record, "codex", [json.loads(p.read_text("utf-8"))["stdin"] for p in captured])
    return [verdict("codex automatic", work / "codex" / "runs" / "check" / "work")]


def codex_session() -> None:
    """Run inside the namespace: Codex with our hook beside a recording one."""
    sys.path.insert(0, str(HERE / "codex"))
    from codexlab import Run, enter_netns

    enter_netns()
    with Run("check") as run:
        put_map(run.work)
        run.config()
        run.hooks()
        path = run.codex_home / "hooks.json"
        hooks = json.loads(path.read_text("utf-8"))
        ours = {"type": "command", "command": f"'{REPOSITORY / 'hooks' / 'hook'}'", "timeout": 10}
        hooks["hooks"]["PostCompact"].append({"hooks": [ours]})
        hooks["hooks"]["SessionStart"].append({"matcher": "compact", "hooks": [ours]})
        path.write_text(json.dumps(hooks), "utf-8")
        run.exec("TOKENS 50000 RUN cat a.txt")
        print("       codex events:", *run.event_names())


def _record(folder: Path, client: str, events: list[dict[str, object]]) -> None:
    """Keep one example of each event, with neutral paths."""
    folder.mkdir(parents=True, exist_ok=True)
    for event in events:
        name = f"{client}.{event['hook_event_name']}.{event.get('source') or event.get('trigger') or 'any'}.json"
        neutral = {k: "@@PROJECT@@" if k == "cwd" else v for k, v in event.items()}
        if neutral.get("transcript_path"):
            neutral["transcript_path"] = "@@PROJECT@@/transcript.jsonl"
        (folder / name).write_text(json.dumps(neutral, indent=1, ensure_ascii=False) + "\n", "utf-8")


def main() -> int:
    """Check what is named; skip, with a word, what is not."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--claude", default="")
    parser.add_argument("--codex", default="")
    parser.add_argument("--record", type=Path)
    parser.add_argument("--put-map", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--codex-session", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.put_map:
        put_map(options.put_map)
        return 0
    if options.codex_session:
        codex_session()
        return 0
    results: list[bool] = []
    with tempfile.TemporaryDirectory(prefix="check-") as name:
        for client, check, binary in (("claude", claude, options.claude), ("codex", codex, options.codex)):
            if binary:
                results += check(binary, Path(name), options.record)
            else:
                print(f"skipped {client}: no client named; say {client.upper()}=/path/to/{client}")
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())

"""Every event of both clients as recorded from the real programs, each through the real hook process."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from worlds import HOOK, MOST_CHARACTERS, REPOSITORY, a_map, outcomes, pages, put_map, wait_for

from distill.agents.clients import CLIENTS

RECORDED = sorted((Path(__file__).parent / "recorded").glob("*.json"))
DISPATCHING = {
    "claude-code.SessionStart.compact",
    "codex.SessionStart.compact",
    "codex.PostCompact.auto",
    "codex.PostCompact.manual",
}
BEGINNINGS = {
    "claude-code.PreCompact.auto": "Continuity rules",
    "claude-code.PreCompact.manual": "Continuity rules",
    "claude-code.SessionStart.compact": "This conversation was compacted",
    "codex.SessionStart.compact": '{"hookSpecificOutput": {"hookEventName": "SessionStart", "additionalContext": "This',
}
"""What is said at an event; nothing at the others."""
LAUNCHER = REPOSITORY / "hooks" / "hook"


def played(path: Path, project: Path, command: list[str], **changes: str) -> "subprocess.CompletedProcess[bytes]":
    """Give a recorded event to the hook, in a project of the test's."""
    event = json.loads(path.read_text("utf-8").replace("@@PROJECT@@", str(project))) | changes
    done = subprocess.run(command, input=json.dumps(event).encode(), capture_output=True, timeout=20, check=False)
    assert done.returncode == 0
    assert done.stderr == b""
    assert len(done.stdout.decode()) <= MOST_CHARACTERS
    return done


@pytest.mark.parametrize("path", RECORDED, ids=lambda p: p.stem)
def test_each_event_ends_well_and_only_a_compaction_dispatches(path: Path, project: Path) -> None:
    put_map(project, a_map())

    done = played(path, project, HOOK)

    said = done.stdout.decode("utf-8")
    assert said.startswith(BEGINNINGS.get(path.stem, ""))
    assert bool(said) is (path.stem in BEGINNINGS)
    if path.stem in DISPATCHING:
        wait_for(project, "written")
        assert outcomes(project)[0] == "dispatched"
        assert len(pages(project)) == 1
    elif "PreCompact" not in path.stem:
        assert not (project / ".distill").exists()


@pytest.mark.parametrize("name", sorted(DISPATCHING))
def test_a_subagents_compaction_dispatches_nothing(name: str, project: Path) -> None:
    path = next(p for p in RECORDED if p.stem == name)

    played(path, project, HOOK, agent_id="a3a0d0f33c457da4f", agent_type="general-purpose")

    assert outcomes(project) == ["skipped:subagent"]


def test_both_events_of_a_codex_compaction_make_one_page(project: Path) -> None:
    put_map(project, a_map())
    for name in ("codex.PostCompact.auto", "codex.SessionStart.compact"):
        played(next(p for p in RECORDED if p.stem == name), project, HOOK)

    wait_for(project, "skipped:duplicate")
    assert len(pages(project)) == 1


def test_the_plugins_launcher_finds_an_interpreter_and_never_fails(project: Path, tmp_path: Path) -> None:
    put_map(project, a_map())
    path = next(p for p in RECORDED if p.stem == "claude-code.SessionStart.compact")
    played(path, project, [str(LAUNCHER)])
    wait_for(project, "written")

    copy = tmp_path / "plug in" / "hooks"
    copy.mkdir(parents=True)
    (copy / "hook").write_bytes(LAUNCHER.read_bytes())
    bare = subprocess.run(
        ["/bin/sh", str(copy / "hook")], input=b"{}", env={"PATH": str(tmp_path)}, capture_output=True, check=False
    )
    assert (bare.returncode, bare.stdout) == (0, b"")


def told(name: str) -> dict[str, Any]:
    """Read a file of the plug-in."""
    value: dict[str, Any] = json.loads((REPOSITORY / name).read_text("utf-8"))
    return value


@pytest.mark.parametrize("name", ["hooks", "codex"])
def test_the_plugins_hooks_are_well_formed(name: str) -> None:
    hooks = told(f"hooks/{name}.json")["hooks"]

    assert hooks["SessionStart"][0]["matcher"] == "compact|resume"
    for groups in hooks.values():
        for handler in groups[0]["hooks"]:
            assert 1 <= handler["timeout"] <= 30
            assert handler["command"].startswith('"${CLAUDE_PLUGIN_ROOT}"/')


def test_only_codex_is_asked_for_postcompact() -> None:
    """Claude Code waits for a PostCompact hook before it goes on, and needs none."""
    assert "PostCompact" not in told("hooks/hooks.json")["hooks"]
    assert {s.event for s in CLIENTS["codex"].subscriptions} <= set(told("hooks/codex.json")["hooks"])
    assert told(".codex-plugin/plugin.json")["hooks"] == "./hooks/codex.json"


def test_all_manifests_tell_of_one_plugin() -> None:
    plugin = told(".claude-plugin/plugin.json")
    del plugin["userConfig"]  # options of the mod, which Codex has none of

    assert told(".codex-plugin/plugin.json") == {**plugin, "hooks": "./hooks/codex.json"}
    assert told(".claude-plugin/marketplace.json")["plugins"][0]["name"] == plugin["name"]
    assert f'version = "{plugin["version"]}"' in (REPOSITORY / "pyproject.toml").read_text("utf-8")

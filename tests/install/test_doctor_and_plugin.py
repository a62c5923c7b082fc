"""`distill doctor` fires the plug-in's own hooks from where each client has it."""

import json
import os
import shutil
import sys
from pathlib import Path

import pytest
from installs import settings
from worlds import REPOSITORY

from distill.agents import claude_code, codex
from distill.health import checkup, plugin_hooks
from distill.health.finding import Finding, Grade

VERSION = "0.1.0"


def home() -> Path:
    return Path(os.environ["HOME"])


def plugin_copy(folder: Path) -> Path:
    """Copy what a client copies into its cache, as far as the hook needs it."""
    for name in ("hooks", "distill", ".claude-plugin"):
        shutil.copytree(REPOSITORY / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    return folder


def in_claude(folder: Path, *, directory: bool) -> None:
    """Write what Claude Code writes when a plug-in is installed from a marketplace."""
    settings(home(), {"enabledPlugins": {"distill@distill": True}}, ".claude/settings.json")
    source = {"source": "directory", "path": str(folder)} if directory else {"source": "github", "repo": "a/b"}
    settings(home(), {"distill": {"source": source}}, ".claude/plugins/known_marketplaces.json")
    copy = str(home() / "none" if directory else folder)
    plugins = {"distill@distill": [{"scope": "user", "installPath": copy}], "other@market": [{"installPath": "/x"}]}
    settings(home(), {"version": 2, "plugins": plugins}, ".claude/plugins/installed_plugins.json")


def fired(project: Path, **env: str) -> list[Finding]:
    return [f for f in checkup.check(project, {**os.environ, **env}) if f.topic == "hook"]


@pytest.mark.parametrize("directory", [True, False])
def test_the_plugin_of_claude_code_is_fired_where_it_lies(project: Path, tmp_path: Path, *, directory: bool) -> None:
    in_claude(plugin_copy(tmp_path / "a copy (ü)"), directory=directory)

    found = fired(project, DISTILL_PYTHON=sys.executable)

    assert {f.grade for f in found} == {Grade.OK}
    assert [f.what.partition(" works")[0] for f in found] == [
        f"Claude Code {event} (plugin)" for event in ("SessionStart", "PreCompact", "UserPromptSubmit")
    ]
    assert found[0].what.endswith("and a page came")


def test_the_newest_version_in_codex_is_fired_for_each_event(project: Path) -> None:
    cache = home() / ".codex" / "plugins" / "cache" / "distill" / "distill"
    (cache / "0.0.9").mkdir(parents=True)
    plugin_copy(cache / VERSION)
    os.utime(cache / "0.0.9", (1, 1))

    found = fired(project, DISTILL_PYTHON=sys.executable)

    assert {f.grade for f in found} == {Grade.OK}
    events = ("SessionStart", "PreCompact", "PostCompact", "UserPromptSubmit")
    assert {f.what.split(" (")[0] for f in found} == {f"Codex {event}" for event in events}


def test_a_plugin_without_its_hooks_is_wrong(project: Path, tmp_path: Path) -> None:
    folder = plugin_copy(tmp_path / "copy")
    (folder / "hooks" / "hooks.json").unlink()
    in_claude(folder, directory=False)

    (found,) = fired(project)

    assert found.grade is Grade.WRONG
    assert "hooks.json" in found.what


def test_a_plugin_whose_hook_has_no_interpreter_is_wrong(project: Path, tmp_path: Path) -> None:
    bare = tmp_path / "python3"
    bare.write_text(f'#!/bin/sh\nexec {sys.executable} -S "$@"\n')
    bare.chmod(0o755)
    in_claude(plugin_copy(tmp_path / "copy"), directory=False)

    found = fired(project, DISTILL_PYTHON=str(bare))[0]

    assert found.grade is Grade.WRONG
    assert "no-interpreter" in found.what
    assert "DISTILL_PYTHON" in found.todo


@pytest.mark.parametrize("data", [b"[]", b"{", b'{"plugins": []}', b'{"plugins": {"distill@m": {}}}', b'"\xff"'])
def test_lists_of_plugins_that_say_nothing_are_no_proof(project: Path, data: bytes) -> None:
    settings(home(), {"enabledPlugins": {"distill@distill": True}}, ".claude/settings.json")
    settings(home(), data, ".claude/plugins/installed_plugins.json")

    (found,) = fired(project)

    assert found.grade is Grade.WARNING
    assert "not fired" in found.what


def test_a_client_without_the_plugin_has_no_folder_of_it() -> None:
    assert plugin_hooks.folders(claude_code.CLIENT, os.environ) == ()
    assert plugin_hooks.folders(codex.CLIENT, os.environ) == ()
    assert json.loads((REPOSITORY / ".claude-plugin" / "plugin.json").read_text("utf-8"))["version"] == VERSION

"""Claude Code: where its settings lie, which events we ask for, and what switches hooks off.

Measured with 2.1.332. Older clients (2.0.50) drop a whole settings file that names an event they do not know, so only
events that all of them know stand in settings.
"""

import sys
from collections.abc import Mapping
from pathlib import Path

from distill.agents.client import Client, Scope, Subscription, home

SUBSCRIPTIONS = (
    Subscription(event="SessionStart", matcher="compact"),
    Subscription(event="PreCompact"),
    Subscription(event="UserPromptSubmit"),
    Subscription(event="SessionStart", matcher="resume"),
)
MANAGED = {
    "darwin": "/Library/Application Support/ClaudeCode",
    "win32": "C:/Program Files/ClaudeCode",
    "linux": "/etc/claude-code",
}
"""Folders of the settings that an organisation hands out."""


def user_folder(env: Mapping[str, str]) -> Path:
    """Name the folder of the person's own settings."""
    named = env.get("CLAUDE_CONFIG_DIR")
    return Path(named) if named else home(env) / ".claude"


def settings_file(scope: Scope, root: Path, env: Mapping[str, str]) -> Path:
    """Name the settings file of a scope."""
    folder = user_folder(env) if scope is Scope.USER else root / ".claude"
    return folder / "settings.json"


def settings_files(root: Path, env: Mapping[str, str]) -> tuple[Path, ...]:
    """Name the settings files of a session in this project; each overrules the ones before it."""
    own = settings_file(Scope.PROJECT, root, env)
    return (settings_file(Scope.USER, root, env), own, own.with_name("settings.local.json"))


def managed_files(folder: Path | None = None) -> tuple[Path, ...]:
    """Name the files that an organisation hands out, as far as there are any."""
    base = folder or Path(MANAGED.get(sys.platform, MANAGED["linux"]))
    more = sorted((base / "managed-settings.d").glob("*.json"))
    return tuple(path for path in (base / "managed-settings.json", *more) if path.is_file())


CLIENT = Client(
    name="claude-code",
    title="Claude Code",
    subscriptions=SUBSCRIPTIONS,
    settings_file=settings_file,
    after_install="A running session takes it up at once. In a folder that is not trusted yet, Claude Code asks first.",
)

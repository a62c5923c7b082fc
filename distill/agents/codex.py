"""Codex: where its hooks lie and which events we ask for.

Measured with 0.171.0. PostCompact comes at once; SessionStart waits for the next prompt and may never come, but
tells of a compaction that an older client did not. Trust is keyed by the place of a group in its file, so groups
are only ever appended; and a top-level key other than `description` and `hooks` makes Codex reject the file.
"""

from collections.abc import Mapping
from pathlib import Path

from distill.agents.client import Client, Scope, Subscription, home

SUBSCRIPTIONS = (
    Subscription(event="PostCompact"),
    Subscription(event="SessionStart", matcher="compact"),
    Subscription(event="UserPromptSubmit"),
    Subscription(event="SessionStart", matcher="resume"),
    Subscription(event="PreCompact"),
)
KNOWN_KEYS = frozenset({"description", "hooks"})
TRUST_STEP = "Start `codex` in this project, type /hooks, and trust the entries of distill."


def user_folder(env: Mapping[str, str]) -> Path:
    """Name the folder of the person's own settings."""
    named = env.get("CODEX_HOME")
    return Path(named) if named else home(env) / ".codex"


def settings_file(scope: Scope, root: Path, env: Mapping[str, str]) -> Path:
    """Name the hooks file of a scope."""
    return folder_of(scope, root, env) / "hooks.json"


def folder_of(scope: Scope, root: Path, env: Mapping[str, str]) -> Path:
    """Name the folder of Codex's files of a scope."""
    return user_folder(env) if scope is Scope.USER else root / ".codex"


def config_files(root: Path, env: Mapping[str, str]) -> tuple[Path, ...]:
    """Name the files in which hooks can be switched off."""
    return (user_folder(env) / "config.toml", root / ".codex" / "config.toml")


CLIENT = Client(
    name="codex",
    title="Codex",
    subscriptions=SUBSCRIPTIONS,
    settings_file=settings_file,
    after_install=f"Codex runs no hook that nobody trusted, and does not say so. {TRUST_STEP}",
)

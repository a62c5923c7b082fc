"""Where our hooks are installed, as the clients' own files say."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from distill.agents import claude_code, codex
from distill.agents.client import Client, Scope
from distill.errors import ConfigError
from distill.install import entries, exact_write
from distill.install.entries import Entry
from distill.install.json_text import decoded

PLUGIN = "distill"


@dataclass(frozen=True, slots=True, kw_only=True)
class Inventory:
    """What one settings file holds of ours, or why it cannot be read."""

    client: Client
    scope: str
    file: Path
    entries: tuple[Entry, ...] = ()
    value: Mapping[str, object] | None = None
    """All that the file says; None when there is none or it does not parse."""
    trouble: str = ""


def take(root: Path, env: Mapping[str, str]) -> tuple[Inventory, ...]:
    """Look into every settings file of every client that counts for a session in this project."""
    scopes = zip(("user", "project", "local"), claude_code.settings_files(root, env), strict=True)
    claude = [_of_file(claude_code.CLIENT, scope, file) for scope, file in scopes]
    own = [
        _of_file(codex.CLIENT, scope, codex.settings_file(scope, root, env)) for scope in (Scope.USER, Scope.PROJECT)
    ]
    return (*claude, *own)


def plugins(inventories: tuple[Inventory, ...], env: Mapping[str, str]) -> tuple[str, ...]:
    """Name the clients that have us as a plugin."""
    found = []
    if any(_enables_plugin(i.value or {}) for i in inventories if i.client.name == claude_code.CLIENT.name):
        found.append(claude_code.CLIENT.name)
    if any((codex.user_folder(env) / "plugins" / "cache").glob(f"*/{PLUGIN}")):
        found.append(codex.CLIENT.name)
    return tuple(found)


def _of_file(client: Client, scope: str, file: Path) -> Inventory:
    try:
        data = exact_write.read(file)
        text = "{}" if data is None else decoded(data, file)
    except ConfigError as error:
        return Inventory(client=client, scope=scope, file=file, trouble=str(error))
    value = None if data is None else json.loads(text)
    return Inventory(client=client, scope=scope, file=file, entries=tuple(entries.find(text)), value=value)


def _enables_plugin(value: Mapping[str, object]) -> bool:
    enabled = value.get("enabledPlugins")
    return isinstance(enabled, dict) and any(
        name.partition("@")[0] == PLUGIN and switch is True for name, switch in enabled.items()
    )

"""The hooks of the plugin as each client has it installed, to be fired like those in settings.

Measured: Claude Code 2.1.332 reads a plugin of a marketplace that is a folder in place, and all others from its
cache; Codex 0.171.0 copies each version into its cache. Both put the plugin's folder into the command.
"""

import dataclasses
import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from distill.agents import claude_code, codex
from distill.agents.client import Client
from distill.agents.clients import CLIENTS
from distill.errors import ConfigError
from distill.health.inventory import PLUGIN, Inventory
from distill.install import entries, exact_write
from distill.install.json_text import decoded

ROOT = "${CLAUDE_PLUGIN_ROOT}"
HOOKS = {claude_code.CLIENT.name: "hooks.json", codex.CLIENT.name: "codex.json"}
"""Which file in `hooks/` each client reads: Claude Code by its convention, Codex as `.codex-plugin` tells it."""


def take(names: Iterable[str], env: Mapping[str, str]) -> tuple[Inventory, ...]:
    """Give the hooks of the plugin for each named client, as far as its folder is found."""
    found = ((CLIENTS[name], folder) for name in names for folder in folders(CLIENTS[name], env))
    return tuple(_of_folder(client, folder) for client, folder in found)


def folders(client: Client, env: Mapping[str, str]) -> tuple[Path, ...]:
    """Name the folder from which a client reads the plugin; nothing where that cannot be told."""
    if client is claude_code.CLIENT:
        return tuple(dict.fromkeys(_claude(claude_code.user_folder(env) / "plugins")))
    versions = (codex.user_folder(env) / "plugins" / "cache").glob(f"*/{PLUGIN}/*")
    newest = sorted((p for p in versions if p.is_dir()), key=lambda p: (p.stat().st_mtime, p.name))
    return tuple(newest[-1:])


def _claude(place: Path) -> Iterator[Path]:
    markets = _object(place / "known_marketplaces.json")
    for name, copies in _dict(_object(place / "installed_plugins.json").get("plugins")).items():
        plugin, _, market = name.partition("@")
        source = _dict(_dict(markets.get(market)).get("source"))
        if plugin != PLUGIN:
            continue
        if source.get("source") == "directory" and isinstance(source.get("path"), str):
            yield Path(source["path"])
            continue
        for copy in copies if isinstance(copies, list) else ():
            if isinstance(path := _dict(copy).get("installPath"), str):
                yield Path(path)


def _of_folder(client: Client, folder: Path) -> Inventory:
    file = folder / "hooks" / HOOKS[client.name]
    try:
        data = exact_write.read(file)
        text = "{}" if data is None else decoded(data, file)
    except ConfigError as error:
        return Inventory(client=client, scope="plugin", file=file, trouble=str(error))
    asked = {subscription.event for subscription in client.subscriptions}
    ours = [entry for entry in entries.find(text, ours=_starts_with_root) if entry.event in asked]
    placed = [dataclasses.replace(e, command=e.command.replace(ROOT, str(folder))) for e in ours]
    trouble = "" if placed else f"{file} is missing, or has no hook for {' and '.join(sorted(asked))}"
    return Inventory(client=client, scope="plugin", file=file, entries=tuple(placed), trouble=trouble)


def _starts_with_root(command: object) -> bool:
    return isinstance(command, str) and ROOT in command


def _object(file: Path) -> dict[str, Any]:
    try:
        data = exact_write.read(file)
        return {} if data is None else _dict(json.loads(decoded(data, file)))
    except ConfigError:
        return {}


def _dict(value: object) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}

"""Whatever keeps the clients from running hooks at all."""

import json
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path

from distill.agents import claude_code, codex
from distill.errors import ConfigError
from distill.health.finding import Finding, ok, warning, wrong
from distill.health.inventory import Inventory
from distill.install import exact_write
from distill.install.json_text import decoded

TOPIC = "switches"
ON = frozenset({"1", "true", "yes", "on"})
BARE = ("CLAUDE_CODE_SIMPLE", "DISABLE_COMPACT")
"""Variables under which Claude Code runs no hooks, or does not compact."""


def check(inventories: tuple[Inventory, ...], root: Path, env: Mapping[str, str]) -> Iterator[Finding]:
    """Check the files and variables that switch hooks off."""
    found = [*_unreadable(inventories), *_claude(inventories, env), *_managed(), *_codex(inventories, root, env)]
    yield from found or [ok(TOPIC, "no settings file switches hooks off")]


def managed(value: Mapping[str, object], path: Path) -> Iterator[Finding]:
    """Check what an organisation's settings allow."""
    todo = "Only who manages this computer can change it."
    for key in ("disableAllHooks", "allowManagedHooksOnly"):
        if value.get(key) is True:
            yield wrong(TOPIC, f"{path} says {key}: Claude Code runs no hook of yours", todo)
    only = value.get("strictPluginOnlyCustomization")
    if only is True or (isinstance(only, list) and "hooks" in only):
        yield wrong(TOPIC, f"{path} allows hooks of plugins only", "Install distill as a plugin instead.")


def _unreadable(inventories: tuple[Inventory, ...]) -> Iterator[Finding]:
    for each in inventories:
        if each.trouble:
            yield wrong(TOPIC, each.trouble, "Mend the file; until then the client runs none of its hooks.")


def _claude(inventories: tuple[Inventory, ...], env: Mapping[str, str]) -> Iterator[Finding]:
    for each in inventories:
        if each.client.name == claude_code.CLIENT.name and (each.value or {}).get("disableAllHooks") is True:
            yield wrong(TOPIC, f"{each.file} says disableAllHooks: Claude Code runs no hook", "Take that line out.")
    for name in BARE:
        if env.get(name, "").lower() in ON:
            yield warning(TOPIC, f"{name} is set: Claude Code started from here will not call us", f"Unset {name}.")


def _managed() -> Iterator[Finding]:
    for path in claude_code.managed_files():
        try:
            value = json.loads(decoded(exact_write.read(path) or b"", path))
        except ConfigError as error:
            yield warning(TOPIC, str(error))
            continue
        yield from managed(value, path)


def _codex(inventories: tuple[Inventory, ...], root: Path, env: Mapping[str, str]) -> Iterator[Finding]:
    for path in codex.config_files(root, env):
        yield from _codex_config(path)
    for each in inventories:
        odd = sorted(set(each.value or {}) - codex.KNOWN_KEYS) if each.client.name == codex.CLIENT.name else []
        if odd:
            what = f"{each.file} holds {odd[0]!r}: Codex rejects the whole file for a key that it does not know"
            yield wrong(TOPIC, what, "Leave only `description` and `hooks` in it.")


def _codex_config(path: Path) -> Iterator[Finding]:
    data = _readable(path)
    if data is None:
        return
    try:
        features = tomllib.loads(data.decode("utf-8-sig")).get("features", {})
    except (tomllib.TOMLDecodeError, UnicodeDecodeError):
        yield wrong(TOPIC, f"{path} does not parse: Codex does not start with it", "Mend the file.")
        return
    if isinstance(features, dict) and features.get("hooks") is False:
        yield wrong(TOPIC, f"{path} says hooks = false: Codex runs no hook", "Take that line out of [features].")


def _readable(path: Path) -> bytes | None:
    try:
        return exact_write.read(path)
    except ConfigError:
        return None

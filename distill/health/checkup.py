"""All that `distill doctor` looks at, in the order in which it is told."""

import os
from collections.abc import Iterator, Mapping
from pathlib import Path

from distill import config, fresh, project
from distill.agents import claude_code, codex
from distill.agents.client import Subscription
from distill.agents.clients import CLIENTS
from distill.config import Settings
from distill.errors import ConfigError
from distill.health import (
    codex_server,
    continuity,
    firing,
    inventory,
    journal_lines,
    plugin_hooks,
    service_probe,
    storage,
    switches,
    worker_view,
)
from distill.health.finding import Finding, ok, warning, wrong
from distill.health.inventory import Inventory
from distill.install.entries import Entry

OURS = ("DISTILL_", "ANTHROPIC_")


def check(root: Path, env: Mapping[str, str], *, ask_service: bool = False) -> Iterator[Finding]:
    """Check a project; the hooks are fired in scratch projects, and nothing is sent unless the service is asked."""
    hooks = inventory.take(root, env)
    plugins = inventory.plugins(hooks, env)
    seen = _environment(hooks, env)
    yield from _installed(hooks, plugins)
    yield from switches.check(hooks, root, env)
    yield from _interpreters(hooks, seen)
    yield from worker_view.python_on_path(env)
    yield from firing.check_all(hooks, env)
    yield from _plugins_fired(plugins, env)
    yield from _trust(hooks, plugins, root, env)
    yield from _arrived(hooks, plugins, root, env)
    yield from _settings(hooks, root, seen, env, ask_service=ask_service)


def _installed(hooks: tuple[Inventory, ...], plugins: tuple[str, ...]) -> Iterator[Finding]:
    places = [each for each in hooks if each.entries]
    for each in places:
        yield ok(
            "installed", f"{each.client.title}, {each.scope}: {', '.join(e.event for e in each.entries)} in {each.file}"
        )
    for name in plugins:
        yield ok("installed", f"{CLIENTS[name].title}: as a plugin")
    if not places and not plugins:
        todo = "distill install --agent claude-code, or --agent codex"
        yield wrong("installed", "no hook of distill is installed for this project", todo)
    for each in places:
        missing = [
            f"{s.event} {s.matcher}".strip()
            for s in each.client.subscriptions
            if not any(_serves(e, s) for e in each.entries)
        ]
        if missing:
            todo = f"distill install --agent {each.client.name} --scope {each.scope}"
            yield warning("installed", f"{each.file} has no entry for {', '.join(missing)}", todo)


def _serves(entry: Entry, subscription: Subscription) -> bool:
    return entry.event == subscription.event and subscription.covered_by(entry.matcher)


def _interpreters(hooks: tuple[Inventory, ...], env: Mapping[str, str]) -> Iterator[Finding]:
    """Check each distinct command once."""
    for entry in {entry.command: entry for each in hooks for entry in each.entries}.values():
        yield from worker_view.interpreter(entry, env)


def _plugins_fired(plugins: tuple[str, ...], env: Mapping[str, str]) -> Iterator[Finding]:
    """Fire the plugin's hooks from where each client has them; a plugin that cannot be found is no proof."""
    found = plugin_hooks.take(plugins, env)
    for each in found:
        if each.trouble:
            yield wrong(firing.TOPIC, f"{each.client.title} plugin: {each.trouble}", "Install the plugin again.")
    for name in plugins:
        if not any(each.client.name == name for each in found):
            what = f"{CLIENTS[name].title} plugin: its folder was not found, so its hook was not fired"
            yield warning(firing.TOPIC, what, "Install the plugin again.")
    yield from firing.check_all(found, env)


def _trust(
    hooks: tuple[Inventory, ...], plugins: tuple[str, ...], root: Path, env: Mapping[str, str]
) -> Iterator[Finding]:
    plugin = codex.CLIENT.name in plugins
    if plugin or any(each.entries for each in hooks if each.client is codex.CLIENT):
        yield from codex_server.check(hooks, root, env)
    if plugin:
        yield codex_server.plugin_warning()


def _arrived(
    hooks: tuple[Inventory, ...], plugins: tuple[str, ...], root: Path, env: Mapping[str, str]
) -> Iterator[Finding]:
    """Tell when each client last sent an event: what is installed and never fires is the silent failure."""
    lines = journal_lines.read(state_of(root, env))
    for name in dict.fromkeys([each.client.name for each in hooks if each.entries] + list(plugins)):
        last = journal_lines.last_event(lines, name)
        client = CLIENTS[name]
        if last is None:
            yield warning("last event", f"{client.title}: installed, never fired in this project", _first_step(name))
        else:
            yield ok("last event", f"{client.title}: {last['event']} on {last['time']}, {last['outcome']}")


def _first_step(name: str) -> str:
    if name == codex.CLIENT.name:
        return codex.TRUST_STEP
    return "Start `claude` in this folder, trust it, and run /compact."


def _settings(
    hooks: tuple[Inventory, ...],
    root: Path,
    seen: Mapping[str, str],
    env: Mapping[str, str],
    *,
    ask_service: bool,
) -> Iterator[Finding]:
    try:
        settings = config.load(root, env=seen)
    except ConfigError as error:
        yield wrong("settings", str(error), "Mend it; until then events wait in the spool.")
        settings = Settings()
    yield from continuity.check(hooks, root, settings, env)
    yield from worker_view.service(settings, seen)
    if ask_service:
        yield from service_probe.check(settings, seen)
    yield from storage.check(root, fresh.wiki_of(root, settings), env)


def _environment(hooks: tuple[Inventory, ...], env: Mapping[str, str]) -> dict[str, str]:
    """Give the environment that a worker will see: Claude Code adds what `env` in its settings says."""
    added: dict[str, str] = {}
    for each in hooks:
        said = (each.value or {}).get("env") if each.client is claude_code.CLIENT else None
        if isinstance(said, dict):
            added |= {k: v for k, v in said.items() if k.startswith(OURS) and isinstance(v, str)}
    return {**env, **added}


def state_of(root: Path, env: Mapping[str, str]) -> Path:
    """Name the state folder that the hooks use; the project's own is not made for being looked at."""
    own = Path(project.state_dir(str(root)))
    if os.access(own if own.exists() else root, os.W_OK):
        return own
    try:
        return Path(project.usable_state(str(root), env))
    except OSError:
        return own

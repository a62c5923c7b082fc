"""Whether the continuity rules reach the summary: which way Codex compacts, and where the rules stand for it."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from distill.agents import codex, codex_compaction
from distill.agents.client import Scope
from distill.config import Settings
from distill.errors import ConfigError
from distill.health.finding import Finding, ok, warning
from distill.health.inventory import Inventory
from distill.install import codex_rules

TOPIC = "continuity"


def check(hooks: tuple[Inventory, ...], root: Path, settings: Settings, env: Mapping[str, str]) -> Iterator[Finding]:
    """Tell which rules are said, and for Codex, where it is in use, how they get there."""
    chosen = settings.continuity.rules
    told = f"rules {', '.join(map(str, chosen))}" if chosen else "no rules"
    carried = "the restore text is brought" if settings.continuity.deliver else "no restore text is brought"
    yield ok(TOPIC, f"before a compaction {told}; after it {carried}")
    if any(each.entries for each in hooks if each.client is codex.CLIENT):
        yield _codex(root, env, is_wanted=bool(chosen))


def _codex(root: Path, env: Mapping[str, str], *, is_wanted: bool) -> Finding:
    found = codex_compaction.read(root, env)
    way = (
        f"Codex compacts at its provider ({found.provider}), which takes no prompt of ours: AGENTS.md carries the rules"
        if found.is_remote
        else f"Codex compacts by itself (provider {found.provider}): AGENTS.md and a compact prompt carry the rules"
    )
    try:
        there = any(codex_rules.is_installed(codex_rules.places(scope, root, env)) for scope in Scope)
    except ConfigError as error:
        return warning(TOPIC, str(error))
    if is_wanted and not there:
        return warning(TOPIC, f"{way}, but they are not there", "distill install --agent codex")
    return ok(TOPIC, way)

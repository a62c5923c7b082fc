"""The engines by name, each loaded when it is first used."""

import importlib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import cast

from distill.config import Settings
from distill.engines import spending
from distill.engines.capped import CappedBulkEngine, CappedEngine
from distill.engines.interface import Engine, Unavailable
from distill.engines.spending import Ledger, Purse
from distill.errors import ConfigError

ENGINES = {
    "anthropic": "distill.engines.anthropic_messages:from_settings",
    "batches": "distill.engines.anthropic_batches:from_settings",
    "extractive": "distill.engines.extractive.engine:ExtractiveEngine",
}
"""Name -> module:factory; a class needs nothing, a function takes the settings and the environment."""
KEEPING = frozenset({"batches"})
"""Engines whose factory takes the project's state folder as well: they keep something from run to run."""

COSTING = frozenset({"anthropic", "batches"})
"""What is held to the cap on what may be spent."""


def choose(settings: Settings, env: Mapping[str, str], state: Path) -> Engine | Unavailable:
    """Choose the engine that the settings ask for, held to the day's cap where it costs; `auto` asks for anthropic.

    `state`: the project's state folder, where what is spent is written down when there is no home. Unavailable says
    why that one cannot be had (no key, a bad one …); the extractive engine then takes its place.
    Raises ConfigError for a name that is not known.
    """
    return capped(
        build("anthropic" if settings.engine == "auto" else settings.engine, settings, env), settings, env, state
    )


def capped(
    engine: Engine | Unavailable,
    settings: Settings,
    env: Mapping[str, str],
    state: Path,
    *,
    budget: Purse | None = None,
) -> Engine | Unavailable:
    """Hold an engine that costs to what may be spent a day; with a `budget`, to that as well."""
    if isinstance(engine, Unavailable) or engine.name not in COSTING:
        return engine
    kind = CappedBulkEngine if engine.name in KEEPING else CappedEngine
    purses = (ledger(settings, env, state), *([budget] if budget else ()))
    return cast("Callable[..., Engine]", kind)(engine=engine, purses=purses)


def ledger(settings: Settings, env: Mapping[str, str], state: Path) -> Ledger:
    """Give the ledger of what may be spent."""
    return Ledger(file=spending.place(env, state), usd_per_day=settings.max_usd_per_day)


def build(name: str, settings: Settings, env: Mapping[str, str], state: Path | None = None) -> Engine | Unavailable:
    """Build one engine by name, or say why it cannot be had; `state`: the project's state folder.

    Raises ConfigError for a name that is not known, or is to be had only where there is a state folder.
    """
    if name not in ENGINES or (name in KEEPING and state is None):
        raise ConfigError(f"Unknown engine {name!r}; there are {', '.join(sorted(ENGINES))}.")
    module, _, attribute = ENGINES[name].partition(":")
    factory = getattr(importlib.import_module(module), attribute)
    if isinstance(factory, type):
        return cast("Engine", factory())
    given = (settings, env, state) if name in KEEPING else (settings, env)
    return cast("Callable[..., Engine | Unavailable]", factory)(*given)

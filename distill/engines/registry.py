"""The engines by name, each loaded when it is first used."""

import importlib
from collections.abc import Callable, Mapping
from typing import cast

from distill.config import Settings
from distill.engines.interface import Engine, Unavailable
from distill.errors import ConfigError

ENGINES = {
    "anthropic": "distill.engines.anthropic_messages:from_settings",
    "extractive": "distill.engines.extractive.engine:ExtractiveEngine",
}
"""Name -> module:factory; a class needs nothing, a function takes the settings and the environment."""


def choose(settings: Settings, env: Mapping[str, str]) -> Engine | Unavailable:
    """Choose the engine that the settings ask for; `auto` asks for anthropic.

    Unavailable says why that one cannot be had (no key, a bad one …); the extractive engine then takes its place.
    Raises ConfigError for a name that is not known.
    """
    return build("anthropic" if settings.engine == "auto" else settings.engine, settings, env)


def build(name: str, settings: Settings, env: Mapping[str, str]) -> Engine | Unavailable:
    """Build one engine by name, or say why it cannot be had. Raises ConfigError for a name that is not known."""
    if name not in ENGINES:
        raise ConfigError(f"Unknown engine {name!r}; there are {', '.join(sorted(ENGINES))}.")
    module, _, attribute = ENGINES[name].partition(":")
    factory = getattr(importlib.import_module(module), attribute)
    if isinstance(factory, type):
        return cast("Engine", factory())
    return cast("Callable[[Settings, Mapping[str, str]], Engine | Unavailable]", factory)(settings, env)

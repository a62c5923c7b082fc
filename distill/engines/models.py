"""What is known of each model: what a request may carry, and what its tokens cost."""

import functools
import re
import tomllib
from dataclasses import dataclass
from importlib import resources
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Tier:
    """Prices in USD per million tokens, for prompts of at most `prompt_tokens` tokens; None: of any size."""

    input: float
    output: float
    prompt_tokens: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Model:
    """One model; the defaults are the plain minimum that any model takes."""

    id: str
    structured: bool = False
    effort: str = ""
    tiers: tuple[Tier, ...] = ()


def find(model_id: str) -> Model:
    """Find a model by its id, with or without a date behind it; an unknown one has no extras and no price."""
    undated = re.sub(r"-\d{8}$", "", model_id)
    return _table().get(undated, Model(id=model_id))


@functools.cache
def _table() -> dict[str, Model]:
    text = resources.files("distill.engines").joinpath("models.toml").read_text("utf-8")
    return {entry["id"]: _model(entry) for entry in tomllib.loads(text)["model"]}


def _model(entry: dict[str, Any]) -> Model:
    tiers = tuple(Tier(**tier) for tier in entry["tiers"])
    return Model(id=entry["id"], structured=entry["structured"], effort=entry.get("effort", ""), tiers=tiers)

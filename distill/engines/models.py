"""What is known of each model: what a request may carry, and what its tokens cost."""

import functools
import re
import tomllib
from dataclasses import dataclass
from importlib import resources
from typing import Any

# arn:aws:bedrock:eu-west-1:123456789012:inference-profile/eu.anthropic. or global.anthropic. or anthropic.
_BEFORE = re.compile(r"^(?:arn:aws[\w-]*:bedrock:[^/]*/)?(?:[a-z]{2,10}(?:-[a-z]{2,10})?\.)?anthropic\.")
_AFTER = re.compile(r"(?:[-@]\d{8}|@default|@latest)?(?:-v\d{1,2}(?::\d{1,3})?)?$")


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
    bedrock_version: str = ""
    """The version of the API that Amazon Bedrock takes for it; empty: the SDK's own."""
    tiers: tuple[Tier, ...] = ()


def find(model_id: str) -> Model:
    """Find a model by its id, with or without a date behind it; an unknown one has no extras and no price.

    Amazon Bedrock puts a region and the maker before an id and a version behind it, or gives the ARN of a profile;
    Google Vertex AI puts an @ before the date.
    """
    return _table().get(_AFTER.sub("", _BEFORE.sub("", model_id)), Model(id=model_id))


@functools.cache
def _table() -> dict[str, Model]:
    text = resources.files("distill.engines").joinpath("models.toml").read_text("utf-8")
    return {entry["id"]: _model(entry) for entry in tomllib.loads(text)["model"]}


def _model(entry: dict[str, Any]) -> Model:
    tiers = tuple(Tier(**tier) for tier in entry["tiers"])
    return Model(
        id=entry["id"],
        structured=entry["structured"],
        effort=entry.get("effort", ""),
        bedrock_version=entry.get("bedrock_version", ""),
        tiers=tiers,
    )

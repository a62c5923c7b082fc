"""The body of a Messages API request, with only what the model takes."""

from typing import Any

from distill.engines import models, prompt
from distill.engines.prompt import Prompt


def body(model_id: str, max_tokens: int, shown: Prompt, *, structured: bool) -> dict[str, Any]:
    """Build the body of one request: no sampling parameters, no prefill, no tools, one message from the user.

    Newer models refuse sampling parameters and prefilled answers; older ones refuse an effort.
    """
    request: dict[str, Any] = {
        "model": model_id,
        "max_tokens": max_tokens,
        "system": shown.system,
        "messages": [{"role": "user", "content": shown.user}],
    }
    if structured:
        request["output_config"] = _output_config(models.find(model_id))
    return request


def _output_config(model: models.Model) -> dict[str, Any]:
    config: dict[str, Any] = {"format": {"type": "json_schema", "schema": prompt.schema()}}
    if model.effort:
        config["effort"] = model.effort
    return config


def size(shown: Prompt) -> int:
    """Give the bytes of what is sent for a prompt whose schema is in its words."""
    return len(shown.system.encode("utf-8")) + len(shown.user.encode("utf-8"))

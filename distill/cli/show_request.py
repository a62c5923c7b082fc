"""What `distill run --dry-run` shows: the request that a map would become, and what it may cost."""

from collections.abc import Mapping
from pathlib import Path

from distill.config import Settings

BYTES_A_TOKEN = 3.5
"""For the estimate: English prose has about four, code and other languages fewer."""


def of_map(path: Path, settings: Settings, env: Mapping[str, str]) -> dict[str, object]:
    """Tell what would be sent for a map, redacted as it would be; or why nothing would."""
    from distill import pipeline
    from distill.engines import models, prices, prompt, request
    from distill.maps.decode import decode
    from distill.outcome import Failed

    raw = pipeline.read_map(path, settings)
    if isinstance(raw, Failed):
        return {"map": str(path), "error": raw.detail}
    source = pipeline.redacted_source(decode(raw.data).text, settings.redaction)
    shown = prompt.render(source, structured=models.find(settings.model).structured)
    plain = request.size(prompt.render(source, structured=False))
    return {
        "map": str(path),
        "model": settings.model,
        "prompt": prompt.prompt_id(),
        "system": shown.system,
        "user": shown.user,
        "unread_lines": shown.unread_lines,
        "redactions": dict(source.counts()),
        "input_tokens_about": round(request.size(shown) / BYTES_A_TOKEN),
        "usd_at_most": prices.most_usd(settings.model, plain, settings.max_tokens),
        "held_back": _held_back(settings, env),
    }


def _held_back(settings: Settings, env: Mapping[str, str]) -> str:
    """Say why a run with these settings sends nothing today; empty where it sends."""
    from distill.engines import registry
    from distill.engines.interface import Unavailable

    if settings.engine == "extractive":
        return "The engine is `extractive`."
    if settings.max_usd_per_day == 0:
        return "`max_usd_per_day` is 0."
    engine = registry.build("anthropic", settings, env)
    return engine.detail if isinstance(engine, Unavailable) else ""


def text(told: Mapping[str, object]) -> str:
    """Write that out for a person."""
    if "error" in told:
        return f"{told['error']}"
    most = told["usd_at_most"]
    cost = "its price is not known" if most is None else f"at most {most:.4f} USD"
    facts = f"{told['map']}: to {told['model']}, about {told['input_tokens_about']} tokens, {cost}; nothing was sent"
    held = told["held_back"]
    return f"{told['system']}\n{told['user']}\n{facts}" + (f"; nor would a run now send it: {held}" if held else "")

"""What `distill run --dry-run` shows: the request that a map would become, and what it may cost."""

from collections.abc import Mapping
from pathlib import Path

from distill.config import Settings

BYTES_A_TOKEN = 3.5
"""For the estimate: English prose has about four, code and other languages fewer."""


def of_map(path: Path, settings: Settings) -> dict[str, object]:
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
    }


def text(told: Mapping[str, object]) -> str:
    """Write that out for a person."""
    if "error" in told:
        return f"{told['error']}"
    most = told["usd_at_most"]
    cost = "its price is not known" if most is None else f"at most {most:.4f} USD"
    facts = f"{told['map']}: to {told['model']}, about {told['input_tokens_about']} tokens, {cost}; nothing was sent"
    return f"{told['system']}\n{told['user']}\n{facts}"

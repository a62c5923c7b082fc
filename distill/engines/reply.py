"""What came back from the Messages API: a message, and what it is worth. Nothing about it is taken on trust."""

from typing import Any

from distill.engines import answer, failures, prices, prompt
from distill.engines.interface import Answer, Distillation, Unavailable
from distill.model import Digest, Reason, Redacted, Usage

MOST_TOKENS = 1_000_000_000
"""More than any model reads or writes; a gateway that says more is not believed."""


def read(reply: object, *, engine: str, model: str, source: Redacted, price_factor: float = 1.0) -> Answer:
    """Read a reply of the SDK, which may be no message at all: a sign-in page comes as text.

    `price_factor`: what its tokens cost, of the list price.
    """
    usage = usage_of(reply, model, price_factor)
    if getattr(reply, "type", "") == "error":
        unavailable = failures.from_envelope(_field(getattr(reply, "error", None), "type"))
        return Unavailable(reason=unavailable.reason, detail=unavailable.detail, usage=usage)
    match getattr(reply, "stop_reason", None):
        case "refusal":
            return Unavailable(reason=Reason.REFUSED, detail="The model refused to answer.", usage=usage)
        case "max_tokens" | "model_context_window_exceeded":
            detail = "The answer was cut off; raise `max_tokens` or shorten the map."
            return Unavailable(reason=Reason.TRUNCATED, detail=detail, usage=usage)
        case _:
            return _from_text(reply, usage, engine=engine, model=model, source=source)


def _from_text(reply: object, usage: Usage, *, engine: str, model: str, source: Redacted) -> Answer:
    digest = answer.read(_text(reply), source.text)
    if isinstance(digest, Digest):
        return Distillation(digest=digest, engine=engine, model=model, prompt=prompt.prompt_id(), usage=usage)
    return Unavailable(reason=Reason.BAD_ANSWER, detail=f"The answer cannot be used: {digest.why}.", usage=usage)


def usage_of(reply: object, model: str, price_factor: float = 1.0) -> Usage:
    """Read the token counts of a reply and price them; all zero where it has none."""
    found = getattr(reply, "usage", None)
    if found is None:
        return Usage()
    counts = prices.TokenCounts(
        input=_count(found, "input_tokens"),
        output=_count(found, "output_tokens"),
        cache_write=_count(found, "cache_creation_input_tokens"),
        cache_read=_count(found, "cache_read_input_tokens"),
    )
    return prices.usage(model, counts, price_factor)


def _text(reply: object) -> str:
    """Join the blocks of text; thinking and other blocks may stand before and between them."""
    blocks: Any = getattr(reply, "content", None)
    if not isinstance(blocks, list):
        return ""
    texts = [getattr(block, "text", None) for block in blocks if getattr(block, "type", "") == "text"]
    return "".join(text for text in texts if isinstance(text, str))


def _count(usage: object, name: str) -> int:
    value = getattr(usage, name, None)
    if not isinstance(value, int) or isinstance(value, bool):
        return 0
    return min(max(value, 0), MOST_TOKENS)


def _field(holder: object, name: str) -> str:
    value = holder.get(name) if isinstance(holder, dict) else getattr(holder, name, None)
    return value if isinstance(value, str) else ""

"""What an answer cost, from the token counts that the answer itself reports."""

from dataclasses import dataclass

from distill.engines import models
from distill.model import Usage

# Of the price of an input token; https://platform.claude.com/docs/en/build-with-claude/prompt-caching
CACHE_WRITE_FACTOR = 1.25
CACHE_READ_FACTOR = 0.1
# https://platform.claude.com/docs/en/build-with-claude/batch-processing
BATCH_FACTOR = 0.5
# Of regional and multi-region endpoints on other platforms; https://platform.claude.com/docs/en/about-claude/pricing
REGION_FACTOR = 1.1


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenCounts:
    """The token counts of one answer; thinking is part of `output`."""

    input: int = 0
    output: int = 0
    cache_write: int = 0
    cache_read: int = 0

    @property
    def prompt(self) -> int:
        """All tokens of the prompt, cached or not."""
        return self.input + self.cache_write + self.cache_read


def usage(model_id: str, counts: TokenCounts, factor: float = 1.0) -> Usage:
    """Say what was used and what it cost in USD; the cost is None where no price of the model is known."""
    return Usage(input_tokens=counts.prompt, output_tokens=counts.output, cost_usd=cost_usd(model_id, counts, factor))


def cost_usd(model_id: str, counts: TokenCounts, factor: float = 1.0) -> float | None:
    """Price the token counts of one answer in USD, at `factor` of the list price; None where that is not known."""
    tier = _tier(models.find(model_id), counts.prompt)
    if tier is None:
        return None
    prompt = counts.input + CACHE_WRITE_FACTOR * counts.cache_write + CACHE_READ_FACTOR * counts.cache_read
    return round(factor * (prompt * tier.input + counts.output * tier.output) / 1_000_000, 7)


def _tier(model: models.Model, prompt_tokens: int) -> models.Tier | None:
    fitting = (tier for tier in model.tiers if tier.prompt_tokens is None or prompt_tokens <= tier.prompt_tokens)
    return next(fitting, None)


def most_usd(model_id: str, prompt_bytes: int, max_tokens: int, factor: float = 1.0) -> float | None:
    """Say what a request may cost at most, in USD; None where the price is not known. No token is below a byte."""
    tiers = models.find(model_id).tiers
    if not tiers:
        return None
    most = max(prompt_bytes * t.input * CACHE_WRITE_FACTOR + max_tokens * t.output for t in tiers)
    return factor * most / 1_000_000

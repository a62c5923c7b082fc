"""The chosen engine, with the extractive one behind it: there is always a digest, and a reason where it is not hers."""

import dataclasses
import time
from collections.abc import Mapping
from pathlib import Path

from distill.config import Settings
from distill.engines import claims, registry
from distill.engines.extractive.engine import ExtractiveEngine
from distill.engines.interface import Answer, Distillation, Unavailable
from distill.model import Reason, Redacted

ENGINE_SHARE = 0.8
"""Part of the deadline that an engine may use at most; the rest is for what comes before and after it."""
AFTER_PER_BEFORE = 2.0
"""What comes after an engine takes about as long as what came before it; twice that is kept, for a busy machine."""


def distill(
    source: Redacted, settings: Settings, env: Mapping[str, str], state: Path, *, begun: float
) -> tuple[Distillation, Unavailable | None]:
    """Distil by the chosen engine; by the extractive one, with the reason, where that one cannot answer.

    `begun`: when the work on this map began, on the monotonic clock.
    """
    local = extracted(source, settings)
    engine = registry.choose(settings, env, state)
    if isinstance(engine, Unavailable):
        return local, engine
    if engine.name == local.engine:
        return local, None
    seconds = _seconds_for_engine(settings.deadline_seconds, time.monotonic() - begun)
    return completed(engine.distill(source, seconds=seconds), local, source)


def extracted(source: Redacted, settings: Settings) -> Distillation:
    """Distil by the extractive engine, which always can."""
    local = ExtractiveEngine().distill(source, seconds=settings.deadline_seconds)
    assert isinstance(local, Distillation)  # noqa: S101 - the extractive engine has no way to be unavailable
    return local


def completed(answer: Answer, local: Distillation, source: Redacted) -> tuple[Distillation, Unavailable | None]:
    """Check an answer: drop what the map does not support, add what weighs and is missing.

    Constraints always come from the extractive pass: no model rewrites a standing directive.
    """
    if isinstance(answer, Unavailable):
        return local, answer
    supported = claims.supported(answer.digest, source)
    if supported.unsupported and not (supported.accomplished or supported.decisions or supported.open_items):
        detail = f"All {supported.unsupported} items of the answer claimed what the map does not say."
        return local, Unavailable(reason=Reason.UNSUPPORTED_CLAIMS, detail=detail, usage=answer.usage)
    whole = claims.weighty_missing(supported, local.digest)
    return dataclasses.replace(answer, digest=dataclasses.replace(whole, constraints=local.digest.constraints)), None


def _seconds_for_engine(deadline: float, spent: float) -> float:
    return max(0.0, min(deadline * ENGINE_SHARE, deadline - spent * (1 + AFTER_PER_BEFORE)))

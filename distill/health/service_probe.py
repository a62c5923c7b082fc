"""One real, short request to the service: the only way to tell a bad key, no credit and an unknown model apart."""

from collections.abc import Iterator, Mapping

from distill.config import Settings
from distill.engines import registry
from distill.engines.interface import Unavailable
from distill.health.finding import Finding, ok, wrong
from distill.redaction.redactor import redact

TOPIC = "service"
TEXT = "# Restore map\n\n## Done\n- The doctor asked the service\n"


def check(settings: Settings, env: Mapping[str, str]) -> Iterator[Finding]:
    """Let the anthropic engine distil a map of one line, whatever engine is set; costs well below a cent."""
    engine = registry.build("anthropic", settings, env)
    answer = (
        engine if isinstance(engine, Unavailable) else engine.distill(redact(TEXT), seconds=settings.deadline_seconds)
    )
    if isinstance(answer, Unavailable):
        what = f"{settings.model}: {answer.reason}: {answer.detail}"
        yield wrong(TOPIC, what, "Until then the extractive engine writes the pages.")
    else:
        cost = "" if answer.usage.cost_usd is None else f" for {answer.usage.cost_usd:.6f} USD"
        yield ok(TOPIC, f"{settings.model} answered{cost}")

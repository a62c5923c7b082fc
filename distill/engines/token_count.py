"""How many tokens a text is, as the service itself counts them: one request a text, free of charge.

Source: https://platform.claude.com/docs/en/build-with-claude/token-counting
"""

from collections.abc import Mapping
from dataclasses import dataclass

from distill.config import Settings
from distill.engines import provider
from distill.engines.calls import LATE, call
from distill.engines.deadline import Deadline, within
from distill.engines.failures import Failure
from distill.engines.interface import Unavailable
from distill.engines.provider import AnthropicApi
from distill.model import Reason, Redacted


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenCounter:
    """Asks the count endpoint of the Anthropic API, with an explicit key."""

    provider: AnthropicApi
    model: str

    def count(self, source: Redacted, *, seconds: float) -> int | Unavailable:
        """Count one text within `seconds` of wall time; the few tokens of the message around it are counted too."""
        if not source.text.strip():
            return 0
        return within(seconds, lambda ends: self._guarded(source, ends), late=LATE)

    def _guarded(self, source: Redacted, ends: Deadline) -> int | Unavailable:
        try:
            return self._counted(source, ends)
        except Exception as error:  # noqa: BLE001 - the SDK raises more than its own errors; their text may hold the request
            return Unavailable(reason=Reason.UNEXPECTED, detail=f"The count failed ({type(error).__name__}).")

    def _counted(self, source: Redacted, ends: Deadline) -> int | Unavailable:
        client = provider.client(self.provider)
        if isinstance(client, Unavailable):
            return client
        messages = [{"role": "user", "content": source.text}]
        with client:
            answer = call(
                lambda timeout: client.messages.count_tokens(model=self.model, messages=messages, timeout=timeout),
                ends.rest(),
            )
        if isinstance(answer, Failure):
            return answer.unavailable
        tokens = getattr(answer, "input_tokens", None)
        if not isinstance(tokens, int) or isinstance(tokens, bool) or tokens < 0:
            return Unavailable(reason=Reason.BAD_ANSWER, detail="What answered gave no count; look at `base_url`.")
        return tokens


def from_settings(settings: Settings, env: Mapping[str, str]) -> TokenCounter | Unavailable:
    """Build the counter, or say that there is no usable key or address; nothing heavy is loaded yet."""
    if settings.provider != "anthropic":
        detail = f"`provider` is {settings.provider}, which has no count of tokens; only the Anthropic API has."
        return Unavailable(reason=Reason.CONFIG_ERROR, detail=detail)
    found = provider.from_settings(settings, env)
    if isinstance(found, Unavailable):
        return found
    if not isinstance(found, AnthropicApi):
        return Unavailable(reason=Reason.CONFIG_ERROR, detail="Only the Anthropic API counts tokens.")
    return TokenCounter(provider=found, model=settings.model)

"""The anthropic engine: one map, one request to the Messages API, within one deadline.

What the SDK does by itself is turned off: it retries for as long as a server says, sleeps past any deadline, takes
credentials from many places, and follows redirects.
"""

import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from distill.config import Settings
from distill.engines import models, prices, prompt, provider, reply, request
from distill.engines.calls import LATE, call
from distill.engines.deadline import Deadline, within
from distill.engines.failures import Failure, Remedy
from distill.engines.interface import Answer, Distillation, Unavailable
from distill.engines.provider import Provider
from distill.model import Reason, Redacted

SHORTEST_TRY_SECONDS = 1.0
"""A second try that would have less time than that is not made."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AnthropicEngine:
    """Distils through the Messages API, with an explicit key or on a platform that was asked for."""

    provider: Provider
    model: str
    max_tokens: int
    pause: float = 1.0
    """Seconds to wait before a second try, where the server does not say how long."""

    @property
    def name(self) -> str:
        """The name that pages and settings know it by."""
        return "anthropic"

    def distill(self, source: Redacted, *, seconds: float) -> Answer:
        """Distil one text within `seconds` of wall time; all that can go wrong is Unavailable with a reason."""
        try:
            return within(min(seconds, threading.TIMEOUT_MAX), lambda ends: self._guarded(source, ends), late=LATE)
        except Exception as error:  # noqa: BLE001 - no failure of an engine ends a run
            return _unexpected(error)

    def most_usd(self, source: Redacted) -> float | None:
        """Say what the request for a text may cost at most, in USD; None where the model's price is not known."""
        size = request.size(prompt.render(source, structured=False))
        return prices.most_usd(self.model, size, self.max_tokens, provider.price_factor(self.provider, self.model))

    def _guarded(self, source: Redacted, ends: Deadline) -> Answer:
        try:
            return self._answer(source, ends)
        except Exception as error:  # noqa: BLE001 - the SDK raises more than its own errors
            return _unexpected(error)

    def _answer(self, source: Redacted, ends: Deadline) -> Answer:
        client = provider.client(self.provider)
        if isinstance(client, Unavailable):
            return client
        with client:
            sent = self._send(client, source, ends)
        if isinstance(sent, Unavailable):
            return sent
        received, unread = sent
        factor = provider.price_factor(self.provider, self.model)
        answer = reply.read(received, engine=self.name, model=self.model, source=source, price_factor=factor)
        return replace(answer, unread_lines=unread) if isinstance(answer, Distillation) else answer

    def _send(self, client: Any, source: Redacted, ends: Deadline) -> tuple[object, int] | Unavailable:  # noqa: ANN401 - the SDK is imported late
        """Send the request; once more where that may help and the deadline allows, once more without a format."""
        structured = models.find(self.model).structured
        tries = {Remedy.AGAIN: 1, Remedy.PLAIN: int(structured)}
        while True:
            shown = prompt.render(source, structured=structured)
            body = request.body(self.model, self.max_tokens, shown, structured=structured)
            received = _create(client, body | provider.more_body(self.provider, self.model), ends.rest())
            if not isinstance(received, Failure):
                return received, shown.unread_lines
            pause = self._pause(received)
            if not tries.get(received.remedy) or pause + SHORTEST_TRY_SECONDS > ends.rest():
                return received.unavailable
            tries[received.remedy] -= 1
            structured = structured and received.remedy is not Remedy.PLAIN
            time.sleep(pause)

    def _pause(self, failure: Failure) -> float:
        if failure.remedy is Remedy.PLAIN:
            return 0.0
        return self.pause if failure.retry_after is None else max(self.pause, failure.retry_after)


def from_settings(settings: Settings, env: Mapping[str, str]) -> AnthropicEngine | Unavailable:
    """Build the engine, or say that there is no usable key or address; nothing heavy is loaded yet."""
    found = provider.from_settings(settings, env)
    if isinstance(found, Unavailable):
        return found
    return AnthropicEngine(provider=found, model=settings.model, max_tokens=settings.max_tokens)


def _create(client: Any, body: dict[str, Any], seconds: float) -> object | Failure:  # noqa: ANN401 - the SDK is imported late
    return call(lambda timeout: client.messages.create(**body, timeout=timeout), seconds)


def _unexpected(error: Exception) -> Unavailable:
    # The name of its class only: the text of an error may hold a piece of the request.
    return Unavailable(reason=Reason.UNEXPECTED, detail=f"The anthropic engine failed ({type(error).__name__}).")

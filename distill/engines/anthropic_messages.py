"""The anthropic engine: one map, one request to the Messages API, within one deadline.

What the SDK does by itself is turned off: it retries for as long as a server says, sleeps past any deadline, takes
credentials from many places, and follows redirects.
"""

import json
import logging
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from distill.config import Settings
from distill.engines import models, prices, prompt, reply, request
from distill.engines.address import base_url
from distill.engines.deadline import Deadline, within
from distill.engines.failures import Failure, Remedy, from_status
from distill.engines.interface import Answer, Distillation, Unavailable
from distill.engines.key import Key, find_key
from distill.model import Reason, Redacted

CONNECT_SECONDS = 5.0
SHORTEST_TRY_SECONDS = 1.0
"""A second try that would have less time than that is not made."""
_LATE = Unavailable(
    reason=Reason.API_TIMEOUT, detail="The service did not answer within the deadline (`deadline_seconds`)."
)
_BROKEN = "No connection to the service: look at the network, at `base_url` and at the proxy settings."


@dataclass(frozen=True, slots=True, kw_only=True)
class AnthropicEngine:
    """Distils through the Messages API with an explicit key."""

    key: Key
    model: str
    max_tokens: int
    base_url: str
    pause: float = 1.0
    """Seconds to wait before a second try, where the server does not say how long."""

    @property
    def name(self) -> str:
        """The name that pages and settings know it by."""
        return "anthropic"

    def distill(self, source: Redacted, *, seconds: float) -> Answer:
        """Distil one text within `seconds` of wall time; all that can go wrong is Unavailable with a reason."""
        try:
            return within(min(seconds, threading.TIMEOUT_MAX), lambda ends: self._guarded(source, ends), late=_LATE)
        except Exception as error:  # noqa: BLE001 - no failure of an engine ends a run
            return _unexpected(error)

    def most_usd(self, source: Redacted) -> float | None:
        """Say what the request for a text may cost at most, in USD; None where the model's price is not known."""
        return prices.most_usd(self.model, request.size(prompt.render(source, structured=False)), self.max_tokens)

    def _guarded(self, source: Redacted, ends: Deadline) -> Answer:
        try:
            return self._answer(source, ends)
        except Exception as error:  # noqa: BLE001 - the SDK raises more than its own errors
            return _unexpected(error)

    def _answer(self, source: Redacted, ends: Deadline) -> Answer:
        client = _client(self.key, self.base_url)
        if isinstance(client, Unavailable):
            return client
        with client:
            sent = self._send(client, source, ends)
        if isinstance(sent, Unavailable):
            return sent
        received, unread = sent
        answer = reply.read(received, engine=self.name, model=self.model, source=source)
        return replace(answer, unread_lines=unread) if isinstance(answer, Distillation) else answer

    def _send(self, client: Any, source: Redacted, ends: Deadline) -> tuple[object, int] | Unavailable:  # noqa: ANN401 - the SDK is imported late
        """Send the request; once more where that may help and the deadline allows, once more without a format."""
        structured = models.find(self.model).structured
        tries = {Remedy.AGAIN: 1, Remedy.PLAIN: int(structured)}
        while True:
            shown = prompt.render(source, structured=structured)
            body = request.body(self.model, self.max_tokens, shown, structured=structured)
            received = _create(client, body, ends.rest())
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
    key = find_key(env, settings)
    if isinstance(key, Unavailable):
        return key
    address = base_url(settings, env)
    if isinstance(address, Unavailable):
        return address
    return AnthropicEngine(key=key, model=settings.model, max_tokens=settings.max_tokens, base_url=address)


def _client(key: Key, address: str) -> Any:  # noqa: ANN401 - the SDK is imported late
    """Build a client that uses this key and no other credential, or say why it cannot be built."""
    try:
        import anthropic
    except ImportError as error:
        return _config_error(f"The anthropic package cannot be loaded ({type(error).__name__}); install distill again.")
    # ANTHROPIC_LOG=debug would write the text of the request to stderr.
    for name in ("anthropic", "httpx2"):
        logging.getLogger(name).setLevel(logging.WARNING)
    try:
        return anthropic.Anthropic(
            api_key=key.value,
            base_url=address,
            max_retries=0,
            # Said once more: ANTHROPIC_CUSTOM_HEADERS may hold another credential.
            default_headers={"Authorization": f"Bearer {key.value}"},
            open_telemetry=False,
            http_client=anthropic.DefaultHttpxClient(follow_redirects=False),
        )
    except Exception as error:  # noqa: BLE001 - a proxy of a kind that is not installed raises ImportError, a bad one ValueError
        kind = type(error).__name__
        return _config_error(
            f"The HTTP client cannot be built ({kind}); look at ALL_PROXY, HTTPS_PROXY and SSL_CERT_FILE."
        )


def _create(client: Any, body: dict[str, Any], seconds: float) -> object | Failure:  # noqa: ANN401 - the SDK is imported late
    import anthropic

    if seconds <= 0:
        return Failure(unavailable=_LATE)
    timeout = anthropic.Timeout(seconds, connect=min(CONNECT_SECONDS, seconds))
    try:
        received: object = client.messages.create(**body, timeout=timeout)
    except anthropic.APIStatusError as error:
        retry_after = error.response.headers.get("retry-after", "")
        return from_status(error.status_code, str(error.type or ""), str(error.api_message or ""), retry_after)
    except anthropic.APITimeoutError:
        return Failure(unavailable=_LATE)
    except anthropic.APIConnectionError:
        return Failure(unavailable=Unavailable(reason=Reason.API_ERROR, detail=_BROKEN), remedy=Remedy.AGAIN)
    except json.JSONDecodeError:
        detail = "What answered is not the Messages API; a sign-in page, perhaps. Look at the network and `base_url`."
        return Failure(unavailable=Unavailable(reason=Reason.BAD_ANSWER, detail=detail))
    return received


def _config_error(detail: str) -> Unavailable:
    return Unavailable(reason=Reason.CONFIG_ERROR, detail=detail)


def _unexpected(error: Exception) -> Unavailable:
    # The name of its class only: the text of an error may hold a piece of the request.
    return Unavailable(reason=Reason.UNEXPECTED, detail=f"The anthropic engine failed ({type(error).__name__}).")

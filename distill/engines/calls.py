"""One call of the SDK, bounded in time; what it raises becomes a failure with a reason."""

import json
from collections.abc import Callable
from typing import Any

from distill.engines.failures import Failure, Remedy, from_status
from distill.engines.interface import Unavailable
from distill.model import Reason

CONNECT_SECONDS = 5.0
LATE = Unavailable(
    reason=Reason.API_TIMEOUT, detail="The service did not answer within the deadline (`deadline_seconds`)."
)
BROKEN = Failure(
    unavailable=Unavailable(
        reason=Reason.API_ERROR,
        detail="No connection to the service: look at the network, at `base_url` and at the proxy settings.",
    ),
    remedy=Remedy.AGAIN,
)
NO_API = Failure(
    unavailable=Unavailable(
        reason=Reason.BAD_ANSWER,
        detail="What answered is not the Messages API; a sign-in page, perhaps. Look at the network and `base_url`.",
    )
)
_NO_CREDENTIALS = (
    "The credentials for the `provider` cannot be had ({kind}): sign in with the tools of its platform, "
    "or look at AWS_PROFILE or GOOGLE_APPLICATION_CREDENTIALS."
)


def call(make: Callable[[Any], object], seconds: float) -> object | Failure:
    """Make one call, which is given the SDK's timeout; it is not begun when there are no seconds left."""
    import anthropic

    if seconds <= 0:
        return Failure(unavailable=LATE)
    try:
        return make(anthropic.Timeout(seconds, connect=min(CONNECT_SECONDS, seconds)))
    except Exception as error:
        failure = _failure(error)
        if failure is None:
            raise
        return failure


def _failure(error: Exception) -> Failure | None:
    """Read an error of the SDK or of what signs its requests; None for one that nobody thought of."""
    import anthropic

    match error:
        case anthropic.APIStatusError():
            retry_after = error.response.headers.get("retry-after", "")
            return from_status(error.status_code, str(error.type or ""), _said(error), retry_after)
        case anthropic.APITimeoutError():
            return Failure(unavailable=LATE)
        case json.JSONDecodeError():
            return NO_API
        case _ if isinstance(error, anthropic.APIConnectionError) or _maker(error) == "httpx2":
            return BROKEN  # the SDK lets httpx2's own errors through while a body is streamed
        case _ if _about_credentials(error):
            detail = _NO_CREDENTIALS.format(kind=type(error).__name__)
            return Failure(unavailable=Unavailable(reason=Reason.NO_KEY, detail=detail))
        case _:
            return None


def _said(error: Any) -> str:  # noqa: ANN401 - the SDK is imported late
    """Give the text of an error; Bedrock puts it where the API does not."""
    body = error.body if isinstance(error.body, dict) else {}
    return str(error.api_message or body.get("message") or "")


def _maker(error: Exception) -> str:
    return type(error).__module__.partition(".")[0]


def _about_credentials(error: Exception) -> bool:
    signer = _maker(error) in {"botocore", "google"}
    return signer or (isinstance(error, RuntimeError | ValueError) and "Could not resolve" in str(error))

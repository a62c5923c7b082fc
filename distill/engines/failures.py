"""What an error of the Messages API means for us, and whether another try can help.

The server's own words are looked at, never passed on: they may repeat a key or a text.
Source of the statuses and types: https://platform.claude.com/docs/en/api/errors
"""

import re
from dataclasses import dataclass
from enum import Enum, auto

from distill.engines.interface import Unavailable
from distill.model import Reason

TYPES = frozenset({
    "api_error", "authentication_error", "billing_error", "conflict_error", "invalid_request_error",
    "not_found_error", "overloaded_error", "permission_error", "rate_limit_error", "request_too_large",
    "timeout_error",
})  # fmt: skip
_CREDIT = re.compile(r"credit balance|spend limit|usage limit|billing", re.IGNORECASE)
_TOO_LONG = re.compile(r"too long|too large|context (?:window|length)|max(?:imum)? (?:context|tokens)", re.IGNORECASE)
_MODEL = re.compile(r"\bmodel\b", re.IGNORECASE)
_FORMAT = re.compile(r"output_config|output_format|json_schema|\bschema\b|structured output|\beffort\b", re.IGNORECASE)


class Remedy(Enum):
    """What another try would have to look like."""

    NONE = auto()
    AGAIN = auto()
    """The same request, after a pause."""
    PLAIN = auto()
    """At once, without the output format."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """Why a request failed, and what may help."""

    unavailable: Unavailable
    remedy: Remedy = Remedy.NONE
    retry_after: float | None = None
    """Seconds the server asks to wait; None: it does not say."""


def from_status(status: int, kind: str, message: str, retry_after: str = "") -> Failure:
    """Read an answer with an error status; `kind` and `message` are the error's type and text, empty if it has none."""
    said = f"HTTP {status} {kind if kind in TYPES else ''}".strip()
    return _failure(status, kind, message, said, _seconds(retry_after))


def from_kind(kind: str, message: str) -> Failure:
    """Read the error of one request of a batch, which has no status; a rate limit passes, so it is worth a second."""
    status = _STATUS_OF_KIND.get(kind, _SERVER_ERROR)
    return _failure(status, kind, message, kind if kind in TYPES else "An error", 0.0)


def _failure(status: int, kind: str, message: str, said: str, wait: float | None) -> Failure:
    reason, advice = _meaning(status, kind, message)
    if reason is Reason.API_ERROR and status == _BAD_REQUEST and _FORMAT.search(message):
        return Failure(unavailable=_unavailable(reason, said, "the model takes no output format"), remedy=Remedy.PLAIN)
    # A rate limit without a time to wait for is not worth a second request.
    again = status >= _SERVER_ERROR or (status == _RATE_LIMIT and wait is not None)
    remedy = Remedy.AGAIN if again else Remedy.NONE
    return Failure(unavailable=_unavailable(reason, said, advice), remedy=remedy, retry_after=wait)


def from_envelope(kind: str) -> Unavailable:
    """Read an error that came with status 200."""
    reason, advice = _meaning(401 if kind == "authentication_error" else _SERVER_ERROR, kind, "")
    return _unavailable(reason, f"HTTP 200 {kind if kind in TYPES else ''}".strip(), advice)


_BAD_REQUEST, _RATE_LIMIT, _SERVER_ERROR = 400, 429, 500
_STATUS_OF_KIND = {
    "authentication_error": 401,
    "billing_error": 402,
    "conflict_error": 409,
    "invalid_request_error": 400,
    "not_found_error": 404,
    "overloaded_error": 529,
    "permission_error": 403,
    "rate_limit_error": 429,
    "request_too_large": 413,
    "timeout_error": 504,
}
_CREDIT_ADVICE = "the account has no credit left or reached its limit: look at its billing page"
_LENGTH_ADVICE = "the map is too long for the model: shorten it, or set `model` to one with a larger window"
_BAD_KEY = (Reason.BAD_KEY, "the service does not take the key: make a new one, and look at its rights")
_NO_SUCH_MODEL = (
    Reason.UNKNOWN_MODEL,
    "the service does not know the model: set `model` to a current one; if it is, look at `base_url`",
)
_NO_API = (Reason.API_ERROR, "there is no Messages API at this address: look at `base_url`")
_GAVE_UP = (Reason.API_TIMEOUT, "the service gave up; try again later")
_LIMITED = (Reason.RATE_LIMITED, "the account's rate limit is reached; try again later")
_OVERLOADED = (Reason.OVERLOADED, "the service is overloaded; try again later")
_BY_KIND = {
    "not_found_error": _NO_SUCH_MODEL,
    "overloaded_error": _OVERLOADED,
    "rate_limit_error": _LIMITED,
    "timeout_error": _GAVE_UP,
}
_BY_STATUS = {
    401: _BAD_KEY,
    402: (Reason.API_ERROR, _CREDIT_ADVICE),
    403: _BAD_KEY,
    404: _NO_API,
    405: _NO_API,
    408: _GAVE_UP,
    413: (Reason.API_ERROR, _LENGTH_ADVICE),
    429: _LIMITED,
    504: _GAVE_UP,
    529: _OVERLOADED,
}


def _meaning(status: int, kind: str, message: str) -> tuple[Reason, str]:
    known = _BY_KIND.get(kind) or _BY_STATUS.get(status)
    return known or (Reason.API_ERROR, _advice(status, message))


def _advice(status: int, message: str) -> str:
    if status >= _SERVER_ERROR:
        return "the service failed; try again later"
    if status < _BAD_REQUEST:
        return "something else answers at this address, such as a sign-in page: look at the network and `base_url`"
    if _CREDIT.search(message):
        return _CREDIT_ADVICE
    if _TOO_LONG.search(message):
        return _LENGTH_ADVICE
    if _MODEL.search(message):
        return "the service refused the request; look at `model` and `max_tokens`"
    return "the service refused the request"


def _unavailable(reason: Reason, said: str, advice: str) -> Unavailable:
    return Unavailable(reason=reason, detail=f"{said}: {advice}.")


def _seconds(retry_after: str) -> float | None:
    # The other form, a date, is not used by the service.
    return float(retry_after) if re.fullmatch(r"\d{1,9}(?:\.\d{1,9})?", retry_after.strip()) else None

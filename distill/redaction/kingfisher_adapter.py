"""A further opinion: the rules of kingfisher's SDK, where it is installed (`distill-wiki[deep]`) and switched on."""

from collections.abc import Iterator
from functools import cache
from typing import Any

from distill.errors import RedactionError
from distill.redaction.allowed import is_id
from distill.redaction.spans import Certainty, Span, finds
from distill.redaction.values import is_plain, is_reference

_SHORTEST = 8


def is_installed() -> bool:
    """Tell whether the SDK can be used."""
    try:
        return _scanner() is not None
    except RedactionError:
        return False


def spans(text: str) -> Iterator[Span]:
    """Find the values that kingfisher reports; nothing is asked over the net.

    Raises RedactionError where the setting asks for an SDK that is not installed.
    """
    for finding in _scanner().scan(text):
        secret = finding.secret or ""
        if len(secret) >= _SHORTEST and not (is_plain(secret) or is_reference(secret) or is_id(secret)):
            for at in finds(text, secret):
                yield Span(at, at + len(secret), "secret", Certainty.GUESS)


@cache
def _scanner() -> Any:  # noqa: ANN401 - a library without types
    try:
        import kingfisher_sdk as sdk
    except ImportError:
        raise RedactionError(
            "The setting redaction.deep needs kingfisher's SDK. Install distill-wiki[deep], or take the setting out."
        ) from None
    return sdk.Scanner(sdk.Rules(confidence="medium"), policy=sdk.DetectionPolicy(inline_ignores=False))

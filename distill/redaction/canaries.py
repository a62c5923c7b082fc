"""Canaries, the self-test of the redaction: a canary for each layer, made at run time, must not survive."""

import os
import random
import string
from collections.abc import Callable, Iterator

from distill.errors import RedactionError
from distill.model import Redacted
from distill.redaction import detectors
from distill.redaction.spans import Detector, Span

_PROPAGATION = "propagation"
_SHADOWS = "shadows"
_PIECES = "pieces"
_PART = 8


def canaries() -> Iterator[tuple[str, str, str]]:
    """Yield (layer, text, canary): each canary is fresh, so no list of known values can pass the test."""
    body = _fresh(40)
    dashes = "-" * 5
    # a vendor that no plug-in of detect-secrets knows: its slow import is left to the texts that need it
    yield "vendor-tokens", f"the run used {'h' + 'f_'}{body} today", body
    yield "vendor-patterns", f"it was acme_li{'ve'}_{body[:24]}, then", body[:24]
    yield "private-keys", f"{dashes}BEGIN RSA PRIVATE {'KEY'}{dashes}\n{body}\n{body}\n\nnext", body
    yield "urls", f"postgres://app:{body[:14]}@db.internal/app", body[:14]
    yield "headers", f"curl -H 'Authorization: {'Bea' + 'rer'} {body}'", body
    yield "assignments", f"export DB_PASSWORD={body[:12]}", body[:12]
    yield "tables", f"| Host | Password |\n|---|---|\n| db | {body[:12]} |", body[:12]
    yield "prose", f"пароль до стенду: {body[:12]} — далі", body[:12]
    digits, mixed = os.urandom(20).hex(), _mixed()
    yield "hex-secrets", f"rotate the API {'ke' + 'y'} {digits} by Friday", digits
    yield "commands", f"mysql -u app -p{body[:12]} shop", body[:12]
    yield "base64", f"![x](data:image/png;base64,{body * 4})", body
    yield "personal", f"mail {body[:9].lower()}@{body[9:18].lower()}.com", body[9:18].lower()
    yield _SHADOWS, f"DB_PA\u200bSS\u200bWORD={body[:12]}", body[:12]
    yield "unknown-vendors", f"it ran with acmeco_{mixed} today", mixed
    yield _PIECES, f'f("{digits[:20]}" + "{digits[:12]}-{digits[:8]}-{digits[8:16]}")', digits[:20]
    yield _PROPAGATION, f"API_TOKEN={body}\n\nwhat was {body[:40]} for?", body


def check(redact: Callable[[str], Redacted]) -> None:
    """Plant a canary for every layer and raise RedactionError for the first that survives.

    Each detector is asked by itself too: layers overlap, and a dead one would hide behind the others. The plug-ins of
    detect-secrets are not asked here, their import is slow; the adapter checks them when a text needs them.
    """
    layers = dict(detectors.DETECTORS)
    for layer, text, canary in canaries():
        redacted = redact(text)
        seen = layer in (_PROPAGATION, _SHADOWS, _PIECES) or any(
            canary[:_PART] in text[s.start : s.end] for s in _asked(layers, layer, text)
        )
        if not seen or canary in redacted.text or not redacted.secrets:
            raise RedactionError(
                f"The self-test of the redaction failed: a canary for {layer} survived. Nothing may leave."
            )


def _asked(layers: dict[str, Detector], layer: str, text: str) -> Iterator[Span]:
    return layers[layer](text) if layer in layers else iter(())


def _mixed() -> str:
    """Change from one kind of characters to the next all along, no character twice: chance must not fail the test."""
    draw = random.SystemRandom()
    small, capitals = (draw.sample(letters, 20) for letters in (string.ascii_lowercase, string.ascii_uppercase))
    digits = draw.sample(string.digits, 10)
    return "".join(
        "".join(part) for part in zip(small[::2], capitals[::2], digits, small[1::2], capitals[1::2], strict=True)
    )


def _fresh(size: int) -> str:
    """Letters of both cases and digits, from the operating system; the first eight show every kind."""
    alphabet = "abcdefghkmnpqrstuvwxyzABCDEFGHKMNPQRSTUVWXYZ23456789"
    return "".join(("b7QkR4xT", *(alphabet[b % len(alphabet)] for b in os.urandom(size))))[:size]

"""HTTP headers: what stands after `Bearer`, `Basic` and the like, and the values of cookies."""

import re
from collections.abc import Iterator

from distill.redaction.key_names import kind_of_key
from distill.redaction.spans import Certainty, Span, finds, lowered
from distill.redaction.values import is_random, is_reference, is_secret
from distill.redaction.vocabulary import Words

_SCHEMES = (
    "bearer",
    "basic",
    "negotiate",
    "digest",
    "aws4-hmac",
    "apikey ",
    "token ",
    "ntlm",
    "splunk",
    "genie",
    "ssws",
    "hawk",
    "dpop",
)
_SCHEME = re.compile(
    r"(?i)(?:bearer|basic|negotiate|ntlm|splunk|genie-?key|ssws|dpop|apikey|token)"
    r"(?:[ \t]{1,4}|%20|\\u0020|[ \t]{0,2}[:=][ \t]{0,2})"
    r"[\"'`]?([A-Za-z0-9+/=._~%:-]{8,8192})"
)
_AUTH_FIELD = re.compile(r"(?i)(?:response|signature|cnonce|mac|oauth_\w{1,20})=[\"']?([A-Za-z0-9+/=%_.-]{12,2048})")
_COOKIE = re.compile(
    r"(?i)cookies?[\"'`*]{0,4}[ \t]{0,2}(?:[:=]|,[ \t]{0,4}\"value\":)[ \t]{0,4}[\"'`]?"
    r"|-b[ \t]{1,2}[\"']|--cookie[ =]{1,2}[\"']"
)
_PAIR = re.compile(r"[ \t;,]{0,4}([A-Za-z0-9_.$!#%&^~+-]{1,80})=\"?([^;\s\"'`<>|,]{0,4096})\"?")
_FLAG = re.compile(r"[ \t;,]{1,4}[A-Za-z-]{2,20}(?=[;\s\"'`]|$)")
_ATTRIBUTES = frozenset({"path", "domain", "expires", "max-age", "samesite", "priority", "version", "comment"})
_SAME = 512
_SHORTEST_COOKIE = 16
_WORDS = Words(lambda: _SCHEMES, folded=True)


def spans(text: str) -> Iterator[Span]:
    """Find credentials of authorization headers and cookie values."""
    low = lowered(text)
    barren = ""
    for at, scheme in _WORDS.places(text):
        if barren and low.startswith(barren, at):  # what gave nothing a moment ago gives nothing again
            continue
        found = list(_credentials(text, low, scheme, at))
        barren = "" if found else low[at : at + _SAME]
        yield from found
    if "cookie" in low or "-b " in low:
        yield from _cookies(text, low)


def _credentials(text: str, low: str, scheme: str, at: int) -> Iterator[Span]:
    if at and low[at - 1].isalnum():
        return
    if (found := _SCHEME.match(text, at)) and _is_credential(value := found[1].rstrip(".:")):
        yield Span(found.start(1), found.start(1) + len(value), f"{_kind(scheme)}", Certainty.KEYED)
    elif scheme in ("digest", "aws4-hmac", "hawk"):
        line_end = text.find("\n", at, at + 2048)
        for field in _AUTH_FIELD.finditer(text, at, line_end if line_end > 0 else min(len(text), at + 2048)):
            yield Span(field.start(1), field.end(1), "signature", Certainty.SELF_NAMING)


def _is_credential(value: str) -> bool:
    return not is_reference(value) and is_random(value, numbered_words=False)


def _kind(scheme: str) -> str:
    return "basic-auth" if scheme == "basic" else "bearer-token"


def _cookies(text: str, low: str) -> Iterator[Span]:
    marks = sorted({*finds(low, "cookie"), *finds(low, "-b ")})
    ends = -1
    for at in marks:
        head = _COOKIE.match(text, at) if at >= ends else None
        ends = head.end() if head else ends
        while head and (pair := _PAIR.match(text, ends) or _FLAG.match(text, ends)):
            ends = pair.end()
            if pair.lastindex and _is_session(pair[1], pair[2]):
                yield Span(pair.start(2), pair.end(2), "cookie", Certainty.SELF_NAMING)


def _is_session(name: str, value: str) -> bool:
    if name.lower() in _ATTRIBUTES:
        return False
    if kind_of_key(name) or "sess" in name.lower():
        return is_secret(value) and not is_reference(value)
    return len(value) >= _SHORTEST_COOKIE and is_random(value)

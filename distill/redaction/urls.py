"""Addresses: passwords before the host, secrets in the query, webhook paths; the host is kept."""

import re
from collections.abc import Iterator
from functools import cache

from distill.redaction.key_names import kind_of_key
from distill.redaction.rules import webhooks
from distill.redaction.spans import Certainty, Span, finds
from distill.redaction.values import entropy, is_plain, is_random, is_reference
from distill.redaction.vocabulary import Words

_RUN = re.compile(r"://[^\s\"'`<>\\\uff0c\u3002\uff1b\u3001\uff09\u300d]{1,8192}")
_LOGIN = re.compile(
    r"://([^\s/@:?#]{0,200}):([^\s/@]{1,400})@(?=[\w\[$-])|://([^\s/@:?#]{16,400})(?::[^\s/@]{0,40})?@(?=\w)"
)
_LOOSE_LOGIN = re.compile(r"://([^\s/@:?#]{1,64}):([^\s@?&]{1,200})@(?=[\w.-]{1,200}(?::\d{1,5})?(?:/|$|[,;?)]))")
_QUERY = re.compile(
    r"(?:[?&;#]|%3[Ff]|%26|&amp;)([A-Za-z0-9_.\[\]-]{1,48})(?:=|%3[Dd])((?:[!$(*+./0-9:=?@A-Z\[\\^_`a-z{}~-]|%(?!26)[0-9A-Fa-f]{2}){6,4096})"
)
# names of queries that no word of key_names says: signatures and grants
_NAMES = frozenset(
    {
        "x-amz-signature", "x-amz-security-token", "x-goog-signature", "sig", "signature", "code",
        "hmac",
        "access_token", "jwt", "ticket", "assertion", "samlresponse", "code_verifier",
        "key", "auth", "pwd", "pass", "subscription-key",
        "policy", "st", "hash", "authkey", "apikey", "appid", "id_token", "invite", "otp", "secret", "sid", "h",
    }
)  # fmt: skip
_LOOSE_NAMES = frozenset({"key", "code", "policy", "ticket", "hash", "appid", "invite", "st", "h", "sid"})
_HINTS = Words(lambda: (hook.hint for hook in webhooks()))
_SPECIMENS = frozenset({"password", "pass", "passwd", "pwd", "secret", "xxx", "xxxx", "***", "****", "user"})


def spans(text: str) -> Iterator[Span]:
    """Find the secret parts of addresses."""
    end = -1
    for at in finds(text, "://"):
        if at < end:
            continue
        run = _RUN.match(text, at)
        if run:
            end = run.end()
            yield from _logins(text, at, end)
            yield from _queries(text, at, end)
    hinted = {hint for _, hint in _HINTS.places(text)} if end >= 0 else frozenset()
    for hint, pattern in _hooks() if hinted else ():
        if hint in hinted:
            for found in pattern.finditer(text):
                yield Span(found.start(1), found.end(1), "webhook", Certainty.SELF_NAMING)


@cache
def _hooks() -> tuple[tuple[str, re.Pattern[str]], ...]:
    return tuple((hook.hint, re.compile(hook.pattern)) for hook in webhooks())


def _logins(text: str, start: int, end: int) -> Iterator[Span]:
    for login in _LOGIN.finditer(text, start, end):
        if login[3] is not None and is_random(login[3]):
            yield Span(login.start(3), login.end(3), "url-token", Certainty.KEYED)
        if login[2] is not None and _is_password(login[2]):
            yield Span(login.start(2), login.end(2), "url-password", Certainty.KEYED)
            if is_random(login[1]) and len(login[1]) >= 20:  # noqa: PLR2004 - a token in the user's place
                yield Span(login.start(1), login.end(1), "url-token", Certainty.KEYED)
            return
    loose = _LOOSE_LOGIN.match(text, start, end)
    if loose and "/" in loose[2] and not loose[2].split("/")[0].isdecimal() and is_random(loose[2]):
        yield Span(loose.start(2), loose.end(2), "url-password", Certainty.KEYED)


def _is_password(value: str) -> bool:
    return value.lower() not in _SPECIMENS and not is_reference(value) and not value.startswith("REDACTED")


def _queries(text: str, start: int, end: int) -> Iterator[Span]:
    for query in _QUERY.finditer(text, start, end):
        name, value = query[1].lower(), query[2].rstrip(".,:*!?(")
        if (name in _NAMES or kind_of_key(query[1])) and _is_grant(name, value):
            yield Span(query.start(2), query.start(2) + len(value), "url-token", Certainty.KEYED)


def _is_grant(name: str, value: str) -> bool:
    if is_reference(value) or is_plain(value):
        return False
    if name in _LOOSE_NAMES:
        return is_random(value) and len(value) >= 16  # noqa: PLR2004 - codes and keys are longer than page names
    return entropy(value) > 2  # noqa: PLR2004

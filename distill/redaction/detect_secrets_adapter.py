"""The second opinion: the compiled patterns of detect-secrets' plug-ins, asked directly.

Only `denylist` is used: no filters (text could switch them off), no settings (a process-wide singleton), no
reported values (prefixes only for some), no entropy and keyword plug-ins (they report every word, in quadratic time).
"""

import importlib
import importlib.util
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from distill.errors import RedactionError
from distill.redaction.allowed import is_id
from distill.redaction.runs import runs
from distill.redaction.spans import Certainty, Span
from distill.redaction.values import is_plain, is_reference
from distill.redaction.vocabulary import Words

_PLUGINS: tuple[tuple[str, str, str, tuple[str, ...]], ...] = (
    # module, class, kind, substrings of which its patterns need one
    ("artifactory", "ArtifactoryDetector", "jfrog-token", ("AKC",)),
    ("aws", "AWSKeyDetector", "aws-key-id", ("A3T", "ABIA", "ACCA", "AKIA", "ASIA")),
    ("azure_storage_key", "AzureStorageKeyDetector", "azure-key", ("AccountKey=",)),
    ("discord", "DiscordBotTokenDetector", "discord-token", ()),
    ("github_token", "GitHubTokenDetector", "github-token", ("ghp_", "gho_", "ghu_", "ghs_", "ghr_")),
    (
        "gitlab_token",
        "GitLabTokenDetector",
        "gitlab-token",
        ("glpat-", "gldt-", "glft-", "glsoat-", "glrt-", "GR1348941"),
    ),
    ("jwt", "JwtTokenDetector", "jwt", ("eyJ",)),
    ("mailchimp", "MailchimpDetector", "mailchimp-key", ("-us",)),
    ("npm", "NpmDetector", "npm-token", (":_authToken=",)),
    ("openai", "OpenAIDetector", "openai-key", ("T3BlbkFJ",)),
    ("pypi_token", "PypiTokenDetector", "pypi-token", ("pypi-AgE",)),
    ("sendgrid", "SendGridDetector", "sendgrid-key", ("SG.",)),
    ("slack", "SlackDetector", "slack-token", ("xox",)),
    ("square_oauth", "SquareOAuthDetector", "square-token", ("sq0csp-",)),
    ("stripe", "StripeDetector", "stripe-key", ("k_live_",)),
    ("telegram_token", "TelegramBotTokenDetector", "telegram-token", (":AA",)),
    ("twilio", "TwilioKeyDetector", "twilio-key", ()),
)
# plug-ins without a fixed substring: a cheap pattern that whatever they find must match, which begins in a run, and
# what stands behind that run
_SHAPES = (
    ("discord", re.compile(r"[MNO][A-Za-z0-9_-]{23,25}\.[A-Za-z0-9_-]{6}\."), "."),
    ("twilio", re.compile(r"[AS][CK][a-z0-9]{32}"), ""),
)
_BEHIND = 8  # characters of a shape behind its run
_HINTS = Words(lambda: (hint for _, _, _, hints in _PLUGINS for hint in hints))
_LINE = 4000  # characters around a hint that a plug-in gets to see; its patterns are not all linear
_TOKEN_END = re.compile(r"[A-Za-z0-9_./+=~-]{0,4096}")
_TOKEN_START = re.compile(r"[A-Za-z0-9_+~-]{0,256}\Z")
_GLUE = re.compile(r"^[\s=:\"]|[\s\"]$")


@dataclass(frozen=True, slots=True)
class _Plugin:
    name: str
    kind: str
    patterns: tuple[re.Pattern[str], ...]


def spans(text: str) -> Iterator[Span]:
    """Ask each plug-in whose hint stands in the text; raise RedactionError where the library is missing or broken."""
    _require()
    places_of = _places(text)
    for module, *_ in _PLUGINS:
        if places := places_of.get(module):
            plugin = _plugin(module)
            for start, end in _windows(text, places):
                yield from _found(text, plugin, start, end)


@cache
def _require() -> None:
    if importlib.util.find_spec("detect_secrets") is None:
        raise RedactionError("The detect-secrets library is not installed. Install distill again.")


@cache
def _plugin(module: str) -> _Plugin:
    name, kind = next((c, k) for m, c, k, _ in _PLUGINS if m == module)
    try:
        found = getattr(importlib.import_module(f"detect_secrets.plugins.{module}"), name)
        patterns = tuple(p for p in found.denylist if isinstance(p, re.Pattern))
    except Exception as error:
        raise RedactionError(
            f"The plug-in {module} of detect-secrets does not load ({type(error).__name__})."
        ) from error
    if not patterns:
        raise RedactionError(f"The plug-in {module} of detect-secrets has no patterns; this version is not known.")
    return _Plugin(module, kind, patterns)


def _places(text: str) -> dict[str, list[int]]:
    """Find where each plug-in has something to look at."""
    places: dict[str, list[int]] = {}
    for low, high in runs(text):
        for module, shape, behind in _SHAPES:
            if text.startswith(behind, high):
                places.setdefault(module, []).extend(m.start() for m in shape.finditer(text, low, high + _BEHIND))
    for at, hint in _HINTS.places(text):
        places.setdefault(_asked()[hint], []).append(at)
    return places


@cache
def _asked() -> dict[str, str]:
    """Name the plug-in of each hint."""
    return {hint: module for module, _, _, hints in _PLUGINS for hint in hints}


def _windows(text: str, places: list[int]) -> Iterator[tuple[int, int]]:
    """Yield bounded lines around the places, each stretch once."""
    done = -1
    for at in places:
        if at < done:
            continue
        start = max(text.rfind("\n", max(0, at - _LINE), at) + 1, at - _LINE // 8, done, 0)
        stop = text.find("\n", at, at + _LINE)
        done = stop if stop >= 0 else min(len(text), at + _LINE)
        yield start, done


def _found(text: str, plugin: _Plugin, start: int, end: int) -> Iterator[Span]:
    for denied in plugin.patterns:
        seen = start
        while found := denied.search(text, seen, end):
            span = _widened(text, found, plugin.kind)
            seen = max(
                found.end(), span.end if span else 0, seen + 1
            )  # past the whole token, so that time stays linear
            if span and _is_token(text[span.start : span.end]):
                yield span


def _widened(text: str, found: re.Match[str], kind: str) -> Span | None:
    """Take the whole token around a sighting: plug-ins stop at lengths that vendors have left behind."""
    whole = found.group()
    lead = len(whole) - len(_GLUE.sub("", whole, count=1)) if _GLUE.match(whole) else 0
    for mark in ("AccountKey=", ":_authToken="):
        if mark in whole:
            lead = whole.index(mark) + len(mark)
    start = found.start() + lead
    start -= len(_TOKEN_START.search(text, max(0, start - 256), start).group()) if lead == 0 else 0  # type: ignore[union-attr]
    start += text[max(0, start - 1) : start] == "\\" and text[start : start + 1] in ("n", "r", "t")  # of an escape
    end = _TOKEN_END.match(text, start).end()  # type: ignore[union-attr]
    end = start + len(text[start:end].rstrip(".,:-"))
    return Span(start, end, kind, Certainty.SELF_NAMING) if end > start else None


def _is_token(value: str) -> bool:
    return not (is_plain(value) or is_reference(value) or is_id(value)) and any(c.isdigit() for c in value)

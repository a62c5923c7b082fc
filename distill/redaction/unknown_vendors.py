"""Tokens of vendors nobody listed: a short word, a hyphen or underscore, and a long body that is random throughout."""

import re
from collections.abc import Iterator

from distill.redaction.allowed import is_id
from distill.redaction.runs import runs
from distill.redaction.spans import Certainty, Span
from distill.redaction.values import entropy, kinds
from distill.redaction.vendor_tokens import starts_clean
from distill.redaction.wrapping import continued

_RUN = re.compile(r"[A-Za-z0-9_-]{36,}")
_TOKEN = re.compile(r"[A-Za-z][A-Za-z0-9]{1,15}[_-](?:[A-Za-z0-9]{1,8}[_-]){0,2}?(?P<body>[A-Za-z0-9_-]{30,256})")
# ids of services and of Git hosts, digests: long, random, and no secrets
_OTHERS = re.compile(
    r"(?:sha\d{1,3}|md5|h1|nonce|blake\w{1,3}|user|org|sess|client|prj|dpl|team|cs|seti|acct|price|prod|evt|pi|ch|src|pm|inv"
    r"|file|assistants?|chatcmpl|resp|msg|toolu|run|req|gen|call|rs|fc|snap|snapshot|build|deployment|PVTI?S?S?F?|PRR?C?|IC?|R|U|DIC?"
    r"|WFR|CR|CS|RE|REA|BOT|MDQ\w*|MDE\w*)[_-]"
)
_STRETCH = re.compile(r"[a-z]+|[A-Z]+|[0-9]+")
_SHORTEST, _LONGEST = 36, 280
_ENTROPY = 4.2  # bits a character; 36 random letters and digits have 4.6, a name in camel case 4.0
_CHANGES = 0.41  # of a random body's neighbours 62 in 100 differ in kind, of a name's 40 at most
_MOST_SEPARATORS = 12  # one hyphen or underscore in so many characters; base64 of URLs has one in 32


def spans(text: str) -> Iterator[Span]:
    """Find runs that are a prefix and a random body."""
    for start, end in _runs(text):
        if end - start <= _LONGEST and starts_clean(text, start):
            token = _TOKEN.fullmatch(text, start, end)
            if token and not _OTHERS.match(text, start) and not is_id(token.group()) and _is_random(token["body"]):
                yield Span(start, continued(text, end), "service-key", Certainty.GUESS)


def _runs(text: str) -> Iterator[tuple[int, int]]:
    """Yield the runs without the signs of the other alphabet."""
    for start, end in runs(text):
        if end - start >= _SHORTEST:
            yield from (run.span() for run in _RUN.finditer(text, start, end))


def _is_random(body: str) -> bool:
    """Tell chance from names: capitals, small letters and digits change places all along."""
    bare = body.replace("-", "").replace("_", "")
    if (len(body) - len(bare)) * _MOST_SEPARATORS > len(body) or kinds(bare) < 3:  # noqa: PLR2004 - both cases and digits
        return False
    changes = len(_STRETCH.findall(bare)) - 1
    return changes >= _CHANGES * len(bare) and entropy(bare) >= _ENTROPY

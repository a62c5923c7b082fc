"""The value gate: tells a secret from a word, a number, a path, a reference or a placeholder."""

import math
import re
from collections import Counter
from collections.abc import Collection
from itertools import pairwise

from distill.redaction import letters

SHORTEST = 6  # keyed values shorter than this are states and numbers far more often than secrets
SHORTEST_BARE = 8  # without a key name in front a value must be this long
KEYED_ENTROPY = 2.2  # bits a character
BARE_ENTROPY = 2.9

_LONG_NAME = 24
_SHORT = 256
_WEIGHTS = (0.0, *(n * math.log2(n) for n in range(1, _SHORT + 1)))
_JUMBLE = 14  # letters alone are random from this length on
_LONGEST_STAND_IN = 120

_REFERENCE = re.compile(
    r"\$(?:[{(<]|[A-Za-z_][A-Za-z0-9_]*(?:\Z|[/:.}\"']))|@@|@[A-Za-z_.]+(?:\Z|\()|\{[{A-Za-z_%]|%[A-Za-z_]+%\Z|%\(\w|\}\}|<|(?:[a-z_]{2,20}|[A-Z_]{2,20})=\Z|\[REDACTED|REDACTED|\[[A-Z_]{3}"
    r"|\./|\.\./|~/|[A-Za-z]:\\|-{2,}[a-z]"
    r"|(?:op|vault|env|file|ref\+\w{1,20}|aws-?sm|ssm|gcp-?sm|keyring|keychain|secretref|sops|secret):"
    r"|(?:os|process|import|sys|self|this|config|settings|secrets?|env|vars?|ctx|args?|options?|request|user|props"
    r"|data|module|local|params?|inputs?|steps|github|matrix)[.\[]"
    r"|os\.environ|ENV\[|arn:|urn:|mailto:|[a-z][a-z0-9+.-]{1,20}://",
)
_STAND_IN = re.compile(
    r"(?i)(?:your|my|the|some|insert|replace|put|enter|add|an?)[-_ ][A-Za-z_. -]*|.*[-_](?:here|goes[-_]here)"
    r"|(?:change|replace|fill)[-_]?(?:me|this|it|in)\w{0,4}|x{3,}.*|\*{2,}.*|\.[*+].*|\.{2,}.*|.*(?:…|\.{3})"
    r"|(?:example|sample|dummy|placeholder|redacted|masked|hidden|removed|none|null|nil|undefined|true|false|todo|tbd"
    r"|n/a|na|unset|unknown|required|optional|empty|default|secret|password|passwd|token|user|admin|root|test|string"
    r"|value|val|key|name|word|foobar|foo|bar|postgres|guest|\d?password|lastpass|bitwarden)[-_:=]?\d{0,3}"
    r"|[^{}]{0,60}\{[a-z_]{1,24}\}[^{}]{0,60}(?:\{[a-z_]{1,24}\}[^{}]{0,60}){0,4}",
)
_NUMBER = re.compile(
    r"[~<>+-]?\d[\d_.,:/x+-]*(?:[eE][+-]?\d+)?(?:%|[a-zA-Z]{1,5})?(?:/[a-z]{1,6})?"
    r"|\d{4}-\d\d-\d\d(?:[T_ ]\d\d:?\d\d(?::?\d\d)?(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)?)?|v?\d+(?:\.\d+){1,4}(?:[-+.\w]*)?"
)
_CALL = re.compile(r"[A-Za-z_][\w.]*(?:[(\[][\w., '\"=\[\]{}():/]*\Z|[(\[][\"'])")
_VARIABLE = re.compile(r"[A-Z][A-Z0-9]{0,30}(?:_[A-Z0-9]{1,30})+")  # the name of a variable, `E2B_API_KEY`
_HOST = re.compile(r"(?:[a-z0-9-]{1,63}\.){1,8}[a-z]{2,24}(?::\d{1,5})?")
_ALGORITHM = re.compile(
    r"(?i)argon2\w{0,2}|[bs]crypt\d{0,2}|pbkdf2\w*|hmac-?\w{2,8}|scram(?:-sha-?\d{1,3}){0,1}(?:-plus)?|[hrep]s(?:256|384|512)|sha-?\d{1,3}(?:-\d{3})?|aes-?\d{3}(?:-\w{3})?"
    r"|ed25519|x25519|rsa-?\d{4}|oauth2?(?:\.\d)?|utf-?(?:8|16)|base(?:32|58|64)(?:url)?|ipv[46]|tlsv?1\w{0,3}|secp\d{3}[kr]1|p-?(?:256|384|521)"
)
_WORD = r"(?>[A-Z]?[a-z]+|[A-Z]+)(?![A-Za-z0-9])"
_PART = r"(?>[A-Z]?[a-z]+[0-9]{0,4}|[A-Z]+[0-9]{0,3}|v?[0-9]{1,8}[a-z]{0,3})(?![A-Za-z0-9])"
_WORDS = re.compile(rf"{_WORD}(?:[-_./:,@+ ]+{_WORD})*+")
_CAMEL = re.compile(r"[a-z]{0,24}(?>[A-Z][a-z]{1,24}|[A-Z]{2,5}(?=[A-Z][a-z]|$)){1,12}+[a-z]{0,3}")
_NAMED = re.compile(r"[A-Za-z_][A-Za-z_0-9]{0,60}=(?=[^=])")
_DOTTED = re.compile(r"[A-Za-z_]+(?:\.[A-Za-z_]+)++")
_NUMBERED_WORDS = re.compile(rf"@?{_PART}(?:[-_./:@#]+{_PART})++")
_PATH = re.compile(rf"(?:/[-_.@]*(?:{_PART}[-_.@:]*)*+)++")
_HEX = re.compile(r"(?:0x)?(?:[0-9a-f]+|[0-9A-F]+)")
_FILE = re.compile(
    r"[\w@./\\-]*\.(?:md|py|ts|tsx|js|jsx|json|jsonl|toml|ya?ml|txt|sh|rs|go|java|rb|lock|log|cfg|ini|env|pem|crt|html?|css|csv|sql|db|gz|tgz|zip|png)"
)
_SYMBOL = re.compile(r"[!#$%^&*?~+@=]")
_CLASSES = tuple(re.compile(part).search for part in (r"[a-z]", r"[A-Z]", r"[0-9]", r"[^A-Za-z0-9]"))


def entropy(value: str) -> float:
    """Measure Shannon entropy in bits a character; 0 for empty text."""
    size, counts = len(value), _counts(value)
    if len(counts) == size:
        return math.log2(size) if size else 0.0
    return math.log2(size) - sum(map(_WEIGHTS.__getitem__ if size <= _SHORT else _weight, counts)) / size


def _weight(count: int) -> float:
    return count * math.log2(count)


def _counts(value: str) -> Collection[int]:
    """Count each character; a short text is quickest searched for each."""
    if len(value) > _SHORT:
        return Counter(value).values()
    return [value.count(c) for c in dict.fromkeys(value)]


def kinds(value: str) -> int:
    """Count the kinds of characters: lower case, upper case, digits, others."""
    lower, upper, digit, other = _CLASSES
    return (
        (lower(value) is not None)
        + (upper(value) is not None)
        + (digit(value) is not None)
        + (other(value) is not None)
    )


def is_reference(value: str) -> bool:
    """Tell whether a value only points at a secret or stands in for one."""
    return bool(
        _REFERENCE.match(value)
        or (value[:1] == "/" and _PATH.fullmatch(value))
        or (len(value) < _LONGEST_STAND_IN and _STAND_IN.fullmatch(value))
        or (("(" in value or "[" in value) and _CALL.match(value))
    )


def is_words(value: str) -> bool:
    """Tell whether a value is words with or without numbers, joined by hyphens, dots and the like."""
    return bool(_WORDS.fullmatch(value) or _NUMBERED_WORDS.fullmatch(value))


def is_plain(value: str) -> bool:
    """Tell whether a value is a number, words, a file name or an identifier made of words."""
    bare = value.strip("-_.:/!?,;")
    if named := _NAMED.match(bare):
        bare = bare[named.end() :].strip("-_.:/!?,;=")
    return bool(
        not bare
        or _NUMBER.fullmatch(bare)
        or _WORDS.fullmatch(bare)
        or ("." in bare and (_FILE.fullmatch(bare) or _DOTTED.fullmatch(bare) or _HOST.fullmatch(bare)))
        or _ALGORITHM.fullmatch(bare)
        or _is_variable(bare)
        or _is_camel(bare)
    )


def is_hex(value: str) -> bool:
    """Tell whether a value is hexadecimal throughout, as commits and digests are."""
    return _HEX.fullmatch(value) is not None


def _is_word(value: str) -> bool:
    """Tell the commonest values cheaply: a word or a number."""
    return value.isdecimal() or (value.isascii() and value.isalpha() and (value.islower() or value.istitle()))


def is_secret(value: str, *, numbered_words: bool = False) -> bool:
    """Judge a value that a secret's name stands before; `numbered_words` lets passphrases pass."""
    return _secrecy(value, numbered_words=numbered_words) >= KEYED_ENTROPY


def _secrecy(value: str, *, numbered_words: bool) -> float:
    """Measure the entropy of what may be a secret; 0 for what is none."""
    if numbered_words and (letters.at_random(value) or letters.is_passphrase(value)):
        return max(KEYED_ENTROPY, entropy(value))
    if len(value) < SHORTEST or len(set(value)) < 4 or _is_word(value) or is_reference(value) or is_plain(value):  # noqa: PLR2004
        return 0.0
    if not numbered_words and _NUMBERED_WORDS.fullmatch(value):
        return 0.0
    return entropy(value) if kinds(value) > 1 or is_hex(value) else 0.0


def _is_variable(value: str) -> bool:
    """Tell the name of a variable from random capitals: most of its characters are letters."""
    return "_" in value and _VARIABLE.fullmatch(value) is not None and sum(c.isdigit() for c in value) * 4 < len(value)


def _is_jumble(value: str) -> bool:
    """Tell letters at random from names: capitals all over, and no humps of camel case."""
    changes = sum(a.islower() and b.isupper() for a, b in pairwise(value))
    return len(value) >= _JUMBLE and value.isalpha() and changes * 6 >= len(value) and entropy(value) >= BARE_ENTROPY


def _is_camel(value: str) -> bool:
    """Tell camel case from random letters: the longer the name, the rarer its capitals."""
    most = 0.3 if len(value) >= _LONG_NAME else 0.5
    return _CAMEL.fullmatch(value) is not None and sum(c.isupper() for c in value) < most * len(value)


def is_random(value: str, *, numbered_words: bool = False) -> bool:
    """Judge a value by its looks alone: digits among letters, or three kinds of characters."""
    bits = _secrecy(value, numbered_words=numbered_words) if len(value) >= SHORTEST_BARE else 0.0
    if bits < KEYED_ENTROPY:
        return False
    if not any(c.isdigit() for c in value) and (kinds(value) < 3 or not _SYMBOL.search(value)):  # noqa: PLR2004
        return _is_jumble(value) or (numbered_words and (letters.at_random(value) or letters.is_passphrase(value)))
    return bits >= BARE_ENTROPY or numbered_words


def varied(value: str) -> bool:
    """Tell whether a value is distinctive enough to be removed wherever it stands (8 characters, no plain words)."""
    return len(value) >= SHORTEST_BARE and len(set(value)) > 4 and not is_plain(value)  # noqa: PLR2004

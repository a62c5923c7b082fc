"""The forms in which one value can stand in a text: raw, percent, JSON, XML, hexadecimal, base64, in other case."""

import base64
import json
import re
from collections.abc import Iterator

from distill.redaction.values import SHORTEST_BARE

_SHORTEST_CASED = 12  # shorter values could be words once their case is changed
_PLAIN = re.compile(r"[A-Za-z0-9_.~-]*")  # characters that no escaping changes
_LONGEST = 8192  # characters of a value of which encodings are made; longer ones are found by their raw form


def forms(value: str, *, longest_run: int = _LONGEST) -> Iterator[str]:
    """Yield the value and what it looks like encoded, each form once, none shorter than 8 characters.

    `longest_run` is that of base64 characters in the text where forms are looked for: longer base64 is left out.
    The list follows the `ValueEncoders` of GitHub's runner; base64 is trimmed to what the value alone decides.
    """
    seen: set[str] = set()
    for form in _forms(value, longest_run):
        if len(form) >= SHORTEST_BARE and form not in seen:
            seen.add(form)
            yield form


def _forms(value: str, longest_run: int) -> Iterator[str]:
    yield value
    if len(value) > _LONGEST:
        return
    if len(value) >= _SHORTEST_CASED:
        yield from (value.upper(), value.lower())
    if len(value) * 2 <= longest_run:
        coded = value.encode("utf-8", "surrogatepass").hex()
        yield from (coded, coded.upper())
        yield "%" + value.encode("utf-8", "surrogatepass").hex("%").upper()
    if not value.isalnum() and not _PLAIN.fullmatch(value):
        import urllib.parse  # here, so that importing the redactor stays light
        from html import escape

        yield urllib.parse.quote(value, safe="")
        yield urllib.parse.quote(value, safe="/")
        yield urllib.parse.unquote(value)
        yield json.dumps(value)[1:-1]
        yield json.dumps(json.dumps(value)[1:-1])[1:-1]
        yield escape(value, quote=True)
        yield escape(value, quote=False)
        yield value.replace("\n", "\\n")
    if len(value) * 4 // 3 - 2 <= longest_run:
        yield from _base64(value)


def _base64(value: str) -> Iterator[str]:
    raw = value.encode("utf-8", "surrogatepass")
    for shift in range(3):
        coded = base64.b64encode(b"\0" * shift + raw).decode("ascii")
        start = (0, 2, 3)[shift]
        loose = (shift + len(raw)) % 3
        end = len(coded.rstrip("=")) - (1 if loose else 0)
        yield coded[start:end]
        yield coded[start:end].replace("+", "-").replace("/", "_")

"""The seal of a page: a hash of what `distill` wrote, by which a person's changes are known.

What is said about a page's confidence is no part of it, so a review leaves a page as it was written.
"""

import hashlib
import re

from distill.pages.read import normal_text

KEY = "seal"
DIGITS = 16
"""Hexadecimal digits of the seal: enough against chance; nobody has a reason to forge it."""
FRONT = re.compile(r"\A---[ \t]*\n(?P<block>.*?)^---[ \t]*$", re.DOTALL | re.MULTILINE)
OUTSIDE = re.compile(r"^(?:seal|confidence|reviewed_by|reviewed_at|reviewed_seal):.*\n", re.MULTILINE)
SEAL = re.compile(r"^seal:[ \t]*['\"]?(?P<seal>[0-9a-f]{16})['\"]?[ \t]*$", re.MULTILINE)
CONFIDENCE = re.compile(r"^(?P<facts>\S.* · [0-9-]{10} [0-9:]{5}Z) · confidence [^\n]*$", re.MULTILINE)
"""The line below a page's heading; what it says of the confidence is cut off."""


def seal_of(text: str) -> str:
    """Give the seal that a page of this text would carry."""
    return hashlib.sha256(normal(text).encode("utf-8", "surrogatepass")).hexdigest()[:DIGITS]


def normal(text: str) -> str:
    """Give the part of a page that its seal is of: line ends, a byte-order mark and the confidence do not count."""
    text = normal_text(text)
    front = FRONT.match(text)
    if front:
        text = f"---\n{OUTSIDE.sub('', front['block'])}{text[front.end('block') :]}"
    return CONFIDENCE.sub(lambda line: line["facts"], text, count=1)


def is_as_written(text: str) -> bool:
    """Tell whether nobody changed a page since it was written; one without a seal may have been changed."""
    front = FRONT.match(normal_text(text))
    found = SEAL.search(front["block"]) if front else None
    return found is not None and found["seal"] == seal_of(text)


def resealed(text: str) -> str:
    """Put the right seal into a page that carries one, after a change that is not a person's."""
    text = normal_text(text)
    front = FRONT.match(text)
    if front is None:
        return text
    block = SEAL.sub(f"{KEY}: '{seal_of(text)}'", front["block"], count=1)
    return f"---\n{block}{text[front.end('block') :]}"

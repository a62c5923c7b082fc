"""Bare passwords that hold signs a value usually ends at: commas, semicolons, brackets, ampersands."""

import re

from distill.redaction.values import entropy, is_reference, kinds

# up to a blank, a quote, a bar or a tag, and not over a separator that begins the next named value
_WHOLE = re.compile(
    r"(?:[!#$%*+./0-9:=?@A-Z^_a-z~-]|\\(?![nrt\"'])|[,;&](?![A-Za-z_][\w.-]{0,40}[=:])|[()\[\]{}]){8,256}"
)
_SEPARATOR = re.compile(r"[,;&()\[\]{}\\]")
_SYMBOL = re.compile(r"[!#$%^*?~@+=]")
_CODE = re.compile(r"://|\(\?[:=!<P]|\](?:[+*]|\{\d)|\\[sSwWdDbB]")  # an address, a pattern
_ENDS = ".,:;*)]}"
_ENTROPY = 3.0  # bits a character
_MOST_SEPARATORS = 2  # one in so many characters; code and lists have more


def whole(text: str, start: int, value: str) -> str:
    """Return the password that begins at `start`, of which `value` is what stands before its first odd sign."""
    found = _WHOLE.match(text, start)
    more = found.group().rstrip(_ENDS) if found and len(found.group()) > len(value) else ""
    return more if is_odd(more) and len(more) > len(value) + 1 else value


def is_odd(value: str) -> bool:
    """Tell a password with such signs in it from code and lists."""
    signs = len(_SEPARATOR.findall(value))
    return (
        0 < signs * _MOST_SEPARATORS <= len(value)
        and (any(c.isdigit() for c in value) or (signs > 1 and _SYMBOL.search(value) is not None))
        and any(c.isalpha() for c in value)
        and kinds(value) >= 3  # noqa: PLR2004 - a sign, a digit and a letter
        and not _CODE.search(value)
        and not is_reference(value)
        and entropy(value) >= _ENTROPY
    )

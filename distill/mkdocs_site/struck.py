"""Constraints that were revoked, in the page that Python-Markdown makes: it knows no strike-through."""

import re

STRUCK = re.compile(
    r"(?P<before><li>\s*(?:<p>)?)~~(?P<held>(?:(?!~~|</?(?:li|p|ul|ol|pre|div|blockquote)\b).)+)~~", re.DOTALL
)


def struck(html: str) -> str:
    """Strike list lines through that begin with `~~`, up to the next `~~` of the same paragraph."""
    return STRUCK.sub(r"\g<before><del>\g<held></del>", html) if "~~" in html else html

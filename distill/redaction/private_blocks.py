"""Blocks that somebody marked as private: `<private> … </private>` goes whole, tags, fences and all.

Blocks may nest. One that is not closed goes to the end of the text: too much is safe, too little is not. A tag that
stands by itself in backticks is talk about the tag and stays.
"""

import re
from collections.abc import Iterator

from distill.redaction.spans import Certainty, Span

KIND = "private"
_TAG = re.compile(r"(?i)(?:<|&lt;)(?P<close>/)?private(?:\s[^<>&\n]{0,200})?(?:>|&gt;)")


def spans(text: str) -> Iterator[Span]:
    """Find private blocks."""
    depth, start = 0, len(text)
    for tag in _TAG.finditer(text):
        if _is_talk(text, tag):
            continue
        if tag["close"]:
            depth -= depth > 0
            if depth == 0 and start < tag.start():
                yield Span(start, tag.end(), KIND, Certainty.SELF_NAMING)
                start = len(text)
        else:
            start = start if depth else tag.start()
            depth += 1
    if depth:
        yield Span(start, len(text), KIND, Certainty.SELF_NAMING)


def _is_talk(text: str, tag: re.Match[str]) -> bool:
    before, after = text[tag.start() - 1 : tag.start()], text[tag.end() : tag.end() + 1]
    return before == "`" == after and not text.startswith("``", tag.end())

"""Markdown to HTML by cmark-gfm, some twenty times as fast as the parser in Python, for text that is plain enough.

Not plain enough is text with raw HTML, images, or links that lead nowhere: what must become of those is decided token
by token, in `html.py`. What cmark writes is regular, and text in it is escaped, so its tags can be told by patterns.
"""

import re
from collections.abc import Callable
from html import unescape

from distill.site import cmark

OMITTED = "<!-- raw HTML omitted -->"
"""What cmark writes in place of a tag; in text it would be escaped."""
EXTENSIONS = ("table", "strikethrough")
HEADING = re.compile(r"<h([1-6])>(.*?)</h\1>", re.DOTALL)
LINK = re.compile(r'<a href="([^"]*)"')
ITEM_BOX = re.compile(r"(<li>(?:\n<p>)?)\[([ xX])\] ")
MAP_LINES = re.compile(
    r"\(L([0-9]{1,9})((?:[–-][0-9]{1,9})?)\)\s*(?=</(?:li|p|h[1-6]|t[dh])>|\n<(?:ul|ol|pre|blockquote|table|h[1-6r])\b)"  # noqa: RUF001 - the dash of line ranges
)
TAG = re.compile(r"<[^>]*>")
PART = re.compile(r"(<a\b[^>]*>.*?</a>|<code\b[^>]*>.*?</code>|<[^>]*>)", re.DOTALL)
"""What is no text that may hold an address: a tag, or all of a link or of code."""


def rendered(markdown: str) -> str | None:
    """Render Markdown; None where there is no cmark, or the text is not plain enough for it."""
    render = cmark.renderer(EXTENSIONS)
    if render is None:
        return None
    html = render(markdown)
    return None if OMITTED in html or "<img" in html else html


def linked(html: str, address: Callable[[str], tuple[str, str] | None]) -> str | None:
    """Point all links to where they lead: address and further attributes; None where one leads nowhere."""
    if "<a" not in html:
        return html
    dead = False

    def point(match: re.Match[str]) -> str:
        nonlocal dead
        found = address(unescape(match[1]))
        dead = dead or found is None
        return f'<a href="{found[0]}"{found[1]}' if found else match[0]

    pointed = LINK.sub(point, html)
    return None if dead else pointed


def texts(html: str, change: Callable[[str], str]) -> str:
    """Change all text outside of links and code."""
    return "".join(part if number % 2 else change(part) for number, part in enumerate(PART.split(html)))


def words(html: str) -> str:
    """Give the words of a piece of HTML."""
    return unescape(TAG.sub("", html)).replace("\n", "")

"""What a page of the site may run and load: a Content-Security-Policy made from pages that hold no text of anybody.

The policy is a `meta` element, because a static site has no say in the headers of its host. CSP3 §3.3 keeps
`frame-ancestors`, `report-uri` and `sandbox` from such an element.
"""

import base64
import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from html import escape
from html.parser import HTMLParser
from urllib.parse import urlsplit

HEAD = re.compile(r"<head\b[^>]*>(?:\s*<meta\s+charset=[^>]*>)?", re.IGNORECASE)
"""Where elements of ours go: ahead of every script, behind the encoding, which must stand in the first 1024 bytes."""
NOINDEX = '<meta name="robots" content="noindex, nofollow">'
RUN_TYPES = frozenset({"", "module", "text/javascript", "application/javascript"})
"""Types of `script` that are run; all else is data."""
SELF = "'self'"


@dataclass(slots=True)
class Needs:
    """What a theme runs and loads of its own accord."""

    hashes: set[str] = field(default_factory=set)
    scripts: set[str] = field(default_factory=set)
    styles: set[str] = field(default_factory=set)
    fonts: set[str] = field(default_factory=set)

    def add(self, html: str) -> None:
        """Learn from a page without a text: its inline scripts, and the hosts it loads from."""
        parser = _Parser(self)
        parser.feed(html)
        parser.close()


class _Parser(HTMLParser):
    def __init__(self, needs: Needs) -> None:
        super().__init__(convert_charrefs=True)
        self._needs, self._inline = needs, False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "script":
            self._needs.scripts |= _host(given.get("src", ""))
            self._inline = "src" not in given and given.get("type", "").lower() in RUN_TYPES
        elif tag == "link":
            rel = given.get("rel", "").lower().split()
            self._needs.styles |= _host(given.get("href", "")) if "stylesheet" in rel else set()
            self._needs.fonts |= _host(given.get("href", "")) if "preconnect" in rel else set()

    def handle_endtag(self, tag: str) -> None:
        if tag == "script":
            self._inline = False

    def handle_data(self, data: str) -> None:
        if self._inline:
            self._needs.hashes.add(f"'sha256-{base64.b64encode(hashlib.sha256(data.encode()).digest()).decode()}'")


def policy(needs: Needs, *, sources: Iterable[str] = (), images: bool = False, inline: bool = False) -> str:
    """Write the policy.

    `sources`: further hosts that the owner of the site names; `images`: from any https host; `inline`: every inline
    script is run, as the live reload of a development server needs.
    """
    more = sorted(sources)
    run = ["'unsafe-inline'"] if inline else sorted(needs.hashes)
    directives = {
        "default-src": [SELF, *more],
        "script-src": [SELF, *run, *sorted(needs.scripts), *more],
        # Tables, highlighting and the theme's scripts set styles of elements; a style loads nothing from elsewhere.
        "style-src": [SELF, "'unsafe-inline'", *sorted(needs.styles), *more],
        "font-src": [SELF, "data:", *sorted(needs.fonts), *more],
        "img-src": [SELF, "data:", *(["https:"] if images else []), *more],
        "worker-src": [SELF, "blob:"],
        "object-src": ["'none'"],
        "base-uri": ["'none'"],
        "form-action": [SELF],
    }
    return "; ".join(f"{name} {' '.join(dict.fromkeys(values))}" for name, values in directives.items())


def with_head(html: str, *, policy: str, noindex: bool) -> str:
    """Put the policy, where there is one, and the word to search engines into the head of a page."""
    meta = f'<meta http-equiv="Content-Security-Policy" content="{_quoted(policy)}">' if policy else ""
    if noindex:
        meta += NOINDEX
    return HEAD.sub(lambda head: head[0] + meta, html, count=1) if meta else html


def _quoted(policy: str) -> str:
    """Escape a value between quotation marks; a policy is full of the other kind of quotes, which may stay."""
    return escape(policy, quote=False).replace('"', "&quot;")


def _host(address: str) -> set[str]:
    """Give the origin of an address that leads to another host."""
    parts = urlsplit(address)
    return {f"{parts.scheme or 'https'}://{parts.netloc}"} if parts.netloc else set()

"""Markdown to HTML without trust: raw HTML shown as text, links only to http(s) and own pages, nothing loaded."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from html import escape
from urllib.parse import unquote, urlsplit

from markdown_it import MarkdownIt
from markdown_it.token import Token

Resolve = Callable[[str], str | None]
"""From the path of a page, relative to the one that is rendered, to its address; None when there is no such page."""

WEB = ("http://", "https://")
BARE_ADDRESS = re.compile(r"https?://[^\s<>\"'`()\[\]{}|\\^]+[^\s<>\"'`()\[\]{}|\\^.,;:!?]")
MAP_LINES = re.compile(r"\((L(?P<first>[0-9]{1,9})(?:[–-][0-9]{1,9})?)\)\s*$")  # noqa: RUF001 - the dash of line ranges
BOX = re.compile(r"\[(?P<box>[ xX])\] ")
BOXES = {" ": ("open", "☐"), "x": ("done", "☑"), "X": ("done", "☑")}
NOT_IN_SLUG = re.compile(r"[^\w]+")


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading with an anchor."""

    level: int
    anchor: str
    name: str


@dataclass(slots=True)
class Rendered:
    """The HTML of a text, and what a site must know of it."""

    html: str = ""
    headings: list[Heading] = field(default_factory=list)
    dead_links: list[str] = field(default_factory=list)
    """Links to pages that are not there; they are shown as text."""


def to_html(markdown: str, *, resolve: Resolve, map_address: str | None = None) -> Rendered:
    """Render Markdown; `(L18–24)` at the end of a text leads to these lines at `map_address`."""  # noqa: RUF002
    md = _parser()
    rendered, tokens = Rendered(), md.parse(markdown)
    for number, token in enumerate(tokens):
        if token.type == "heading_open":
            _anchor(token, tokens[number + 1], rendered)
        if token.type == "inline":
            in_list = tokens[number - 2].type == "list_item_open"
            token.children = list(_inline(token.children or [], rendered, resolve, map_address, in_list=in_list))
    rendered.html = md.renderer.render(tokens, md.options, {})
    return rendered


class _Parser(MarkdownIt):
    def validateLink(self, url: str) -> bool:  # noqa: ARG002, N802 - the name is markdown-it's
        """Let every link through: `_linked` judges them, and shows the bad ones by their text."""
        return True


@lru_cache(maxsize=1)
def _parser() -> MarkdownIt:
    return _Parser("commonmark", {"html": False}).enable(["table", "strikethrough"]).disable("image")


def _anchor(opening: Token, content: Token, rendered: Rendered) -> None:
    name = "".join(child.content for child in content.children or [] if child.type in {"text", "code_inline"})
    taken = {heading.anchor for heading in rendered.headings}
    anchor = next(a for n in range(len(taken) + 1) if (a := f"{slug(name)}_{n}" if n else slug(name)) not in taken)
    opening.attrSet("id", anchor)
    rendered.headings.append(Heading(int(opening.tag[1:]), anchor, name))


def slug(name: str) -> str:
    """Make the anchor of a heading."""
    return NOT_IN_SLUG.sub("-", name.lower()).strip("-") or "section"


def _inline(
    children: list[Token], rendered: Rendered, resolve: Resolve, map_address: str | None, *, in_list: bool
) -> Iterator[Token]:
    kept: list[bool] = []
    for number, child in enumerate(children):
        if child.type == "link_open":
            kept.append(_linked(child, rendered, resolve))
            if kept[-1]:
                yield child
        elif child.type == "link_close":
            if kept.pop():
                yield child
        elif child.type == "text" and not any(kept):
            last = number == len(children) - 1
            yield _raw(_text(child.content, map_address if last else None, box=in_list and number == 0))
        else:
            yield child


def _linked(opening: Token, rendered: Rendered, resolve: Resolve) -> bool:
    """Point a link to where it leads; False where it may lead nowhere."""
    target = str(opening.attrGet("href") or "")
    if target.lower().startswith(WEB):
        opening.attrSet("rel", "noopener nofollow")
        return True
    if target.startswith("#"):
        return True
    parts = urlsplit(target)
    own = not parts.scheme and not parts.netloc and parts.path.endswith(".md")
    address = resolve(unquote(parts.path)) if own else None
    if address is None:
        rendered.dead_links.append(unquote(target))
        return False
    opening.attrSet("href", address + (f"#{parts.fragment}" if parts.fragment else ""))
    return True


def _text(text: str, map_address: str | None, *, box: bool) -> str:
    mark = BOX.match(text) if box else None
    lines = MAP_LINES.search(text) if map_address else None
    middle = text[mark.end() if mark else 0 : lines.start() if lines else len(text)]
    return _box(mark) + _with_addresses(middle) + _lines(lines, map_address)


def _box(mark: re.Match[str] | None) -> str:
    if mark is None:
        return ""
    state, sign = BOXES[mark["box"]]
    return f'<span class="distill-box distill-{state}" title="{state}">{sign}</span> '


def _lines(lines: re.Match[str] | None, map_address: str | None) -> str:
    if lines is None or map_address is None:
        return ""
    address = f"{escape(map_address)}#L{int(lines['first'])}"
    return f'<a class="distill-lines" href="{address}" title="Lines of the archived map">{lines[1]}</a>'


def _with_addresses(text: str) -> str:
    """Make bare http(s) addresses links."""
    parts, end = [], 0
    for match in BARE_ADDRESS.finditer(text):
        address = escape(match[0])
        parts += [escape(text[end : match.start()]), f'<a href="{address}" rel="noopener nofollow">{address}</a>']
        end = match.end()
    return "".join([*parts, escape(text[end:])])


def _raw(html: str) -> Token:
    return Token("html_inline", "", 0, content=html)

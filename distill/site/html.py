"""Markdown to HTML without trust: raw HTML shown as text, links only to http(s) and own pages, nothing loaded."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from html import escape
from html import unescape as html_unescape
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import unquote, urlsplit

from distill.site import gfm

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

Resolve = Callable[[str], str | None]
"""From the path of a page, relative to the one that is rendered, to its address; None when there is no such page."""

WEB = ("http://", "https://")
REL = "noopener nofollow"
BARE_ADDRESS = re.compile(r"https?://[^\s<>\"'`()\[\]{}|\\^]+[^\s<>\"'`()\[\]{}|\\^.,;:!?]")
MAP_LINES = re.compile(r"\((L(?P<first>[0-9]{1,9})(?:[–-][0-9]{1,9})?)\)\s*$")  # noqa: RUF001 - the dash of line ranges
BOX = re.compile(r"\[(?P<box>[ xX])\] ")
BOXES = {" ": ("open", "☐"), "x": ("done", "☑"), "X": ("done", "☑")}
NOT_IN_SLUG = re.compile(r"[^\w]+")


class Heading(NamedTuple):
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
    return _quickly(markdown, resolve, map_address) or by_tokens(markdown, resolve=resolve, map_address=map_address)


def by_tokens(markdown: str, *, resolve: Resolve, map_address: str | None = None) -> Rendered:
    """Render Markdown token by token, as `to_html` does for what is not plain."""
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


def _quickly(markdown: str, resolve: Resolve, map_address: str | None) -> Rendered | None:
    """Render plain text by cmark, where it is there; None for other text, with nothing said of its links."""
    html = gfm.rendered(markdown)
    html = html and gfm.linked(html, lambda target: _target(target, resolve))
    if html is None:
        return None
    rendered = Rendered()
    html = gfm.HEADING.sub(lambda match: _headed(match, rendered), html)
    html = gfm.ITEM_BOX.sub(lambda match: match[1] + _boxed(match[2]), html)
    if map_address:
        address = escape(map_address)
        html = gfm.MAP_LINES.sub(lambda match: _to_lines(match[1], f"L{match[1]}{match[2]}", address), html)
    rendered.html = gfm.texts(html, _addressed) if "http" in html else html
    return rendered


def _target(target: str, resolve: Resolve) -> tuple[str, str] | None:
    """Say where a link leads, and its further attributes; None where it may lead nowhere."""
    if target.lower().startswith(WEB):
        return escape(target), f' rel="{REL}"'
    if target.startswith("#") and len(target) > 1:
        return escape(target), ""
    address = _own(target, resolve)
    return None if address is None else (escape(address), "")


def _own(target: str, resolve: Resolve) -> str | None:
    """Give the address of a page of the wiki that a link names."""
    parts = urlsplit(target)
    own = not parts.scheme and not parts.netloc and parts.path.endswith(".md")
    address = resolve(unquote(parts.path)) if own else None
    return None if address is None else address + (f"#{parts.fragment}" if parts.fragment else "")


def _headed(match: re.Match[str], rendered: Rendered) -> str:
    level, inner = match.groups()
    name, wanted = _name_and_slug(inner)
    anchor = _taken(int(level), name, wanted, rendered)
    return f'<h{level} id="{escape(anchor)}">{inner}</h{level}>'


@lru_cache(maxsize=64)
def _name_and_slug(inner: str) -> tuple[str, str]:
    """Read a heading; most of a page are the same few on all."""
    name = gfm.words(inner)
    return name, slug(name)


def _named(level: int, name: str, rendered: Rendered) -> str:
    """Give a heading an anchor that no other has."""
    return _taken(level, name, slug(name), rendered)


def _taken(level: int, name: str, wanted: str, rendered: Rendered) -> str:
    taken, anchor, number = {heading.anchor for heading in rendered.headings}, wanted, 0
    while anchor in taken:
        anchor = f"{wanted}_{(number := number + 1)}"
    rendered.headings.append(Heading(level, anchor, name))
    return anchor


@lru_cache(maxsize=1)
def _parser() -> "MarkdownIt":
    from markdown_it import MarkdownIt  # noqa: PLC0415 - where cmark is, it is seldom asked for

    class Parser(MarkdownIt):
        def validateLink(self, url: str) -> bool:  # noqa: ARG002, N802 - the name is markdown-it's
            """Let every link through: `_linked` judges them, and shows the bad ones by their text."""
            return True

    return Parser("commonmark", {"html": False}).enable(["table", "strikethrough"]).disable("image")


def _anchor(opening: "Token", content: "Token", rendered: Rendered) -> None:
    name = "".join(child.content for child in content.children or [] if child.type in {"text", "code_inline"})
    opening.attrSet("id", _named(int(opening.tag[1:]), name, rendered))


def slug(name: str) -> str:
    """Make the anchor of a heading."""
    return NOT_IN_SLUG.sub("-", name.lower()).strip("-") or "section"


def _inline(
    children: "list[Token]", rendered: Rendered, resolve: Resolve, map_address: str | None, *, in_list: bool
) -> "Iterator[Token]":
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


def _linked(opening: "Token", rendered: Rendered, resolve: Resolve) -> bool:
    """Point a link to where it leads; False where it may lead nowhere."""
    target = str(opening.attrGet("href") or "")
    if target.lower().startswith(WEB):
        opening.attrSet("rel", REL)
        return True
    if target.startswith("#"):
        return True
    address = _own(target, resolve)
    if address is None:
        rendered.dead_links.append(unquote(target))
        return False
    opening.attrSet("href", address)
    return True


def _text(text: str, map_address: str | None, *, box: bool) -> str:
    mark = BOX.match(text) if box else None
    lines = MAP_LINES.search(text) if map_address else None
    middle = text[mark.end() if mark else 0 : lines.start() if lines else len(text)]
    to_lines = _to_lines(lines["first"], lines[1], escape(map_address)) if lines and map_address else ""
    return (_boxed(mark["box"]) if mark else "") + _with_addresses(middle) + to_lines


def _boxed(box: str) -> str:
    state, sign = BOXES[box]
    return f'<span class="distill-box distill-{state}" title="{state}">{sign}</span> '


def _to_lines(first: str, name: str, address: str) -> str:
    return f'<a class="distill-lines" href="{address}#L{int(first)}" title="Lines of the archived map">{name}</a>'


def _addressed(text: str) -> str:
    """Make bare http(s) addresses links, in text that is escaped."""
    return _with_addresses(html_unescape(text)) if "http" in text else text


def _with_addresses(text: str) -> str:
    """Make bare http(s) addresses links."""
    parts, end = [], 0
    for match in BARE_ADDRESS.finditer(text):
        address = escape(match[0])
        parts += [escape(text[end : match.start()]), f'<a href="{address}" rel="{REL}">{address}</a>']
        end = match.end()
    return "".join([*parts, escape(text[end:])])


def _raw(html: str) -> "Token":
    from markdown_it.token import Token  # noqa: PLC0415 - as above

    return Token("html_inline", "", 0, content=html)

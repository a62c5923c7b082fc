"""What the site shows for the files of a wiki, without any builder's help: path -> view."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape

import yaml

from distill.errors import PageError
from distill.pages.page import Page
from distill.pages.read import Row, normal_text, read_whole
from distill.pages.review import dropped, outlived
from distill.site.catalogue import (
    INDEXES,
    SESSIONS,
    as_text,
)
from distill.site.document import Document
from distill.site.document_html import Address, to_html
from distill.site.html import Heading, Rendered, Resolve
from distill.site.nearby import nearby
from distill.site.neighbours import NOTHING, Around
from distill.site.plain import archived_map, unreadable
from distill.site.session import session

MAPS = "maps"
MAP_NAME = re.compile(r"(?P<day>[0-9]{4}-[0-9]{2}-[0-9]{2})-(?P<seat>.+)-[0-9a-f]{8,}")
SEARCHED_TAGS = ("seat/", "ticket/")


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """A page of the site as it is shown; all text in it is escaped."""

    title: str
    html: str
    headings: tuple[Heading, ...] = ()
    tags: tuple[str, ...] = ()
    dead_links: tuple[str, ...] = ()
    """Links of people to pages that are not there, or that no page may have; they are shown as text."""
    searched: bool = True


@dataclass(frozen=True, slots=True)
class SessionSource:
    """A session page as it was read."""

    page: Page
    body: str
    text: str = ""
    """All of it, front matter too, as it stands."""
    rest: Sequence[Row] | None = None
    """The rows of its body that are no bullets; None where it was not read from this text."""


@dataclass(frozen=True, slots=True)
class MapSource:
    """An archived map as it was read."""

    text: str


@dataclass(frozen=True, slots=True)
class BadSource:
    """A file that cannot be read as a page, with what is wrong."""

    text: str
    problem: str


Source = SessionSource | MapSource | BadSource


def is_session(path: str) -> bool:
    """Tell whether a path in the wiki is that of a session page."""
    folder, _, name = path.rpartition("/")
    return folder == SESSIONS and name.endswith(".md") and name not in INDEXES


def is_map(path: str) -> bool:
    """Tell whether a path in the wiki is that of an archived map."""
    return path.startswith(f"{MAPS}/") and path.endswith(".md")


def read_source(path: str, data: bytes) -> Source | None:
    """Read the bytes of a file that the site shows in its own way; None for what the builder may show."""
    name = path.rpartition("/")[2]
    if is_map(path):
        return MapSource(data.decode("utf-8", "replace"))
    try:
        text = as_text(data, name)
        if is_session(path):
            return _session_source(text, name)
        _check_front_matter(normal_text(text), name)
    except PageError as error:
        return BadSource(data.decode("utf-8", "replace"), str(error))
    return None


def _session_source(text: str, name: str) -> SessionSource:
    """Read a session page; a confidence that a later change has outlived is not shown."""
    read = read_whole(text, name=name)
    if outlived(text, read.page.meta):
        read = read_whole(dropped(text), name=name)
        return SessionSource(read.page, read.body, text)
    return SessionSource(read.page, read.body, text, read.rest)


def view(
    path: str, source: Source, resolve: Resolve, tag: Callable[[str], str | None], around: Around = NOTHING
) -> View:
    """Show one file of the wiki. `resolve` knows the way from its page to others, `tag` that to a tag."""
    file = path.rpartition("/")[2]
    name = file.removesuffix(".md")
    match source:
        case SessionSource(page, body):
            return _session_view(file, page, body, resolve, tag, around)
        case MapSource(text):
            back = resolve(f"../{SESSIONS}/{name}.md")
            title = _map_title(name)
            return View(title=escape(title), html=archived_map(title, text, back=back), searched=False)
        case BadSource(text, problem):
            return View(title=escape(name), html=unreadable(name, text, problem), searched=False)


def _map_title(name: str) -> str:
    """Say whose map it is, and of which day, where the name of its file tells."""
    named = MAP_NAME.fullmatch(name)
    return f"Restore map of {named['seat']}, {named['day']}" if named else f"Restore map {name}"


def made(document: Document, address: Address, *, titled: bool = True) -> View:
    """Show an index page; without its title where it becomes a part of another page."""
    rendered = to_html(document, address=address, titled=titled)
    return View(
        title=escape(document.title),
        html=f'<div class="distill-list" data-search-exclude>{rendered.html}</div>',
        headings=tuple(rendered.headings),
        dead_links=tuple(rendered.dead_links),
        searched=False,
    )


def _session_view(
    name: str, page: Page, body: str, resolve: Resolve, tag: Callable[[str], str | None], around: Around
) -> View:
    address = resolve(page.meta.map) if page.meta.map else None
    rendered: Rendered = session(name, page, body, resolve=resolve, map_address=address, tag_address=tag)
    rendered.html += nearby(around, resolve)
    return View(
        title=escape(page.meta.title),
        html=rendered.html,
        headings=tuple(rendered.headings),
        dead_links=tuple(rendered.dead_links),
        tags=tuple(escape(name) for name in page.meta.tags if name.startswith(SEARCHED_TAGS)),
    )


def _check_front_matter(text: str, name: str) -> None:
    """Say what MkDocs would pass over in silence: front matter that is no YAML mapping."""
    head, mark, _ = text.removeprefix("---\n").partition("\n---\n")
    if not text.startswith("---\n") or not mark:
        return
    try:
        read = yaml.safe_load(head)
    except (yaml.YAMLError, ValueError) as error:
        raise PageError(f"{name}: the front matter is not YAML; quote values that hold `: ` or `#`.") from error
    if read is not None and not isinstance(read, dict):
        raise PageError(f"{name}: the front matter is not a block of `key: value` lines.")

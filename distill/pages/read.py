"""From the text of a page to its values; lenient with what people changed, never with what cannot be known."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from distill.errors import PageError
from distill.model import Lines, Section
from distill.pages import front_matter
from distill.pages.escape import unescape
from distill.pages.meta_reader import page_meta
from distill.pages.page import Bullet, Page
from distill.pages.render import NONE_RECORDED
from distill.pages.text import one_line

HEADING = re.compile(r"##[ \t]+(?P<name>\S.*?)[ \t]*#*")
ITEM = re.compile(r"[-*+][ \t]+(?:\[(?P<box>[ xX])\][ \t]+)?(?P<text>\S.*)")
LINES = re.compile(r"(?<!\\) ?\(L(?P<first>[0-9]{1,9})(?:[–-](?P<last>[0-9]{1,9}))?\)$")  # noqa: RUF001 - a dash
LONGEST_LINES = 24
"""Characters that name the lines of a map, at most."""
NOTE = re.compile(r">[ \t]*(?P<text>\S.*)?")
MOST_CHARACTERS = 8_000_000
KNOWN = {str(section): section for section in Section}
Row = tuple[Section | None, str]
"""A row of a page, and the section it stands in."""


@dataclass(frozen=True, slots=True)
class Whole:
    """A page as it was read."""

    page: Page
    body: str
    """All below the front matter, as it stands."""
    rest: Sequence[Row]
    """The rows of it that are neither headings of sections nor bullets."""


@dataclass(slots=True)
class _Body:
    """What has been read so far."""

    notes: list[str] = field(default_factory=list)
    sections: dict[Section, list[Bullet]] = field(default_factory=dict)
    rest: list[Row] = field(default_factory=list)


def parse(text: str, *, name: str = "The page") -> Page:
    """Read a page. Raises PageError that begins with `name`, and names the key, for what cannot be read."""
    return parse_with_body(text, name=name)[0]


def parse_with_body(text: str, *, name: str = "The page") -> tuple[Page, str]:
    """Read a page and give its body as it stands, too. Raises PageError as `parse` does."""
    read = read_whole(text, name=name)
    return read.page, read.body


def read_whole(text: str, *, name: str = "The page") -> Whole:
    """Read a page with all that is in its text. Raises PageError as `parse` does."""
    try:
        return _whole(text)
    except PageError as error:
        raise PageError(f"{name}: {error}") from error.__cause__


def _whole(text: str) -> Whole:
    if len(text) > MOST_CHARACTERS:
        raise PageError(f"The page is longer than {MOST_CHARACTERS:,} characters.")
    entries, content = front_matter.split(normal_text(text))
    meta = page_meta(entries)
    read = _body(content)
    sections = tuple((section, tuple(bullets)) for section, bullets in read.sections.items())
    return Whole(Page(meta, tuple(read.notes), sections), content, read.rest)


def normal_text(text: str) -> str:
    """Drop a byte-order mark and bring all line ends to one form."""
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def _body(content: str) -> _Body:
    read, section, bullets, heading_seen = _Body(), None, list[Bullet](), False
    rest = read.rest
    for line in content.split("\n"):
        if line.startswith("##") and (heading := HEADING.fullmatch(line)):
            heading_seen, section = True, _opened(read, heading["name"])
            if section is None:
                rest.append((None, line))
            else:
                bullets = read.sections[section]
            continue
        if section and (item := ITEM.fullmatch(line)) and (bullet := _bullet(item)):
            bullets.append(bullet)
            continue
        rest.append((section, line))
        if not heading_seen and line.startswith(">") and (note := NOTE.fullmatch(line)) and note["text"]:
            read.notes.append(unescape(note["text"]))
    return read


def _opened(read: _Body, name: str) -> Section | None:
    """Begin a section; a heading of somebody else's is passed over."""
    section = KNOWN.get(name)
    if section is None:
        return None
    if section in read.sections:
        raise PageError(f"The page has the section {name!r} twice; put its bullets under one heading.")
    read.sections[section] = []
    return section


def _bullet(item: re.Match[str]) -> Bullet | None:
    box, text = item.groups()
    text = text.rstrip()
    if text == NONE_RECORDED and box is None:
        return None
    found = LINES.search(text, max(0, len(text) - LONGEST_LINES)) if text.endswith(")") else None
    lines = None
    if found:
        first, last = found.groups()
        text, lines = text[: found.start()], Lines(int(first), int(last or first))
    words = one_line(unescape(text))
    return Bullet(words, lines, None if box is None else box != " ") if words else None

"""What ties a page to others: its session, and the tickets, pull requests and files that it names."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from distill.model import Section
from distill.pages.page import Page
from distill.site.details import NUMBER, tickets

PATH = re.compile(r"(?<![\w@./:-])(?:[\w@.-]+/)+[\w@-][\w@.-]*\.[A-Za-z][A-Za-z0-9]{0,7}(?![\w/])")
"""A file with its folder; a bare name such as `README.md` says too little."""
MOST_NAMES = 20
SECTIONS = (Section.OPEN_ITEMS, Section.ACCOMPLISHED, Section.DECISIONS)


class Ties(NamedTuple):
    """What ties a page to others."""

    session: str = ""
    names: tuple[str, ...] = ()
    """Tickets first, then pull requests, then files."""


NO_TIES = Ties()


def ties_of(page: Page) -> Ties:
    """Read what ties a page to others; what is open comes before what is done."""
    text = "\n".join(bullet.text for section in SECTIONS for bullet in page.bullets(section))
    return Ties(page.meta.session_id, tuple(dict.fromkeys(_names(text)))[:MOST_NAMES])


def _names(text: str) -> Iterator[str]:
    yield from tickets(text)
    yield from NUMBER.findall(text)
    yield from PATH.findall(" ".join([chunk for chunk in text.split() if "/" in chunk]))

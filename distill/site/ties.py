"""What ties a page to others: its session, and the tickets, pull requests and files that it names."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from distill.model import Section
from distill.pages.page import Page
from distill.site.mentions import Mentions, mentions

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


def ties_of(page: Page, said: Mentions | None = None) -> Ties:
    """Read what ties a page to others; what is open comes before what is done.

    `said`: what its sections name, where that is known.
    """
    by_section = said or mentions(page)
    parts = [by_section[section] for section in SECTIONS]
    names = [
        *(ticket for part in parts for ticket in part.tickets),
        *(number for part in parts for number in part.numbers),
        *PATH.findall(" ".join(_with_folders(page))),
    ]
    return Ties(page.meta.session_id, tuple(dict.fromkeys(names))[:MOST_NAMES])


def _with_folders(page: Page) -> Iterator[str]:
    texts = (bullet.text for section in SECTIONS for bullet in page.bullets(section))
    return (chunk for text in texts if "/" in text for chunk in text.split() if "/" in chunk)

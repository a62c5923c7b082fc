"""What the sections of a page name: tickets, pull requests and issues; each text is looked through once."""

import re
from collections.abc import Mapping
from typing import NamedTuple

from distill.model import Section
from distill.pages.build import NOT_TICKETS, TICKET
from distill.pages.page import Page

NUMBER = re.compile(r"#(?<![\w#&/.-]#)[0-9]{1,7}(?![\w#])")
"""A pull request or an issue of a forge."""


class Named(NamedTuple):
    """What a text names, in its order, the same more than once."""

    tickets: list[str]
    numbers: list[str]


Mentions = Mapping[Section, Named]
"""What each section names; no word of a name crosses the end of a bullet."""


def mentions(page: Page) -> Mentions:
    """Look through a page."""
    return {section: named("\n".join([bullet.text for bullet in bullets])) for section, bullets in page.sections}


def named(text: str) -> Named:
    """Look through a text; standards and models that look like tickets are none."""
    tickets = TICKET.findall(text) if "-" in text else []
    found = [ticket for ticket in tickets if ticket[: ticket.index("-")] not in NOT_TICKETS]
    return Named(found, NUMBER.findall(text) if "#" in text else [])

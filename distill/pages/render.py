"""From a page to the text of its file."""

import re
from collections.abc import Iterator

from distill.model import Confidence, Section
from distill.pages import front_matter
from distill.pages.escape import escape
from distill.pages.page import Bullet, Page, PageMeta

NONE_RECORDED = "None recorded."
MEANING = {
    Confidence.LOW: "verify before acting",
    Confidence.REVIEWED: "read by a person",
    Confidence.VERIFIED: "checked by a person",
}
LINES = re.compile(r"\((L[0-9]{1,9}(?:[–-][0-9]{1,9})?)\)$")  # noqa: RUF001 - the dash of line ranges
"""The lines of the map at the end of a bullet."""
CLOSING_SIGNS = re.compile(r"#+$")


def render(page: Page) -> str:
    """Write a page out, escaped for every builder. Raises PageError for a cost that is no number."""
    return front_matter.write(page.meta, body(page))


def body(page: Page) -> str:
    """Write all below the front matter, without the last line end."""
    return "\n".join([*_head(page), *(line for part in page.sections for line in _section(*part))])


def title_line(meta: PageMeta) -> str:
    """Write the heading of a page."""
    # A closing run of signs is cut from headings.
    return "# " + CLOSING_SIGNS.sub(lambda signs: "\\#" * len(signs[0]), escape(meta.title))


def facts_line(meta: PageMeta) -> str:
    """Write the line below the heading: whose page it is, of when, and how far to trust it."""
    at = meta.date.isoformat(" ", "minutes")[:16]  # in UTC; ten times as fast as a format, for each page of a site
    return f"{escape(meta.seat)} · {at}Z · confidence {meta.confidence}: {MEANING[meta.confidence]}"


def bullet_line(bullet: Bullet) -> str:
    """Write one bullet as one line."""
    box = {None: "", False: "[ ] ", True: "[x] "}[bullet.box]
    if bullet.lines is not None:
        return f"- {box}{escape(bullet.text)} ({bullet.lines})"
    return f"- {box}{_not_ours(escape(bullet.text))}"


def _head(page: Page) -> Iterator[str]:
    yield title_line(page.meta)
    yield facts_line(page.meta)
    yield ""
    for note in page.notes:
        yield f"> {escape(note)}"
        yield ""


def _section(section: Section, bullets: tuple[Bullet, ...]) -> Iterator[str]:
    yield f"## {section}"
    yield from map(bullet_line, bullets)
    if not bullets:
        yield f"- {NONE_RECORDED}"


def _not_ours(text: str) -> str:
    """Keep text that ends as our own marks do from being read as one of them."""
    if text == NONE_RECORDED:
        return text[:-1] + "\\."
    return LINES.sub(r"\\(\1)", text)

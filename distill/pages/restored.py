"""The line on a page that says that its session came back: how much of the reading list was proven to be read."""

import dataclasses

from distill.model import Confidence
from distill.pages.page import Page
from distill.pages.read import parse
from distill.pages.seal import is_as_written
from distill.pages.store import checked

START = "Restored after the compaction"
"""How such a note begins, by which it is known when a page is made again."""
MOST = 3
"""Restores of one map that a page tells of: the last ones."""


def notes_of(notes: tuple[str, ...]) -> tuple[str, ...]:
    """Give the notes about restores."""
    return tuple(note for note in notes if note.startswith(START))


def carried_over(made: Page, old: Page) -> Page:
    """Take the notes about restores over to a page that is made again."""
    return dataclasses.replace(made, notes=(*made.notes, *notes_of(old.notes)))


def noted(text: str, sentence: str) -> str:
    """Put a sentence, which begins with `START`, on a page; empty where a person changed or reviewed the page.

    Raises PageError for what is no page, and where the page does not read back.
    """
    page = parse(text)
    if page.meta.confidence is not Confidence.LOW or not is_as_written(text):
        return ""
    earlier = [note for note in notes_of(page.notes) if note != sentence]
    others = tuple(note for note in page.notes if not note.startswith(START))
    return checked(dataclasses.replace(page, notes=(*others, *[*earlier, sentence][-MOST:])))

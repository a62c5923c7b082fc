"""The lines that a page gets after it was written: what its summary lost, and how its session came back."""

import dataclasses

from distill.model import Confidence
from distill.pages.page import Page
from distill.pages.read import parse
from distill.pages.seal import is_as_written
from distill.pages.store import checked

START = "Restored after the compaction"
"""How such a note begins, by which it is known when a page is made again."""
SUMMARY_START = "The compaction's summary"
"""How a note on what a summary did to the constraints begins."""
STARTS = (START, SUMMARY_START)
MOST = 3
"""Notes of one kind that a page has: the last ones."""


def notes_of(notes: tuple[str, ...], start: str | tuple[str, ...] = STARTS) -> tuple[str, ...]:
    """Give the notes that came after the page."""
    return tuple(note for note in notes if note.startswith(start))


def carried_over(made: Page, old: Page) -> Page:
    """Take the notes that came after a page over to one that is made again."""
    return dataclasses.replace(made, notes=(*made.notes, *notes_of(old.notes)))


def noted(text: str, sentence: str) -> str:
    """Put a sentence, which begins with one of `STARTS`, on a page; empty where a person changed or reviewed the page.

    Raises PageError for what is no page, and where the page does not read back.
    """
    page = parse(text)
    if page.meta.confidence is not Confidence.LOW or not is_as_written(text):
        return ""
    start = next(start for start in STARTS if sentence.startswith(start))
    earlier = [note for note in notes_of(page.notes, start) if note != sentence]
    others = tuple(note for note in page.notes if not note.startswith(start))
    return checked(dataclasses.replace(page, notes=(*others, *[*earlier, sentence][-MOST:])))

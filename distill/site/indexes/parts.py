"""Long lists in parts: a part that is full never changes again, whatever comes after it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from distill.site.accounts import Account
from distill.site.document import Link, Paragraph

ROWS = 200
"""Rows of a part, or somewhat more, since a session is not torn; the newest part has up to twice as many."""


@dataclass(frozen=True, slots=True)
class Part:
    """Some pages of a list, the newest first."""

    number: int
    """0: the newest, which has the list's own name."""
    pages: tuple[Account, ...]


def parts(pages: Sequence[Account], weight: Callable[[Account], int]) -> list[Part]:
    """Part a list of pages, the newest first; `weight`: the rows of a page."""
    filled: list[list[Account]] = [[]]
    rows = 0
    for page in reversed(pages):
        filled[-1].append(page)
        rows += weight(page)
        if rows >= ROWS:
            filled.append([])
            rows = 0
    newest = [page for part in filled[-2:] for page in part]
    older = [Part(number, tuple(reversed(part))) for number, part in enumerate(filled[:-2], 1)]
    return [Part(0, tuple(reversed(newest))), *reversed(older)]


def path_of(stem: str, number: int) -> str:
    """Name the file of a part."""
    return f"{stem}-{number}.md" if number else f"{stem}.md"


def ways(stem: str, made: Sequence[Part], at: int, *, back: Link, older: Link | None = None) -> Paragraph:
    """Lead from a part to its list, and to what is older; never to what is newer, which would change it."""
    before = made[at + 1] if at + 1 < len(made) else None
    link = Link("Older", path_of(stem, before.number)) if before else older
    return Paragraph((back, " · ", link) if link else back)

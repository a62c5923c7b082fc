"""One index page: where it lies, what it depends on, and how it is made."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from distill.site.accounts import Account, hashed
from distill.site.document import Block, Document


@dataclass(frozen=True, slots=True)
class Index:
    """An index page that is made only when it has to be."""

    path: str
    """Where it lies in the wiki."""
    key: str
    """Hash of all that it is made from."""
    make: Callable[[], Document]


def of_all(path: str, title: str, blocks: Callable[[], Iterable[Block]], mark: str, *said: object) -> Index:
    """Make an index page of all pages, by the mark of these, and of what else is said."""
    key = hashed([path, title, *map(str, said), mark])
    return Index(path, key, lambda: Document(path, title, tuple(blocks())))


def index(path: str, title: str, blocks: Callable[[], Iterable[Block]], of: Sequence[Account], *said: object) -> Index:
    """Make an index page of these pages, and of what else is said."""
    key = hashed([path, title, *map(str, said), *(page.mark for page in of)])
    return Index(path, key, lambda: Document(path, title, tuple(blocks())))

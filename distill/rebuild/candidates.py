"""The pages of a wiki with their archived maps, and what each of them would need."""

import errno
import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from distill import files
from distill.errors import PageError
from distill.pages.page import Page
from distill.pages.read import parse
from distill.pages.store import MAPS, SESSIONS

INDEXES = frozenset({"index.md", "README.md"})
"""Files beside the pages that are pages about the pages."""
MOST_BYTES = 16_000_000
"""Bytes of a page or an archived map that are read; maps are refused above less."""
DIGITS = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A page that can be made again."""

    path: Path
    text: str
    page: Page
    archived: str
    """The redacted map that it came from."""

    @property
    def state(self) -> str:
        """Hash page and map as they lie on the disk."""
        digest = hashlib.sha256(self.text.encode("utf-8", "surrogatepass") + b"\0")
        digest.update(self.archived.encode("utf-8", "surrogatepass"))
        return digest.hexdigest()[:DIGITS]


@dataclass(frozen=True, slots=True, kw_only=True)
class Left:
    """A page that cannot be made again, and why."""

    path: Path
    why: str


def candidates(wiki: Path, *, since: datetime | None = None) -> Iterator[Candidate | Left]:
    """Read the pages one by one, by name; those of maps older than `since` are passed over."""
    for path in sorted((wiki / SESSIONS).glob("*.md")):
        if path.name in INDEXES:
            continue
        read = _read(path, wiki)
        if isinstance(read, Left) or since is None or read.page.meta.date >= since:
            yield read


def _read(path: Path, wiki: Path) -> Candidate | Left:
    try:
        text = _text(path)
        page = parse(text, name=path.name)
    except PageError as error:
        return Left(path=path, why=str(error))
    except OSError as error:
        return Left(path=path, why=f"it cannot be read ({error.strerror or type(error).__name__})")
    name = page.meta.map.rpartition("/")[2]
    if not name or page.meta.map != f"../{MAPS}/{name}":
        return Left(path=path, why="it names no archived map")
    try:
        return Candidate(path=path, text=text, page=page, archived=_text(wiki / MAPS / name))
    except OSError as error:
        return Left(path=path, why=f"its archived map cannot be read ({error.strerror or type(error).__name__})")


def _text(path: Path) -> str:
    """Read a file of the wiki; a link may lead to what is not for it, and other bytes would be lost on writing."""
    if path.is_symlink() and path.exists():
        raise OSError(errno.ELOOP, "a link, not a file")
    data = files.read_bounded(path, MOST_BYTES)
    if len(data) > MOST_BYTES:
        raise OSError(errno.EFBIG, f"larger than {MOST_BYTES:,} bytes")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise OSError(errno.EILSEQ, "not UTF-8 text; mend it first") from None

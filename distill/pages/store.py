"""Pages on disk: made once, whole or not at all, never over another map's page."""

import dataclasses
import re
from dataclasses import dataclass
from pathlib import Path

from distill import files
from distill.errors import PageError
from distill.pages.build import map_link
from distill.pages.naming import DIGITS, LONG_DIGITS, page_name
from distill.pages.page import Page
from distill.pages.read import parse
from distill.pages.render import render
from distill.pages.seal import seal_of

SESSIONS = "sessions"
MAPS = "maps"
MAP_HASH = re.compile(r"^map_sha256:[ \t]*['\"]?([0-9a-f]{64})\b", re.MULTILINE)
HEAD_BYTES = 16_384
"""How far into a page its front matter is looked for."""


@dataclass(frozen=True, slots=True)
class Written:
    """The page is new."""

    path: Path


@dataclass(frozen=True, slots=True)
class Duplicate:
    """The map has its page already; nothing was changed."""

    path: Path


def store(wiki: Path, tmp: Path, page: Page, redacted_map: str) -> Written | Duplicate:
    """Write the archived map, then the page, each by exclusive create; drafts lie in `tmp`, outside the wiki.

    Raises PageError when the page does not come back as it was written, OSError when the disk says no.
    """
    path = wiki / SESSIONS
    for digits in (DIGITS, LONG_DIGITS):
        name = page_name(page.meta.date, page.meta.seat, page.meta.map_sha256, digits=digits)
        path = wiki / SESSIONS / name
        _clear_reserved(path)
        if not path.exists() and _write(path, wiki / MAPS / name, tmp, page, redacted_map):
            return Written(path)
        if path.exists() and _is_of(path, page.meta.map_sha256):
            return Duplicate(path)
    raise PageError(f"{path} holds the page of another map; move it away and run again.")


def existing(wiki: Path, sha256: str) -> Path | None:
    """Find the page of a map by the hash of the map's bytes, whatever its date and seat. Raises OSError."""
    pages = sorted((wiki / SESSIONS).glob(f"*-{sha256[:DIGITS]}*.md"))
    return next((path for path in pages if _ends_with(path, sha256) and _is_of(path, sha256)), None)


def checked(page: Page) -> str:
    """Seal and render a page, and read it back. Raises PageError when it does not come back equal."""
    page = dataclasses.replace(page, meta=dataclasses.replace(page.meta, seal=seal_of(render(page))))
    text = render(page)
    if parse(text) != page:
        raise PageError("The page does not read back as it was written, so it was not written; please report this.")
    return text


def _write(path: Path, archive: Path, tmp: Path, page: Page, redacted_map: str) -> bool:
    linked = dataclasses.replace(page, meta=dataclasses.replace(page.meta, map=map_link(archive.name)))
    text = checked(linked)
    if not files.write_new(archive, redacted_map, tmp=tmp) and _read(archive) != redacted_map:
        return False  # somebody's: edited by a person, or of other rules; the longer name is free
    return files.write_new(path, text, tmp=tmp)


def _clear_reserved(path: Path) -> None:
    """Remove a page without a byte: its name was reserved by a run that died, and no person wrote it."""
    if path.is_file() and path.stat().st_size == 0:
        path.unlink()


def _ends_with(path: Path, sha256: str) -> bool:
    return path.stem.endswith(tuple(f"-{sha256[:digits]}" for digits in (DIGITS, LONG_DIGITS)))


def _is_of(path: Path, sha256: str) -> bool:
    """Tell whether a page is that of a map; one whose front matter was broken by hand keeps its name's word."""
    head = files.read_bounded(path, HEAD_BYTES).decode("utf-8", "replace")
    found = MAP_HASH.search(head)
    return bool(head) and (found is None or found[1] == sha256)


def _read(path: Path) -> str:
    return path.read_bytes().decode("utf-8", "replace")

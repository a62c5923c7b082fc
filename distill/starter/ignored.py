"""What git does not need to see of a wiki: state, the built site, pages that are made of other pages."""

from pathlib import Path

from distill.site.catalogue import SESSIONS
from distill.site.indexes.all import FOLDERS
from distill.site.indexes.overview import OTHERS
from distill.site.indexes.overview import PATH as OVERVIEW
from distill.site.indexes.tags import PATH as TAGS
from distill.site.on_disk import is_ours

PAGES = (OVERVIEW, *(path for _, path in OTHERS if "/" not in path), TAGS, f"{SESSIONS}/index.md")
"""Index pages that lie beside pages of other kinds, from the wiki's folder."""
MADE = (*PAGES, *(f"{folder}/" for folder in FOLDERS))


def index_pages(root: Path, wiki: str) -> list[str]:
    """Name what `distill index` would make, as lines for git; what a person has there already is left out."""
    prefix = "" if wiki == "." else f"{wiki}/"
    return [f"/{prefix}{path}" for path in MADE if not _is_a_persons(root / wiki / path)]


def _is_a_persons(path: Path) -> bool:
    if path.is_dir():
        return any(not is_ours(page) for page in path.glob("*.md"))
    return path.exists() and not is_ours(path)


def missing(text: str, lines: list[str]) -> list[str]:
    """Give those lines that a `.gitignore` lacks; `site`, `site/` and `/site/` are one."""
    there = {_bare(line) for line in text.splitlines()}
    return [line for line in lines if _bare(line) not in there]


def _bare(line: str) -> str:
    return line.strip().strip("/")


def extended(text: str, heading: str, lines: list[str]) -> str:
    """Add lines to a `.gitignore`, in its own line ends."""
    newline = "\r\n" if "\r\n" in text else "\n"
    start = text if not text or text.endswith("\n") else text + newline
    return start + (newline if start else "") + newline.join([heading, *lines, ""])

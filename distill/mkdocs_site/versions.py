"""What makes the pages: when any of it changes, nothing of what was kept counts."""

import hashlib
import sys
from collections.abc import Iterable
from importlib.metadata import PackageNotFoundError, version
from importlib.resources import files
from pathlib import Path

from distill.site.cache import Code

PAGES = ("markdown-it-py", "cmarkgfm", "mkdocs", "mkdocs-material", "PyYAML", "python-frontmatter")
LOOKS = ("detect-secrets", "google-re2", "kingfisher-secret-scanner", "jieba")
"""Packages that do the work; some need not be there."""
OF_PAGES = ("model.py", "mkdocs_plugin.py", "mkdocs_site", "pages", "search", "site", "templates")
OF_LOOKS = ("model.py", "own_patterns.py", "redaction_settings.py", "pages", "redaction", "rescan")
"""The files and folders of this package that do it."""
ENDINGS = (".py", ".toml", ".json", ".css", ".js", ".md", ".txt")


def made_by(settings: str) -> Code:
    """Hash the code of this package, the versions of what it works with, and some settings."""
    return Code(_hash(PAGES, OF_PAGES, settings), _hash(LOOKS, OF_LOOKS, ""))


def _hash(packages: Iterable[str], parts: Iterable[str], settings: str) -> str:
    said = [sys.version, *(f"{name} {_version(name)}" for name in packages), settings]
    root = Path(str(files("distill")))
    sha = hashlib.sha256("\0".join(said).encode("utf-8", "surrogateescape"))
    for path in (path for part in parts for path in _code(root / part)):
        sha.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes())
    return sha.hexdigest()


def _code(part: Path) -> list[Path]:
    found = part.rglob("*") if part.is_dir() else [part]
    return sorted(path for path in found if path.suffix in ENDINGS and path.is_file())


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return ""

"""What makes the pages: when any of it changes, nothing of what was kept counts."""

import hashlib
import sys
from importlib.metadata import PackageNotFoundError, version
from importlib.resources import files
from pathlib import Path

PACKAGES = (
    "markdown-it-py",
    "mkdocs",
    "mkdocs-material",
    "PyYAML",
    "python-frontmatter",
    "detect-secrets",
    "google-re2",
)
OPTIONAL = ("kingfisher-secret-scanner", "jieba")
CODE = (".py", ".toml", ".json", ".css", ".md", ".txt")


def made_by(settings: str) -> str:
    """Hash the code of this package, the versions of what it works with, and some settings."""
    parts = [sys.version, *(f"{name} {_version(name)}" for name in PACKAGES + OPTIONAL), settings]
    root = Path(str(files("distill")))
    sha = hashlib.sha256("\0".join(parts).encode("utf-8", "surrogateescape"))
    for path in sorted(path for path in root.rglob("*") if path.suffix in CODE and path.is_file()):
        sha.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes())
    return sha.hexdigest()


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return ""

"""A hash of all that a page depends on besides its map: this package, the libraries it reads with, the settings."""

import functools
import hashlib
from importlib import metadata, resources
from importlib.resources.abc import Traversable

from distill.config import Settings

LIBRARIES = ("markdown-it-py", "detect-secrets", "google-re2", "kingfisher-secret-scanner")
ENDINGS = (".py", ".toml", ".json", ".md")
DIGITS = 16


def fingerprint(settings: Settings, engine: str) -> str:
    """Give the hash for these settings; `engine`: the one that would answer, and how."""
    said = (
        settings.engine,
        settings.model,
        settings.provider,
        str(settings.max_tokens),
        engine,
        repr(settings.redaction),
    )
    return hashlib.sha256("\0".join((_code(), *map(_version, LIBRARIES), *said)).encode()).hexdigest()[:DIGITS]


@functools.cache
def _code() -> str:
    digest = hashlib.sha256()
    _add(resources.files("distill"), digest)
    return digest.hexdigest()


def _add(folder: Traversable, digest: "hashlib._Hash") -> None:
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            _add(entry, digest)
        elif entry.name.endswith(ENDINGS):
            digest.update(entry.name.encode() + b"\0" + entry.read_bytes() + b"\0")


def _version(name: str) -> str:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return "-"

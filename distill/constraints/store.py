"""The registry on disk: changed under a lock, all of it or nothing, never over what a person just wrote."""

from collections.abc import Callable
from pathlib import Path

from distill import files, locks
from distill.constraints import light, registry
from distill.errors import PageError

LOCK = "constraints.lock"
WAIT_S = 5.0
TRIES = 5
"""How often the file is read anew that a person saved meanwhile."""
MOST_BYTES = 1_000_000


def read(wiki: Path) -> str:
    """Read the registry; that of a wiki without one is empty. Raises PageError for what is no text, OSError."""
    data = _data(wiki / light.NAME)
    return registry.empty() if data is None else _text(data, wiki)


def update(wiki: Path, state: Path, change: Callable[[str], str]) -> bool:
    """Change the registry's text; return whether its bytes changed. Raises PageError, OSError.

    `change` may be called several times: it is given the text anew when somebody saved the file meanwhile.
    """
    path = wiki / light.NAME
    with locks.held(state / "locks" / LOCK, seconds=WAIT_S) as ours:
        for _ in range(TRIES if ours else 0):
            before = _data(path)
            text = registry.empty() if before is None else _text(before, wiki)
            after = change(text)
            if after == text:
                return False
            _require_readable(text, after, path)
            if _put(path, before, after, state / "tmp"):
                return True
    raise PageError(f"{path} is being changed all the time; try again.")


def _data(path: Path) -> bytes | None:
    try:
        data = files.read_bounded(path, MOST_BYTES)
    except FileNotFoundError:
        return None
    if len(data) > MOST_BYTES:
        raise PageError(f"{path} is larger than {MOST_BYTES:,} bytes; shorten it.")
    return data


def _text(data: bytes, wiki: Path) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise PageError(f"{wiki / light.NAME} is not UTF-8 text; mend it first.") from None


def _require_readable(before: str, after: str, path: Path) -> None:
    """Look whether what is new is read as constraints: an open comment or code block above it would hide it."""
    if len(after.split("\n")) > len(before.split("\n")) and len(light.lines(after)) <= len(light.lines(before)):
        raise PageError(f"{path} has a comment or a code block without an end; close it first.")


def _put(path: Path, before: bytes | None, after: str, tmp: Path) -> bool:
    if before is None:
        return files.write_new(path, after, tmp=tmp)
    return files.rewrite(path, after.encode("utf-8"), expected=before, tmp=tmp)

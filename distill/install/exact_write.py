"""Writing of files that are not ours: through links, atomic, with their mode, and never over another's change."""

import contextlib
import os
import secrets
import stat
from collections.abc import Callable
from pathlib import Path

from distill import files
from distill.errors import ConfigError

MAX_BYTES = 8_000_000
NEW_FOLDER = 0o755
DRAFT_FLAGS = os.O_CREAT | os.O_EXCL | os.O_WRONLY | getattr(os, "O_BINARY", 0)


def read(path: Path) -> bytes | None:
    """Read a settings file; None when there is none. Raises ConfigError."""
    try:
        data = files.read_bounded(path, MAX_BYTES)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise ConfigError(f"{path} cannot be read: {error.strerror}. Nothing was changed.") from error
    if len(data) > MAX_BYTES:
        raise ConfigError(f"{path} is larger than {MAX_BYTES} bytes. Nothing was changed.")
    return data


def write(path: Path, data: bytes, *, expected: bytes | None, private: bool = False) -> None:
    """Make or replace a file through its links; its mode stays, unless it is to be private. Folders must be there.

    Raises ConfigError, also when the file no longer holds what was `expected`.
    """
    target = _target(path)
    _still(path, expected)
    try:
        _exchange(target, data, lambda: _still(path, expected), private=private)
    except OSError as error:
        raise ConfigError(f"{target} cannot be written: {error.strerror}. Nothing was changed.") from error


def delete(path: Path, *, expected: bytes) -> None:
    """Delete a file that still holds what was `expected`; a link to it stays. Raises ConfigError."""
    _still(path, expected)
    try:
        _target(path).unlink()
    except OSError as error:
        raise ConfigError(f"{path} cannot be deleted: {error.strerror}.") from error


def make_folders(folder: Path) -> list[Path]:
    """Make a folder and the ones above it; return those that were not there, outermost first. Raises ConfigError."""
    missing = [f for f in (folder, *folder.parents) if not f.exists()][::-1]
    try:
        for each in missing:
            each.mkdir(mode=NEW_FOLDER)
    except OSError as error:
        raise ConfigError(f"The folder {folder} cannot be made: {error.strerror}. Nothing was changed.") from error
    return missing


def folder_of(path: Path) -> Path:
    """Name the folder in which the file itself lies, links followed. Raises ConfigError."""
    return _target(path).parent


def _target(path: Path) -> Path:
    try:
        return path.resolve()
    except (OSError, RuntimeError) as error:
        raise ConfigError(f"{path} is a link that leads nowhere. Nothing was changed.") from error


def _still(path: Path, expected: bytes | None) -> None:
    if read(path) != expected:
        raise ConfigError(f"{path} was changed by somebody else just now. Nothing was changed; try again.")


def _exchange(target: Path, data: bytes, still: Callable[[], None], *, private: bool) -> None:
    """Put a draft in the place of a file that is `still` what it was, once the draft has reached the disk."""
    draft = target.with_name(f".{target.name}.{secrets.token_hex(8)}.draft")
    try:
        with os.fdopen(os.open(draft, DRAFT_FLAGS, 0o600), "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        if not private:
            _take_over(draft, target)
        still()
        draft.replace(target)
    finally:
        draft.unlink(missing_ok=True)


def _take_over(draft: Path, target: Path) -> None:
    """Give the draft the mode and, where we may, the owner of the file that it replaces; else those of a new file."""
    if not target.exists():
        draft.chmod(0o666 & ~_umask())
        return
    old = target.stat()
    if hasattr(os, "chown"):
        with contextlib.suppress(OSError):
            os.chown(draft, old.st_uid, old.st_gid)
    draft.chmod(stat.S_IMODE(old.st_mode))


def _umask() -> int:
    """Tell the umask, which can only be read by setting it."""
    mask = os.umask(0o077)
    os.umask(mask)
    return mask

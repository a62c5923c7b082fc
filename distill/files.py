"""All writing of files: atomic, durable, never over what somebody else wrote."""

import contextlib
import errno
import os
import secrets
import stat
from collections.abc import Callable
from pathlib import Path

NO_LINKS = {errno.EPERM, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS, errno.EMLINK}


def write_new(path: Path, text: str, *, tmp: Path, mode: int = 0o644) -> bool:
    """Make `path` with `text`, all of it or nothing; return False, and change nothing, when it exists.

    `tmp` is a folder outside the wiki: what lies in the wiki may be published half-written.
    Raises OSError.
    """
    if path.exists():
        return False
    path.parent.mkdir(parents=True, exist_ok=True)
    return _by_draft(path, text, tmp, _claim, mode)


def replace(path: Path, text: str, *, tmp: Path, mode: int = 0o644) -> None:
    """Make or replace `path` with `text`, all of it or nothing. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    _by_draft(path, text, tmp, _take_over, mode)


def rewrite(path: Path, data: bytes, *, expected: bytes | None, tmp: Path) -> bool:
    """Replace the bytes of a file, links followed; its mode and, where we may, its owner stay.

    Returns False, and changes nothing, when it no longer holds what was `expected`, if that is said. Raises OSError.
    """
    target = path.resolve(strict=True)

    def put(draft: Path, there: Path) -> bool:
        _dress(draft, there)
        if not _holds(there, expected):  # at the last moment: the draft took its time to reach the disk
            return False
        return _take_over(draft, there)

    return _holds(target, expected) and _by_draft(target, data, tmp, put)


def _holds(path: Path, expected: bytes | None) -> bool:
    return expected is None or read_bounded(path, len(expected)) == expected


def read_bounded(path: Path, limit: int) -> bytes:
    """Read at most `limit` + 1 bytes of a regular file, so that a caller sees when there are more.

    Raises OSError, also for what is no regular file (a folder, a pipe), and for one that has nothing to give yet, as
    the kernel's log.
    """
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    with os.fdopen(descriptor, "rb") as stream:
        if not _is_regular(descriptor):
            raise OSError(errno.EINVAL, "not a regular file", str(path))
        data: bytes | None = stream.read(limit + 1)
    if data is None:
        raise OSError(errno.EAGAIN, "nothing to be read", str(path))
    return data


def _is_regular(descriptor: int) -> bool:
    return stat.S_ISREG(os.fstat(descriptor).st_mode)


def _by_draft(
    path: Path, content: str | bytes, tmp: Path, put: Callable[[Path, Path], bool], mode: int = 0o644
) -> bool:
    """Write a draft in `tmp`, or hidden beside the file where `tmp` is on another disk or mount, and put it there."""
    tmp.mkdir(parents=True, exist_ok=True, mode=0o700)
    name = f"{secrets.token_hex(8)}.draft"
    hidden = path.parent / f".{name}"
    for draft in (tmp / name, hidden) if _same_disk(tmp, path.parent) else (hidden,):
        _write_draft(draft, content, mode)
        try:
            return put(draft, path)
        except OSError as error:
            if error.errno != errno.EXDEV or draft == hidden:
                raise
        finally:
            draft.unlink(missing_ok=True)
    return False


def _take_over(draft: Path, path: Path) -> bool:
    draft.replace(path)
    sync_folder(path.parent)
    return True


def _dress(draft: Path, path: Path) -> None:
    """Give the draft the owner, where we may, and the mode of the file whose place it takes."""
    old = path.stat()
    if hasattr(os, "chown"):
        with contextlib.suppress(OSError):
            os.chown(draft, old.st_uid, old.st_gid)
    draft.chmod(stat.S_IMODE(old.st_mode))


def _write_draft(draft: Path, content: str | bytes, mode: int) -> None:
    data = content if isinstance(content, bytes) else content.encode("utf-8")
    try:
        with draft.open("xb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        draft.chmod(mode)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise


def _same_disk(one: Path, other: Path) -> bool:
    return one.stat().st_dev == other.stat().st_dev


def _claim(draft: Path, path: Path) -> bool:
    """Give the draft its name unless the name is taken: a hard link never replaces."""
    try:
        path.hardlink_to(draft)
    except FileExistsError:
        return False
    except OSError as error:
        if error.errno not in NO_LINKS:
            raise
        return _claim_without_links(draft, path)
    sync_folder(path.parent)
    return True


def _claim_without_links(draft: Path, path: Path) -> bool:
    """On file systems without hard links: reserve the name, then rename over the reservation."""
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o644))
    except FileExistsError:
        return False
    draft.replace(path)
    sync_folder(path.parent)
    return True


def sync_folder(folder: Path) -> None:
    """Bring the names in a folder to the disk. Raises OSError."""
    if os.name != "posix":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)

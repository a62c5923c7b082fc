"""Locks that the system lets go of when their holder dies, however it dies."""

import contextlib
import os
import time
from collections.abc import Iterator
from pathlib import Path

PAUSE_S = 0.05


def take(path: Path) -> int | None:
    """Take a lock without waiting; return the descriptor that holds it, or None. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    descriptor = os.open(path, os.O_CREAT | os.O_RDWR, 0o600)
    if _lock(descriptor):
        os.utime(path)  # a lock in use is never swept as unused
        return descriptor
    os.close(descriptor)
    return None


@contextlib.contextmanager
def held(path: Path, *, seconds: float) -> Iterator[bool]:
    """Hold a lock, waiting at most `seconds` for it; the body is told whether it has it. Raises OSError."""
    until = time.monotonic() + seconds
    descriptor = take(path)
    while descriptor is None and time.monotonic() < until:
        time.sleep(PAUSE_S)
        descriptor = take(path)
    try:
        yield descriptor is not None
    finally:
        if descriptor is not None:
            os.close(descriptor)


def _lock(descriptor: int) -> bool:
    if os.name == "nt":
        return _lock_windows(descriptor)
    import fcntl  # noqa: PLC0415 - not on Windows

    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _lock_windows(descriptor: int) -> bool:
    import importlib  # noqa: PLC0415 - only on Windows

    msvcrt = importlib.import_module("msvcrt")
    try:
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
    except OSError:
        return False
    return True

"""The journal: one logfmt line for each thing that happened to a compaction. Light: hooks write it too.

Lines hold no text of a map; values that came from one must be redacted before they get here.
"""

import os
import time

NAME = "journal.log"
LOCK = "journal.lock"
MAX_BYTES = 1_048_576
"""Size at which the journal is rotated; one older generation is kept, so 2 MiB in all."""
NO_WAIT = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOFOLLOW", 0)
"""A pipe or a link in the place of a file is an error at once: it holds nobody, and nothing else is written into."""
MAX_VALUE = 300
PLAIN = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-.:@/+#~%,")


def line(now: float, fields: "dict[str, object]") -> str:
    """Format one line: UTC time, two blanks, logfmt; fields that are None or empty are left out."""
    stamp = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(now))
    pairs = [f"{key}={_value(value)}" for key, value in fields.items() if value is not None and value != ""]
    return f"{stamp}  {' '.join(pairs)}\n"


def append(state: str, fields: "dict[str, object]", *, now: "float | None" = None) -> bool:
    """Append one line to the journal in the state folder; return whether it is there. Never raises OSError."""
    data = line(time.time() if now is None else now, fields).encode("utf-8", "replace")
    path = os.path.join(state, NAME)
    try:
        _rotate(state, path, len(data))
        return _write(path, data)
    except OSError:
        return False


def _write(path: str, data: bytes) -> bool:
    """Append in one system call, which keeps the lines of several writers whole."""
    descriptor = os.open(path, os.O_CREAT | os.O_WRONLY | os.O_APPEND | NO_WAIT, 0o600)
    try:
        return os.write(descriptor, data) == len(data)
    finally:
        os.close(descriptor)


def _rotate(state: str, path: str, more: int) -> None:
    """Put a full journal aside; who cannot have the lock at once leaves that to the next writer."""
    if not _is_full(path, more):
        return
    lock = os.open(os.path.join(state, LOCK), os.O_CREAT | os.O_RDWR | NO_WAIT, 0o600)
    try:
        if _locked(lock) and _is_full(path, more):
            os.replace(path, path + ".1")
    finally:
        os.close(lock)


def _is_full(path: str, more: int) -> bool:
    try:
        return os.stat(path).st_size + more > MAX_BYTES
    except OSError:
        return False


def _locked(descriptor: int) -> bool:
    try:
        import fcntl  # noqa: PLC0415 - not on Windows, and only needed to rotate

        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (ImportError, OSError):
        return False
    return True


def _value(value: object) -> str:
    if isinstance(value, float):
        return f"{value:.6f}".rstrip("0").rstrip(".")
    text = str(value)[:MAX_VALUE]
    if text and PLAIN.issuperset(text):
        return text
    clean = "".join(c if c.isprintable() else " " for c in text)
    return '"' + clean.replace("\\", "\\\\").replace('"', '\\"') + '"'

"""A program of the person's own that writes the outline: JSON in, JSON out; any failure counts as no answer.

It is given redacted text only, and ends with all that it started when its time is over.
"""

import contextlib
import json
import os
import signal
import subprocess
import threading
import time
from collections.abc import Mapping, Sequence

SECONDS = 10.0
MOST_ANSWER = 400_000
"""Characters of an answer; a longer one is none."""
CHUNK = 65_536
VERSION = 1


def outline_from(argv: Sequence[str], question: Mapping[str, object], *, seconds: float = SECONDS) -> str:
    """Ask the program for the text of an outline; empty where it gave no answer within `seconds`."""
    given = json.dumps({"version": VERSION, **question}, ensure_ascii=False)
    try:
        process = subprocess.Popen(  # noqa: S603 - the person's own program, from the person's own file
            list(argv),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
    except (OSError, ValueError):
        return ""
    try:
        said = _said(process, given.encode("utf-8", "replace"), time.monotonic() + seconds)
    finally:
        _end(process)
    return _outline(said) if said and len(said) <= MOST_ANSWER else ""


def _said(process: "subprocess.Popen[bytes]", given: bytes, until: float) -> bytes:
    """Give what the program says until it ends with 0; no more is taken in than an answer may have."""
    said: list[bytes] = []
    reader = threading.Thread(target=lambda: said.append(_read(process)), daemon=True)
    writer = threading.Thread(target=lambda: _write(process, given), daemon=True)
    reader.start()
    writer.start()
    reader.join(max(0.0, until - time.monotonic()))
    if reader.is_alive() or len(said[0]) > MOST_ANSWER:
        return b""
    try:
        return said[0] if process.wait(max(0.0, until - time.monotonic())) == 0 else b""
    except subprocess.TimeoutExpired:
        return b""


def _read(process: "subprocess.Popen[bytes]") -> bytes:
    """Read without the stream's own lock: what the program left behind may hold the pipe for good."""
    said = b""
    with contextlib.suppress(OSError, ValueError):
        while process.stdout and len(said) <= MOST_ANSWER and (chunk := os.read(process.stdout.fileno(), CHUNK)):
            said += chunk
    return said


def _write(process: "subprocess.Popen[bytes]", given: bytes) -> None:
    with contextlib.suppress(OSError, ValueError):
        while process.stdin and given:
            given = given[os.write(process.stdin.fileno(), given[:CHUNK]) :]
        if process.stdin:
            process.stdin.close()


def _end(process: "subprocess.Popen[bytes]") -> None:
    """End the program and what it started, by the id of its own group."""
    with contextlib.suppress(OSError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    for stream in (process.stdin, process.stdout):
        with contextlib.suppress(OSError):
            if stream:
                stream.close()
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(1.0)


def _outline(said: bytes) -> str:
    try:
        answer = json.loads(said.decode("utf-8"))
    except (ValueError, RecursionError):
        return ""
    outline = answer.get("outline") if isinstance(answer, dict) else None
    return outline if isinstance(outline, str) else ""

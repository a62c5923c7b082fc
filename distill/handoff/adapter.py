"""A program of the person's own that writes the outline: JSON in, JSON out; any failure counts as no answer.

It is given redacted text only, and ends with all that it started when its time is over.
"""

import contextlib
import json
import os
import signal
import subprocess
from collections.abc import Mapping, Sequence

SECONDS = 10.0
MOST_ANSWER = 400_000
"""Characters of an answer; a longer one is none."""
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
        said, _ = process.communicate(given.encode("utf-8", "replace"), timeout=seconds)
    except (subprocess.TimeoutExpired, OSError, ValueError):
        return ""
    finally:
        _end(process)
    return _outline(said) if process.returncode == 0 and len(said) <= MOST_ANSWER else ""


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
